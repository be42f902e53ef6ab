import { type Command, Option } from 'commander';
import type { Config } from '../config.js';
import { UserError } from '../errors.js';
import { parseInstant } from '../http/schemas/instant.js';
import type { WindowOptions } from '../jobs/window/windowOptions.js';
import { startOfDay } from '../jobs/window/startOfDay.js';
import { WINDOW_NSIDES } from '../spec.js';

/** Options of commands that name a window, as they were typed. */
export interface TypedWindowOptions {
  start?: string;
  nside?: string;
  minElevation?: string;
  uniformElevation?: true;
}

/** Adds the options that name a window to a command. */
export function addWindowOptions(command: Command): Command {
  const nsides = `HEALPix resolution: ${WINDOW_NSIDES.join(', ')}`;
  return command
    .addOption(new Option('--start <ISO>', 'first minute, UTC').default(undefined, 'today 00:00 UTC'))
    .addOption(new Option('--nside <n>', nsides).default(undefined, 'WINDOW_NSIDE, 64'))
    .addOption(new Option('--min-elevation <degrees>', '0 to below 90').default(undefined, 'WINDOW_MIN_ELEVATION, 10'))
    .option('--uniform-elevation', "leave the emitters' own elevation masks out");
}

/**
 * Reads the options that name a window; ranges are checked later.
 *
 * @throws UserError for what is no time or no number
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

/** Parses a whole minute, as the API takes times. */
function parseStart(text: string): Date {
  const instant = parseInstant(text);
  if (instant?.fraction === '') return new Date(instant.epochSecond * 1000);
  throw new UserError(`--start ${text}: allowed: a whole minute such as 2026-07-10T00:00:00Z, or a date`);
}

function numeric(option: string, text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UserError(`${option} ${text}: allowed: a number in plain digits`);
}
