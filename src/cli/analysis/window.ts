import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../../config.js';
import { listWindows } from '../../db/analysis/windows.js';
import { openWindow } from '../../jobs/window/openWindow.js';
import { count, onDatabase, print, printTable, shortTime } from '../context.js';
import { withProgress } from '../progress.js';
import { UserError } from '../../errors.js';
import { parseInstant } from '../../http/schemas/instant.js';
import { startOfDay, type WindowOptions } from '../../jobs/window/windowOptions.js';
import { WINDOW_NSIDES } from '../../spec.js';

export function windowCommands(program: Command): void {
  const window = program.command('window').description('7-day analysis windows');
  addWindowOptions(
    window.command('open').description('freeze the catalogue for a window and make it the one that answers'),
  ).action(open);
  window.command('list').description('windows, the newest first').action(list);
}

async function open(typed: TypedWindowOptions): Promise<void> {
  const options = windowOptions(typed, readConfig(process.env));
  const from = performance.now();
  const opened = await onDatabase((knex) =>
    withProgress((show) => {
      show({ stage: 'window' });
      return openWindow(knex, options);
    }),
  );
  print(
    `window ${opened.id} opened in ${((performance.now() - from) / 1000).toFixed(1)} s: ` +
      `${count(opened.satellites, 'satellite')} in ${count(opened.emitterGroups, 'emitter group')}`,
  );
  for (const [reason, number] of Object.entries(opened.leftOut))
    print(`  ${reasonText(reason)}: ${number.toLocaleString('en')}`);
}

async function list(): Promise<void> {
  const windows = await onDatabase(listWindows);
  if (windows.length === 0) {
    print('no window has been opened yet');
    return;
  }
  printTable(
    ['id', 'start', 'nside', 'min elevation', 'satellites', 'left out', 'failing', 'published'],
    windows.map((row) => [
      String(row.id),
      shortTime(new Date(row.startUs / 1000)),
      String(row.nside),
      `${row.minElevationDeg} deg${row.uniformElevation ? ', uniform' : ''}`,
      String(row.satelliteCount),
      Object.entries(row.leftOut)
        .map(([reason, number]) => `${reasonText(reason)}: ${number}`)
        .join('; '),
      row.propagationFailures === null ? 'not surveyed' : String(row.propagationFailures.length),
      shortTime(row.publishedAt),
    ]),
  );
}

/** Reason why satellites were left out, in words. */
export function reasonText(reason: string): string {
  return reason.replaceAll('_', ' ');
}

/** Options of commands that name a window, as they were typed. */
export interface TypedWindowOptions {
  start?: string;
  nside?: string;
  minElevation?: string;
  uniformElevation?: true;
}

export function addWindowOptions(command: Command): Command {
  const nsides = `HEALPix resolution: ${WINDOW_NSIDES.join(', ')}`;
  return command
    .addOption(new Option('--start <ISO>', 'first minute, UTC').default(undefined, 'today 00:00 UTC'))
    .addOption(new Option('--nside <n>', nsides).default(undefined, 'WINDOW_NSIDE, 64'))
    .addOption(new Option('--min-elevation <degrees>', '0 to below 90').default(undefined, 'WINDOW_MIN_ELEVATION, 10'))
    .option('--uniform-elevation', "ignore the emitters' own minimum elevations");
}

/**
 * Reads the options that name a window, without checking that numbers are in range.
 *
 * @throws UserError if a value is no time or no number
 */
export function windowOptions(typed: TypedWindowOptions, config: Config): WindowOptions {
  return {
    start: typed.start === undefined ? startOfDay(Date.now()) : parseStart(typed.start),
    nside: typed.nside === undefined ? config.windowNside : numeric('--nside', typed.nside),
    minElevationDeg:
      typed.minElevation === undefined ? config.windowMinElevationDeg : numeric('--min-elevation', typed.minElevation),
    uniformElevation: typed.uniformElevation ?? false,
  };
}

/** Parses a time as the API does, but refuses fractions of a second; `checkOptions` asks for a whole minute. */
function parseStart(text: string): Date {
  const ms = parseInstant(text);
  if (ms !== undefined && ms % 1000 === 0) return new Date(ms);
  throw new UserError(`--start ${text}: allowed: a whole minute such as 2026-07-10T00:00:00Z, or a date`);
}

function numeric(option: string, text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UserError(`${option} ${text}: allowed: a number in plain digits`);
}
