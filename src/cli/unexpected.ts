import type { Logger } from 'pino';

/**
 * Ends the process in order, with exit code 1, where an error or a rejected promise was caught nowhere: what it has left
 * half done is unknown. What goes wrong after that is only told.
 */
export function whenUnexpected(log: Logger, end: () => void): void {
  let isEnding = false;
  // Node makes rejections that nobody handles uncaught exceptions.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error was caught nowhere: stopping');
    process.exitCode = 1;
    if (!isEnding) end();
    isEnding = true;
  });
}
