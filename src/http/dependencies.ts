import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Analysis } from '../compute/analysis.js';
import type { CatalogueIndex } from '../memory/catalogueIndex.js';
import type { Config } from '../config.js';
import type { Draining } from './draining.js';
import type { Limits } from './limits/limits.js';

/** What the API is made of; the composition root constructs it. */
export interface AppDependencies {
  knex: Knex;
  analysis: Analysis;
  catalogue: CatalogueIndex;
  log: Logger;
  limits: Limits;
  /** Undefined: the service never stops. */
  draining?: Draining | undefined;
  /** Version of the build; changes with the code that makes answers. */
  build: string;
  settings: Pick<Config, 'workers' | 'authTokenDays' | 'corsOrigins' | 'publicUrl' | 'trustProxy' | 'hsts'>;
  /** Of the answers' timestamps; the system's clock where absent. */
  clock?: () => Date;
}
