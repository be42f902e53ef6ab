import { type Logger, pino } from 'pino';
import type { Config } from '../../config.js';
import { withRequestId } from '../../db/connection/patience.js';

/**
 * Buffer of the log: lines are written together above 4,096 characters or after 200 ms, as each write wakes a thread,
 * which takes longer than making the line.
 */
const TOGETHER = { minLength: 4096, periodicFlush: 200 } as const;
const STDERR = 2;

/**
 * Creates the log of a service on standard error or in a file. Lines are written at most a fifth of a second late, and
 * all of them when the process exits.
 */
export function createLog(level: Config['logLevel'], dest: number | string = STDERR): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie'];
  return pino({ level, redact, mixin: withRequestId }, pino.destination({ dest, ...TOGETHER }));
}

/**
 * Calls `end`, with exit code 1, at the first error or rejected promise that nothing catches, because work may be half
 * done. Later errors are only logged.
 */
export function whenUnexpected(log: Logger, end: () => void): void {
  let isEnding = false;
  // Node turns an unhandled rejection into an uncaught exception.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error was caught nowhere: stopping');
    process.exitCode = 1;
    if (!isEnding) end();
    isEnding = true;
  });
}
