import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { claimErrorFit } from '../../db/catalogue/elementErrors.js';
import type { KnownErrorLaws } from '../../memory/errorLaws.js';
import { createLoop } from '../loop.js';
import { fitErrors } from './fitErrors.js';

export interface ErrorKeeperParts {
  knex: Knex;
  laws: KnownErrorLaws;
  log: Logger;
  now: () => Date;
  /** Milliseconds after the start in which nothing is fitted, 5 minutes by default: a new server has other work. */
  restMs?: number;
}

const CHECK_MS = 60_000;
const BACKOFF = { first: 60_000, most: 3_600_000 };
const REST_MS = 300_000;

/**
 * Makes the loop that keeps the laws of error: it takes the laws that any process has fitted, and fits new ones when
 * that is due. A stop gives up the fit under way.
 */
export function createErrorKeeper({ knex, laws, log, now, restMs = REST_MS }: ErrorKeeperParts) {
  const startedMs = performance.now();
  return createLoop({
    every: CHECK_MS,
    backoff: BACKOFF,
    async round(signal) {
      await laws.refresh();
      if (performance.now() - startedMs < restMs || !(await claimErrorFit(knex, now()))) return;
      const fromMs = performance.now();
      const { rows, satellites, pairs, leftOut } = await fitErrors(knex, now(), signal);
      const classes = new Set(rows.map(({ errorClass }) => errorClass)).size;
      const seconds = Math.round((performance.now() - fromMs) / 1000);
      log.info({ satellites, pairs, classes, leftOut, seconds }, 'laws of error fitted');
      await laws.refresh();
    },
    onFailure: (error, pauseMs) =>
      log.error(
        { err: error, retryInSeconds: pauseMs / 1000 },
        'laws of error could not be read or fitted: those before stay in force',
      ),
  });
}
