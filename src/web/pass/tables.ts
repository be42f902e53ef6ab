import { EPOCH_MS } from '../../spec.js';
import type { PassRow } from '../place/passOrder.js';
import { minuteKind, type PlaceWeek } from '../place/week.js';
import { clearSeconds, type Encounters } from '../sky/encounters.js';
import { apiTime } from '../time.js';

type Field = string | number | boolean | undefined;

/** First characters that make a spreadsheet take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function fieldText(field: Field): string {
  if (field === undefined) return '';
  if (typeof field !== 'string') return String(field);
  const text = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Name of a file made of words: `sidelobe-iss-zarya-berlin-passes.csv`. */
export function fileName(words: readonly string[], ending: string): string {
  const plain = ['sidelobe', ...words].join('-').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const slug = plain.toLowerCase().replaceAll(/[^\p{L}\p{N}.]+/gu, '-');
  return `${slug.replaceAll(/^-+|-+$/g, '').slice(0, 100)}.${ending}`;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/**
 * Text of a table in the form of RFC 4180, the names of its columns first.
 *
 * @param columns for each column, by its name, the field of a row; undefined is an empty field
 */
export function csvOf<R>(rows: readonly R[], columns: Record<string, (row: R) => Field>): string {
  const fields = Object.values(columns);
  const lines = [Object.keys(columns), ...rows.map((row) => fields.map((field) => field(row)))];
  return lines.map((line) => `${line.map(fieldText).join(',')}\r\n`).join('');
}

/** Passes as CSV; a field is empty where nothing is counted, or no encounters are known. */
export function passesCsv(rows: readonly PassRow[]): string {
  return csvOf(rows, {
    rise_utc: ({ pass }) => instant(pass.aosMs),
    set_utc: ({ pass }) => instant(pass.losMs),
    seconds: ({ pass }) => rounded((pass.losMs - pass.aosMs) / 1000, 3),
    complete: ({ pass }) => pass.complete,
    max_elevation_deg: ({ pass }) => rounded(pass.maxElevationDeg, 2),
    max_elevation_utc: ({ pass }) => instant(pass.maxElevationMs),
    peak_others: ({ pass }) => pass.intensity?.peak,
    mean_others: ({ pass }) => pass.intensity && rounded(pass.intensity.mean, 2),
    encounters: ({ encountered }) => encountered?.encounterCount,
    in_beam_seconds: ({ encountered }) => encountered && rounded(encountered.inBeamSeconds, 3),
    clear_start_utc: ({ encountered }) => encountered?.clear && instant(encountered.clear.startMs),
    clear_end_utc: ({ encountered }) => encountered?.clear && instant(encountered.clear.endMs),
    clear_seconds: ({ encountered }) => encountered && rounded(clearSeconds(encountered), 3),
    clear_rank: ({ rank }) => rank,
    clear_probability: ({ encountered }) => encountered?.clear?.probability,
  });
}

/** Encounters of the answer as CSV, by time. */
export function encountersCsv({ passes }: Encounters): string {
  const rows = passes.flatMap(({ aosMs, encounters }) => encounters.map((one) => ({ aosMs, ...one })));
  return csvOf(rows, {
    pass_rise_utc: ({ aosMs }) => instant(aosMs),
    norad_number: ({ noradNumber }) => noradNumber,
    name: ({ name }) => name,
    operator: ({ operator }) => operator,
    enters_utc: ({ entersMs }) => instant(entersMs),
    leaves_utc: ({ leavesMs }) => instant(leavesMs),
    closest_utc: ({ closestMs }) => instant(closestMs),
    closest_separation_deg: ({ closestDeg }) => closestDeg,
    sigma_deg: ({ sigmaDeg }) => sigmaDeg,
    time_sigma_seconds: ({ timeSigmaSeconds }) => timeSigmaSeconds,
    probability: ({ probability }) => probability,
    overlap_hz: ({ overlap }) => overlap?.hz,
    overlap_source: ({ overlap }) => overlap?.source,
  });
}

/** Minutes of the week as CSV: the count, or the reason why there is none, and the satellite's elevation. */
export function minutesCsv(week: Pick<PlaceWeek, 'startMs' | 'counts' | 'elevationsDeg'>): string {
  const { startMs, counts, elevationsDeg } = week;
  return csvOf([...counts.entries()], {
    minute_utc: ([epoch]) => apiTime(startMs + epoch * EPOCH_MS),
    others: ([, count]) => (count >= 0 ? count : undefined),
    state: ([, count]) => (count >= 0 ? 'counted' : minuteKind(count)),
    elevation_deg: ([epoch]) => {
      const deg = elevationsDeg[epoch] ?? Number.NaN;
      return Number.isNaN(deg) ? undefined : rounded(deg, 2);
    },
  });
}
