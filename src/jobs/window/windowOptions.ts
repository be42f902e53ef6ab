import { UserError } from '../../errors.js';
import { DAY_MS, EPOCH_MS, MIN_ELEVATION_RANGE_DEG, WINDOW_NSIDES } from '../../spec.js';

export interface WindowOptions {
  /** Start of the window, a whole UTC minute. */
  start: Date;
  /** HEALPix resolution, one of `WINDOW_NSIDES`. */
  nside: number;
  /** Minimum elevation, 0 to below 90 degrees. */
  minElevationDeg: number;
  /** Whether the emitters' own minimum elevations are ignored. */
  uniformElevation: boolean;
}

/** First and last start, in ms since 1970: elsets are dated from Sputnik on, and TLE years end with 2056. */
const FIRST_START = Date.UTC(1957, 9, 4);
const LAST_START = Date.UTC(2056, 11, 31);

/** Checks the options of a window. @throws UserError if one is out of range */
export function checkOptions({ start, nside, minElevationDeg }: WindowOptions): void {
  const at = start.getTime();
  if (Number.isNaN(at)) throw new UserError('start: not a time; allowed: ISO 8601 with Z or an offset');
  if (at % EPOCH_MS !== 0) throw new UserError(`start ${start.toISOString()}: allowed: a whole UTC minute`);
  if (at < FIRST_START || at > LAST_START) {
    const range = `${isoDay(FIRST_START)} to ${isoDay(LAST_START)}`;
    throw new UserError(`start ${start.toISOString()}: allowed: ${range}, the years that element sets are dated in`);
  }
  if (!(WINDOW_NSIDES as readonly number[]).includes(nside)) {
    throw new UserError(`nside ${nside}: allowed: ${WINDOW_NSIDES.join(', ')}`);
  }
  const { low, below } = MIN_ELEVATION_RANGE_DEG;
  if (!(minElevationDeg >= low && minElevationDeg < below)) {
    throw new UserError(`minimum elevation ${minElevationDeg}: allowed: ${low} to below ${below} degrees`);
  }
}

/** Date of a time in milliseconds since 1970, such as 2026-07-10. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Start of the UTC day of a time, milliseconds since 1970: the default start of windows. */
export function startOfDay(ms: number): Date {
  return new Date(Math.floor(ms / DAY_MS) * DAY_MS);
}
