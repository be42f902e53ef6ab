import { EPOCH_MS } from '../../spec.js';
import type { PassRow } from '../place/passOrder.js';
import { minuteKind, type PlaceWeek } from '../place/week.js';
import { clearSeconds, type Encounters } from '../sky/encounters.js';

type Field = string | number | boolean | undefined;

/** Beginnings by which spreadsheets take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function fieldText(field: Field): string {
  if (field === undefined) return '';
  if (typeof field !== 'string') return String(field);
  const text = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text of a table as RFC 4180 has it, the names of its columns first; undefined is an empty field. */
export function csvText(head: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [head, ...rows].map((row) => `${row.map(fieldText).join(',')}\r\n`).join('');
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

const PASS_HEAD = [
  'rise_utc',
  'set_utc',
  'seconds',
  'complete',
  'max_elevation_deg',
  'max_elevation_utc',
  'peak_others',
  'mean_others',
  'encounters',
  'in_beam_seconds',
  'clear_start_utc',
  'clear_end_utc',
  'clear_seconds',
  'clear_rank',
];

/** Passes as CSV; what is not counted, or of which no encounters are known, is empty. */
export function passesCsv(rows: readonly PassRow[]): string {
  return csvText(
    PASS_HEAD,
    rows.map(({ pass, encountered, rank }) => {
      const { aosMs, losMs, complete, maxElevationDeg, maxElevationMs, intensity } = pass;
      const clear = encountered?.clear;
      return [
        instant(aosMs),
        instant(losMs),
        rounded((losMs - aosMs) / 1000, 3),
        complete,
        rounded(maxElevationDeg, 2),
        instant(maxElevationMs),
        intensity?.peak,
        intensity && rounded(intensity.mean, 2),
        encountered?.encounterCount,
        encountered && rounded(encountered.inBeamSeconds, 3),
        clear && instant(clear.startMs),
        clear && instant(clear.endMs),
        encountered && rounded(clearSeconds(encountered), 3),
        rank,
      ];
    }),
  );
}

const ENCOUNTER_HEAD = [
  'pass_rise_utc',
  'norad_number',
  'name',
  'operator',
  'enters_utc',
  'leaves_utc',
  'closest_utc',
  'closest_separation_deg',
  'sigma_deg',
  'overlap_hz',
  'overlap_source',
];

/** Encounters as CSV, those that the answer tells, by time. */
export function encountersCsv({ passes }: Encounters): string {
  return csvText(
    ENCOUNTER_HEAD,
    passes.flatMap(({ aosMs, encounters }) =>
      encounters.map((one) => [
        instant(aosMs),
        one.noradNumber,
        one.name,
        one.operator,
        instant(one.entersMs),
        instant(one.leavesMs),
        instant(one.closestMs),
        one.closestDeg,
        one.sigmaDeg,
        one.overlap?.hz,
        one.overlap?.source,
      ]),
    ),
  );
}

/** Minutes of the week as CSV: others where they are counted, else why not, and the elevation of the satellite. */
export function minutesCsv({
  startMs,
  counts,
  elevationsDeg,
}: Pick<PlaceWeek, 'startMs' | 'counts' | 'elevationsDeg'>): string {
  return csvText(
    ['minute_utc', 'others', 'state', 'elevation_deg'],
    Array.from(counts, (count, epoch) => {
      const kind = minuteKind(count);
      const elevationDeg = elevationsDeg[epoch] ?? Number.NaN;
      return [
        `${instant(startMs + epoch * EPOCH_MS).slice(0, 19)}Z`,
        count >= 0 ? count : undefined,
        kind === 'clear' ? 'counted' : kind,
        Number.isNaN(elevationDeg) ? undefined : rounded(elevationDeg, 2),
      ];
    }),
  );
}
