import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { thinElsets } from '../../db/catalogue/thinElsets.js';
import { DAY_MS } from '../../spec.js';
import { createLoop } from '../loop.js';

export interface ThinnerParts {
  knex: Knex;
  log: Logger;
  /** Days for which elsets are kept. */
  keepDays: number;
  now: () => Date;
}

/** Milliseconds before the first round: a server that starts has other work. */
const FIRST_MS = 60_000;
const BACKOFF = { first: 600_000, most: DAY_MS };

/** Makes the loop that thins the elsets of the past, soon after its start and each day after. */
export function createThinner({ knex, log, keepDays, now }: ThinnerParts) {
  return createLoop({
    every: DAY_MS,
    after: FIRST_MS,
    backoff: BACKOFF,
    async round(signal) {
      const fromMs = performance.now();
      const deleted = await thinElsets(knex, { nowMs: now().getTime(), keepDays, signal });
      const seconds = Number(((performance.now() - fromMs) / 1000).toFixed(1));
      log.info({ deleted, keepDays, seconds }, 'element sets of the past thinned');
    },
    onFailure: (error) => log.error({ err: error }, 'the element sets of the past could not be thinned'),
  });
}
