import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Analysis } from '../compute/analysis.js';
import type { Known } from '../db/known.js';
import type { Door } from '../fairness/door.js';
import type { CatalogueIndex } from '../memory/catalogueIndex.js';
import type { KnownErrorLaws } from '../memory/errorLaws.js';
import type { RunIndexes } from '../memory/runIndexes.js';
import type { Config } from '../config.js';
import type { Draining } from './draining.js';
import type { Limits } from './limits.js';

/** Parts that handlers and middleware use; `src/service/ports.ts` puts them together. */
export interface AppDependencies {
  knex: Knex;
  /** Rows that requests ask for most often, remembered for a second. */
  known: Known;
  analysis: Analysis;
  /** Admits requests, account by account. */
  door: Door;
  catalogue: CatalogueIndex;
  runIndexes: RunIndexes;
  /** Laws of error of the element sets. */
  errorLaws: KnownErrorLaws;
  log: Logger;
  limits: Limits;
  /** Lets the requests under way end when the service stops. */
  draining: Draining;
  /** Version of the build; changes with the code that makes answers. */
  build: string;
  settings: Pick<Config, 'authTokenDays' | 'corsOrigins' | 'publicUrl' | 'trustProxy' | 'hsts' | 'databaseTimeoutMs'>;
}
