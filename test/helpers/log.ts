import { type Logger, pino } from 'pino';

/** Creates a log whose lines are kept in memory, parsed. */
export function keptLog(): { log: Logger; lines: { level: number; msg: string; [field: string]: unknown }[] } {
  const lines: { level: number; msg: string; [field: string]: unknown }[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
