import type { DownlinkRule, FrequencyRange } from '../bands.js';

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

/** Row as the files of this folder write it: `minElevationDeg` is left out where no filing gives one. */
export type Row = Omit<Constellation, 'minElevationDeg'> & { minElevationDeg?: number };

const HZ_PER_MHZ = 1e6;

const rangeKnown =
  (known: KnownRange['known']) =>
  (lowMhz: number, highMhz: number, use = ''): KnownRange => ({
    lowHz: Math.round(lowMhz * HZ_PER_MHZ),
    highHz: Math.round(highMhz * HZ_PER_MHZ),
    known,
    use,
  });

export const read = rangeKnown('read');
export const bandRead = rangeKnown('band read');
export const general = rangeKnown('general');
