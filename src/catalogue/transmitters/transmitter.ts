import { MAX_FREQUENCY_HZ, MIN_ELEVATION_RANGE_DEG } from '../../spec.js';
import { numberOf, type Field, type Range } from '../text/fields.js';
import { RecordError } from '../text/rejection.js';

/** Downlink of a satellite. */
export interface Transmitter {
  /** Catalogue number of the satellite. */
  noradNumber: number;
  /**
   * Origin: SatNOGS DB, a CSV, or a television list, whose carriers are of a satellite that it names (`television`) or
   * of any satellite at an orbital slot (`slot`).
   */
  source: 'satnogs' | 'csv' | 'television' | 'slot';
  /** Identifier of the transmitter within its source, the same at every import. */
  externalId: string;
  /** Description by its source; may be empty. */
  description: string;
  /** Lower end of the downlink, or its single frequency, in hertz. */
  downlinkLowHz: number;
  /** Upper end of the downlink, in hertz; null for a single frequency. */
  downlinkHighHz: number | null;
  /** Width around a single frequency, in hertz; null if the source gives none. */
  bandwidthHz: number | null;
  /** Symbols a second; null if nothing is known. */
  baud: number | null;
  /** Modulation: the source's name for it, or empty if it gives none; of a television list, DVB-S2 or DVB-S. */
  mode: string;
  /** Equivalent isotropically radiated power in dBW; null if nothing is known. */
  eirpDbw: number | null;
  /** Elevation, in degrees, below which a ground station is not served; null if nothing is known. */
  minElevationDeg: number | null;
}

/** Allowed range of a frequency or a bandwidth, in hertz. */
export const FREQUENCY: Range = {
  text: `whole hertz, above 0, up to ${MAX_FREQUENCY_HZ} (300 GHz)`,
  holds: (value) => Number.isInteger(value) && value > 0 && value <= MAX_FREQUENCY_HZ,
};

const { low, below } = MIN_ELEVATION_RANGE_DEG;
/** Allowed range of a minimum elevation, in degrees. */
export const MIN_ELEVATION: Range = {
  text: `${low} to below ${below} degrees`,
  holds: (value) => value >= low && value < below,
};

const MAX_BAUD = 100e9;
export const BAUD: Range = { text: `above 0, up to ${MAX_BAUD}`, holds: (value) => value > 0 && value <= MAX_BAUD };

const MAX_EIRP_DBW = 150;
export const EIRP: Range = {
  text: `-${MAX_EIRP_DBW} to ${MAX_EIRP_DBW} dBW`,
  holds: (value) => Math.abs(value) <= MAX_EIRP_DBW,
};
/** Most characters of the name of a modulation. */
export const MODE_LENGTH = 64;

/**
 * Reads the ends of a downlink under two keywords, in hertz; the upper may be absent. Throws a `RecordError` if an end
 * is out of range, the lower absent, or the upper below the lower.
 */
export function downlinkOf(
  field: Field,
  lowKeyword: string,
  highKeyword: string,
): Pick<Transmitter, 'downlinkLowHz' | 'downlinkHighHz'> {
  const downlinkLowHz = numberOf(field, lowKeyword, FREQUENCY);
  const downlinkHighHz = optionalNumberOf(field, highKeyword, FREQUENCY);
  if (downlinkHighHz !== null && downlinkHighHz < downlinkLowHz) {
    throw new RecordError(`${highKeyword} is ${downlinkHighHz}; allowed: from ${lowKeyword}, ${downlinkLowHz}, on`);
  }
  return { downlinkLowHz, downlinkHighHz };
}

/** Reads a number in its range; null if absent. Throws a `RecordError` if it is out of range. */
export function optionalNumberOf(field: Field, keyword: string, range: Range): number | null {
  const number = numberOf(field, keyword, range, NaN);
  return Number.isNaN(number) ? null : number;
}
