import { type Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { listWindows } from '../db/windows.js';
import { UserError } from '../errors.js';
import { parseInstant } from '../http/instant.js';
import { openWindow } from '../jobs/openWindow.js';
import { WINDOW_NSIDES } from '../spec.js';
import { count, onDatabase, print, printTable, shortTime } from './context.js';

interface OpenOptions {
  start?: string;
  nside?: string;
  minElevation?: string;
  uniformElevation?: true;
}

const DAY_MS = 86_400_000;

export function windowCommands(program: Command): void {
  const window = program.command('window').description('7-day analysis windows');
  window
    .command('open')
    .description('freeze the catalogue for a window and make it the one that answers')
    .addOption(new Option('--start <ISO>', 'first minute, UTC').default(undefined, 'today 00:00 UTC'))
    .addOption(
      new Option('--nside <n>', `HEALPix resolution: ${WINDOW_NSIDES.join(', ')}`).default(
        undefined,
        'WINDOW_NSIDE, 64',
      ),
    )
    .addOption(new Option('--min-elevation <degrees>', '0 to below 90').default(undefined, 'WINDOW_MIN_ELEVATION, 10'))
    .option('--uniform-elevation', "leave the emitters' own elevation masks out")
    .action(open);
  window.command('list').description('windows, the newest first').action(list);
}

async function open(options: OpenOptions): Promise<void> {
  const config = readConfig(process.env);
  const from = performance.now();
  const opened = await onDatabase((knex) =>
    openWindow(knex, {
      start: options.start === undefined ? startOfToday() : parseStart(options.start),
      nside: options.nside === undefined ? config.windowNside : numeric('--nside', options.nside),
      minElevationDeg:
        options.minElevation === undefined
          ? config.windowMinElevationDeg
          : numeric('--min-elevation', options.minElevation),
      uniformElevation: options.uniformElevation ?? false,
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

function reasonText(reason: string): string {
  return reason.replaceAll('_', ' ');
}

function startOfToday(): Date {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
}

/** A whole minute in RFC 3339, with Z or an offset, or a date alone, which is its midnight in UTC. */
function parseStart(text: string): Date {
  const instant = parseInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  if (instant?.fraction === '') return new Date(instant.epochSecond * 1000);
  throw new UserError(`--start ${text}: allowed: a whole minute such as 2026-07-10T00:00:00Z, or a date`);
}

function numeric(option: string, text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UserError(`${option} ${text}: allowed: a number in plain digits`);
}
