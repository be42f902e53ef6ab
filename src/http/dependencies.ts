import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Analysis } from '../compute/analysis.js';

/** What the API is made of; the composition root constructs it. */
export interface AppDependencies {
  knex: Knex;
  analysis: Analysis;
  log: Logger;
  /** Of the answers' timestamps; the system's clock where absent. */
  clock?: () => Date;
}
