import { DAY_MS } from '../../spec.js';

/** Start of the UTC day of a time, milliseconds since 1970: the default start of windows. */
export function startOfDay(ms: number): Date {
  return new Date(Math.floor(ms / DAY_MS) * DAY_MS);
}
