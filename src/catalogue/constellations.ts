import type { DownlinkRule, FrequencyRange } from './bands.js';
import { type Column, list, matching, number, optional, readTable, text } from './tables/table.js';

/** Range of the built-in table. */
export interface KnownRange extends FrequencyRange {
  /**
   * How the range is known: it was read at the row's source, only its band was read there, or it is general knowledge.
   */
  known: 'read' | 'band read' | 'general';
  /** Purpose; may be empty. */
  use: string;
}

/** Row of the built-in table: satellites whose catalogue name matches the pattern transmit in these ranges. */
export interface Constellation extends DownlinkRule {
  /** Operator of the satellites. */
  operator: string;
  /**
   * Classes of orbit that the constellation uses, such as `LEO` or `GEO/IGSO`; the class of one satellite follows from
   * its elements instead.
   */
  orbits: string;
  /** Pattern that the catalogue names of its satellites match, upper case. */
  pattern: RegExp;
  /** Ranges that its satellites transmit in. */
  downlinks: readonly KnownRange[];
  /**
   * Lowest elevation, in degrees, at which any of the satellite's links operates, where public filings give it for all
   * links; else null. The value of one link would hide transmissions of another that works at lower elevations.
   */
  minElevationDeg: number | null;
}

const HZ_PER_MHZ = 1e6;
const RANGE = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) (read|band read|general)(?: (.+))?$/;

const range: Column<KnownRange> = {
  allowed: 'low-high in MHz, then read, band read or general, then perhaps the purpose',
  read: (field) => {
    const [, lowMhz, highMhz, known, use = ''] = RANGE.exec(field) ?? [];
    const lowHz = Math.round(Number(lowMhz) * HZ_PER_MHZ);
    const highHz = Math.round(Number(highMhz) * HZ_PER_MHZ);
    return lowHz < highHz ? { lowHz, highHz, known: known as KnownRange['known'], use } : undefined;
  },
};

const pattern: Column<RegExp> = {
  allowed: 'a regular expression of JavaScript',
  read: (field) => {
    try {
      return field === '' ? undefined : new RegExp(field);
    } catch {
      return undefined;
    }
  },
};

/**
 * Built-in table of constellations, in the order of matching: a row stands before a wider one of the same operator.
 */
export const CONSTELLATIONS: readonly Constellation[] = readTable('constellations.csv', {
  key: matching(/^[a-z\d]+(?:-[a-z\d]+)*$/, 'small letters and digits, with hyphens between them'),
  operator: text,
  orbits: matching(
    /^(?:LEO|MEO|IGSO|GEO|HEO)(?:\/(?:LEO|MEO|IGSO|GEO|HEO))*$/,
    'LEO, MEO, IGSO, GEO, HEO, as GEO/IGSO',
  ),
  pattern,
  downlinksMhz: list(range),
  minElevationDeg: optional(number(0, 90)),
  source: text,
}).map(({ downlinksMhz, ...row }) => ({ ...row, downlinks: downlinksMhz }));

/** Names of all operators that the table knows, by the alphabet. */
export const OPERATORS: readonly string[] = [...new Set(CONSTELLATIONS.map(({ operator }) => operator))].sort((a, b) =>
  a.localeCompare(b, 'en'),
);

/**
 * All patterns as one. Names that no row takes are common, and trying one pattern after the other takes 50 times as
 * long.
 */
const ANY = new RegExp(CONSTELLATIONS.map(({ pattern: { source } }) => source).join('|'));

/**
 * Finds the constellation of a satellite: the first whose pattern its catalogue name matches, in whatever case it is
 * written; undefined for none.
 */
export function constellationOf(name: string): Constellation | undefined {
  const upper = name.toUpperCase();
  if (!ANY.test(upper)) return undefined;
  return CONSTELLATIONS.find((constellation) => constellation.pattern.test(upper));
}
