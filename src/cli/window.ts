import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { listWindows } from '../db/analysis/windows.js';
import { openWindow } from '../jobs/window/openWindow.js';
import { count, onDatabase, print, printTable, shortTime } from './context.js';
import { addWindowOptions, type TypedWindowOptions, windowOptions } from './windowOptions.js';

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
  const opened = await onDatabase((knex) => openWindow(knex, options));
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
