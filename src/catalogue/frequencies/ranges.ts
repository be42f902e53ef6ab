import { BANDS } from '../../spec.js';
import { bandEdgesHz, type DownlinkRule, type FrequencyRange } from '../bands.js';
import type { Transmitter } from '../transmitters/transmitter.js';
import { assumedWidth, isBeacon, type Modulation, type WidthRule } from './bandwidth.js';

/** Frequencies [lowHz, highHz), whole hertz. */
export interface Span {
  lowHz: number;
  highHz: number;
}

/** Frequencies of an imported downlink, the values from which a missing width is assumed, and the source. */
export interface Carrier extends FrequencyRange, Modulation {
  source: Transmitter['source'];
  /** Width, in whole hertz, around a single frequency; null if the source gives none. */
  bandwidthHz: number | null;
}

/** Range that a satellite transmits in, and where that is known from. */
export interface DownlinkRange extends Span {
  source: Carrier['source'] | 'table';
  /**
   * Origin of the two ends: `given` where the source states them, or a centre and a width; else the basis of the
   * assumed width.
   */
  rule: 'given' | WidthRule;
  /** Whether the width is assumed. */
  assumed: boolean;
}

/** Carrier with the elevation, in degrees, below which it is not sent; null if nothing is known. */
export interface ImportedDownlink extends Carrier {
  minElevationDeg: number | null;
}

/** Converts an imported transmitter to a downlink. */
export const importedDownlink = (row: Transmitter): ImportedDownlink => ({
  lowHz: row.downlinkLowHz,
  highHz: row.downlinkHighHz,
  bandwidthHz: row.bandwidthHz,
  baud: row.baud,
  mode: row.mode,
  source: row.source,
  minElevationDeg: row.minElevationDeg,
});

export interface SatelliteRanges {
  /** Ranges that count, each inside the satellite's bands, by rising frequency. */
  ranges: DownlinkRange[];
  /** Ranges of the constellation table that imported carriers replace. */
  setAside: Span[];
}

/** Whether two ranges have a frequency in common. */
export const intersects = (a: Span, b: Span): boolean => a.lowHz < b.highHz && b.lowHz < a.highHz;

/** Range of a width around a centre, cut at 0 Hz. */
export function spanAround(centreHz: number, widthHz: number): Span {
  const lowHz = centreHz - Math.floor(widthHz / 2);
  return { lowHz: Math.max(0, lowHz), highHz: lowHz + widthHz };
}

/** Parts of a range that lie in bands of a mask; parts that touch are joined. */
export function insideBands<R extends Span>(range: R, mask: number): R[] {
  const parts: R[] = [];
  for (const k of BANDS.keys()) {
    if ((mask & (1 << k)) === 0) continue;
    const edges = bandEdgesHz(k);
    const lowHz = Math.max(range.lowHz, edges.lowHz);
    const highHz = Math.min(range.highHz, edges.highHz);
    if (lowHz >= highHz) continue;
    const last = parts.at(-1);
    if (last?.highHz === lowHz) last.highHz = highHz;
    else parts.push({ ...range, lowHz, highHz });
  }
  return parts;
}

/**
 * Finds the frequency ranges of a satellite from its imported carriers and its row of the constellation table. A
 * carrier's two ends or its given width count as they are; a carrier with only a centre gets an assumed width. A range
 * of the table is set aside if it overlaps a carrier that is neither a beacon nor of a television list (such lists
 * leave out all that is no television). The ranges that count are cut to the satellite's bands, `mask`.
 */
export function satelliteRanges(
  carriers: readonly Carrier[],
  rule: Pick<DownlinkRule, 'downlinks'> | undefined,
  mask: number,
): SatelliteRanges {
  const imported = carriers.map((carrier) => ({ range: rangeOf(carrier), wins: isAllOfIts(carrier) }));
  const setAside: Span[] = [];
  const ranges = imported.map(({ range }) => range);
  for (const { lowHz, highHz } of rule?.downlinks ?? []) {
    const row = { lowHz, highHz: Math.max(highHz ?? lowHz, lowHz + 1) };
    if (imported.some(({ range, wins }) => wins && intersects(range, row))) setAside.push(row);
    else ranges.push({ ...row, source: 'table', rule: 'given', assumed: false });
  }
  const counted = ranges.flatMap((range) => insideBands(range, mask));
  return { ranges: distinct(counted), setAside };
}

/**
 * Whether a carrier replaces the ranges of the built-in table that it overlaps: its source is taken to list everything
 * that the satellite sends there. Television lists do not, and a beacon is never everything.
 */
const isAllOfIts = ({ source, mode }: Carrier): boolean =>
  source !== 'television' && source !== 'slot' && !isBeacon(mode);

function rangeOf({ lowHz, highHz, bandwidthHz, source, ...modulation }: Carrier): DownlinkRange {
  if (highHz !== null && highHz > lowHz) return { lowHz, highHz, source, rule: 'given', assumed: false };
  if (bandwidthHz !== null) return { ...spanAround(lowHz, bandwidthHz), source, rule: 'given', assumed: false };
  const { hz, rule } = assumedWidth(lowHz, modulation);
  return { ...spanAround(lowHz, hz), source, rule, assumed: true };
}

/** Sorts ranges by frequency, and leaves out repetitions. */
function distinct(ranges: readonly DownlinkRange[]): DownlinkRange[] {
  const byText = new Map(ranges.map((range) => [encodeRanges([range]), range]));
  return [...byText.values()].sort(
    (a, b) => a.lowHz - b.lowHz || a.highHz - b.highHz || (a.source < b.source ? -1 : 1),
  );
}

type Encoded = [lowHz: number, highHz: number, source: DownlinkRange['source'], rule: DownlinkRange['rule']];

/** Writes ranges as JSON text, the same for the same ranges. */
export function encodeRanges(ranges: readonly DownlinkRange[]): string {
  return JSON.stringify(ranges.map(({ lowHz, highHz, source, rule }): Encoded => [lowHz, highHz, source, rule]));
}

/** Reads ranges that `encodeRanges` wrote; the database may have put blanks between them. */
export function decodeRanges(text: string): DownlinkRange[] {
  return (JSON.parse(text) as Encoded[]).map(([lowHz, highHz, source, rule]) => ({
    lowHz,
    highHz,
    source,
    rule,
    assumed: rule !== 'given',
  }));
}

/** Downlinks of each satellite, by catalogue number; of transmitters with the same source and id the last counts. */
export function downlinksByNumber(transmitters: readonly Transmitter[]): Map<number, ImportedDownlink[]> {
  const byNumber = new Map<number, ImportedDownlink[]>();
  for (const row of distinctTransmitters(transmitters)) {
    const known = byNumber.get(row.noradNumber);
    if (known === undefined) byNumber.set(row.noradNumber, [importedDownlink(row)]);
    else known.push(importedDownlink(row));
  }
  return byNumber;
}

/** Leaves out each transmitter if a later one has the same source and id. */
export function distinctTransmitters(transmitters: readonly Transmitter[]): Transmitter[] {
  return [...new Map(transmitters.map((row) => [`${row.source} ${row.externalId}`, row])).values()];
}
