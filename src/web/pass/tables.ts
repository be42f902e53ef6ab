import { clearSecondsOf, type ListedPass } from '../passes/listing.js';
import type { Encounter } from '../data/encounters.js';
import { dopplerHz, type Pointing } from './pointing.js';

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
 * @param columns functions from a row to its field, by the column's name; undefined makes an empty field
 */
export function csvOf<R>(rows: readonly R[], columns: Record<string, (row: R) => Field>): string {
  const fields = Object.values(columns);
  const lines = [Object.keys(columns), ...rows.map((row) => fields.map((field) => field(row)))];
  return lines.map((line) => `${line.map(fieldText).join(',')}\r\n`).join('');
}

/** Passes as CSV; fields about others in the beam are empty if no downlink of the satellite is known. */
export function passesCsv(passes: readonly ListedPass[]): string {
  const known = (field: (pass: ListedPass) => Field) => (pass: ListedPass) =>
    pass.isDownlinkKnown ? field(pass) : undefined;
  return csvOf(passes, {
    satellite: ({ tracked }) => tracked.satellite.name,
    receiver: ({ receiver }) => receiver.name,
    rise_utc: ({ aosMs }) => instant(aosMs),
    set_utc: ({ losMs }) => instant(losMs),
    seconds: ({ aosMs, losMs }) => rounded((losMs - aosMs) / 1000, 3),
    complete: ({ complete }) => complete,
    max_elevation_deg: ({ maxElevationDeg }) => maxElevationDeg,
    max_elevation_utc: ({ maxElevationMs }) => instant(maxElevationMs),
    beam_deg: ({ beam }) => beam.deg,
    beam_source: ({ beam }) => beam.source,
    encounters: known(({ encounterCount }) => encounterCount),
    in_beam_seconds: known(({ inBeamSeconds }) => inBeamSeconds),
    clear_start_utc: known(({ clear }) => clear && instant(clear.startMs)),
    clear_end_utc: known(({ clear }) => clear && instant(clear.endMs)),
    clear_seconds: known((pass) => rounded(clearSecondsOf(pass), 3)),
    nearest_name: known(({ nearest }) => nearest?.name),
    nearest_norad_number: known(({ nearest }) => nearest?.norad_number),
    nearest_separation_deg: known(({ nearest }) => nearest?.separation_deg),
  });
}

export function encountersCsv(encounters: readonly Encounter[]): string {
  return csvOf(encounters, {
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
    overlap_low_hz: ({ overlap }) => overlap?.lowHz,
    overlap_source: ({ overlap }) => overlap?.source,
    overlap_assumed: ({ overlap }) => overlap?.isAssumed,
  });
}

/** Pointings as CSV; the Doppler shift is empty without a carrier. */
export function pointingsCsv(rows: readonly Pointing[], carrierHz: number | undefined): string {
  return csvOf(rows, {
    time_utc: ({ ms }) => instant(ms),
    azimuth_deg: ({ azimuthDeg }) => rounded(azimuthDeg, 3),
    elevation_deg: ({ elevationDeg }) => rounded(elevationDeg, 3),
    range_km: ({ rangeKm }) => rounded(rangeKm, 3),
    carrier_hz: () => carrierHz,
    doppler_hz: ({ rangeRateKmS }) =>
      carrierHz === undefined ? undefined : rounded(dopplerHz(carrierHz, rangeRateKmS), 1),
  });
}
