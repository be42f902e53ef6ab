import type { DownlinkRule, FrequencyRange } from '../bands.js';

/** How a range came to be known: read at the row's source, the band read there but not its edges, or general knowledge. */
type Known = 'read' | 'band read' | 'general';

interface KnownRange extends FrequencyRange {
  known: Known;
  use: string;
}

/** One row of the built-in table: satellites whose catalogue name matches the pattern transmit in these ranges. */
export interface Constellation extends DownlinkRule {
  operator: string;
  /** Classes of orbit that the constellation uses, such as `LEO` or `GEO/IGSO`; a satellite's own follows from its elements. */
  orbits: string;
  pattern: RegExp;
  downlinks: readonly KnownRange[];
  /**
   * The lowest elevation at which any of the satellite's links operates, where a public filing gives it. Values that
   * filings give for one link only, while another reaches lower or is not described, would hide transmissions: null.
   */
  minElevationDeg: number | null;
}

const HZ_PER_MHZ = 1e6;

function range(lowMhz: number, highMhz: number, known: Known, use: string): KnownRange {
  return { lowHz: Math.round(lowMhz * HZ_PER_MHZ), highHz: Math.round(highMhz * HZ_PER_MHZ), known, use };
}

export function read(lowMhz: number, highMhz: number, use = ''): KnownRange {
  return range(lowMhz, highMhz, 'read', use);
}

export function bandRead(lowMhz: number, highMhz: number, use = ''): KnownRange {
  return range(lowMhz, highMhz, 'band read', use);
}

export function general(lowMhz: number, highMhz: number, use = ''): KnownRange {
  return range(lowMhz, highMhz, 'general', use);
}
