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

/** Downlink bands of geostationary fleets: where a source names a band alone, the Radio Regulations give its edges. */
export const C = bandRead(3700, 4200);
export const C_EXTENDED = bandRead(3400, 4200);
export const KU = bandRead(10_700, 12_750);
export const KU_FIXED = bandRead(10_950, 12_750);
export const KU_AMERICAS = bandRead(11_700, 12_200);
export const BROADCAST_AMERICAS = bandRead(12_200, 12_700);
export const KU_ASIA = bandRead(12_250, 12_750);
export const KA = bandRead(17_700, 20_200);

/** Source of most fleets: television channels that receivers can tune to. */
const LISTED = 'transponders listed for receivers (satellites.xml, March 2026), edges of the bands by allocation';
export const GENERAL = 'general knowledge';

/** Row of a geostationary fleet, on few lines. */
export const fleet = (
  key: string,
  operator: string,
  pattern: RegExp,
  downlinks: readonly KnownRange[],
  source = LISTED,
): Row => ({ key, operator, orbits: 'GEO', pattern, downlinks, source });
