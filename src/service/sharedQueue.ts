import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { type BlockQueue, createBlockQueue } from '../db/analysis/blockQueue.js';

/** Ends the warning of a process that may not share its sweeps. */
export const COUNTS_ALONE = 'until then this process counts alone';

/** Makes the queue by which processes share sweeps; what goes wrong with it is logged. */
export function createLoggedQueue(knex: Knex, log: Logger): BlockQueue {
  return createBlockQueue(
    knex,
    (error) => log.warn({ err: error }, 'the job queue could not be looked after'),
    (denied) => log.warn(`${denied} ${COUNTS_ALONE}`),
  );
}
