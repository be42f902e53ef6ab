import { DAY_MS } from '../../spec.js';

/** 00:00 UTC of the day of a time, milliseconds since 1970: when windows start unless somebody says otherwise. */
export function startOfDay(ms: number): Date {
  return new Date(Math.floor(ms / DAY_MS) * DAY_MS);
}
