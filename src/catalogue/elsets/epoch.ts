import { isAbsent, shown } from '../text/fields.js';
import { RecordError } from '../text/rejection.js';

// Years of valid epochs. No satellite flew before 1957; in 2255 a double ceases to hold whole microseconds exactly.
const FIRST_YEAR = 1957;
const LAST_YEAR = 2254;

const DAY_US = 86_400_000_000;
/** Microseconds in 1e-8 days, the last decimal of a TLE epoch. */
const TLE_EPOCH_UNIT_US = 864;

const OMM_EPOCH = /^(\d{4})-(?:(\d{3})|(\d{2})-(\d{2}))T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?Z?$/;
const TLE_EPOCH = /^(\d{2})([ \d]{2}\d)\.(\d{8})$/;

/**
 * Parses the epoch of an OMM (CCSDS 502.0-B-3, 7.5.10) into microseconds of UTC since 1970; decimals past the sixth are
 * rounded. Throws a `RecordError` for anything else.
 */
export function ommEpochUs(value: unknown): number {
  const match = typeof value === 'string' ? OMM_EPOCH.exec(value.trim()) : null;
  if (match) {
    const [, year, dayOfYear, month, day, hours, minutes, seconds, fraction = ''] = match;
    const startMs =
      dayOfYear === undefined
        ? dateMs(Number(year), Number(month), Number(day))
        : dayMs(Number(year), Number(dayOfYear));
    const inRange = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
    if (startMs !== undefined && inRange) {
      const second = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
      return startMs * 1000 + second * 1_000_000 + fractionUs(fraction);
    }
  }
  const found = isAbsent(value) ? 'missing' : shown(value);
  throw new RecordError(
    `EPOCH is ${found}; allowed: YYYY-MM-DDThh:mm:ss or YYYY-DDDThh:mm:ss in UTC, ` +
      `with or without decimals and Z, ${FIRST_YEAR} to ${LAST_YEAR}`,
  );
}

/**
 * Parses columns 19 to 32 of a TLE's line 1 into microseconds of UTC since 1970, exactly; years 57 to 99 are of the
 * 1900s. Throws a `RecordError` for anything else.
 */
export function tleEpochUs(columns: string): number {
  const match = TLE_EPOCH.exec(columns);
  if (match) {
    const shortYear = Number(match[1]);
    const startMs = dayMs(shortYear < 57 ? 2000 + shortYear : 1900 + shortYear, Number(match[2]));
    if (startMs !== undefined) return startMs * 1000 + Number(match[3]) * TLE_EPOCH_UNIT_US;
  }
  throw new RecordError(
    `epoch (line 1, columns 19-32) is ${shown(columns)}; allowed: YYDDD.DDDDDDDD with a day of that year, from 1`,
  );
}

function fractionUs(fraction: string): number {
  const digits = fraction.padEnd(7, '0');
  return Number(digits.slice(0, 6)) + (digits.charAt(6) >= '5' ? 1 : 0);
}

function dateMs(year: number, month: number, day: number): number | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

function dayMs(year: number, dayOfYear: number): number | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR || dayOfYear < 1) return undefined;
  const ms = Date.UTC(year, 0, 1) + ((dayOfYear - 1) * DAY_US) / 1000;
  return new Date(ms).getUTCFullYear() === year ? ms : undefined;
}
