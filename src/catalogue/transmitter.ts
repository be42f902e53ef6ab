import { MIN_ELEVATION_RANGE_DEG } from '../spec.js';
import { numberOf, type Field, type Range } from './text/fields.js';
import { RecordError } from './text/rejection.js';

/** Downlink of a satellite. */
export interface Transmitter {
  noradNumber: number;
  source: 'satnogs' | 'csv';
  /** Identifier of the transmitter within its source, the same at every import. */
  externalId: string;
  description: string;
  downlinkLowHz: number;
  /** Upper end of the downlink, in hertz; null for a single frequency. */
  downlinkHighHz: number | null;
  /** Elevation, in degrees, below which a ground station is not served; null where nothing is known. */
  minElevationDeg: number | null;
}

/** Upper end of the radio spectrum (ITU Radio Regulations, 1.5: below 3,000 GHz; allocations end at 300 GHz). */
const MAX_HZ = 300e9;

const FREQUENCY: Range = {
  text: `whole hertz, above 0, up to ${MAX_HZ} (300 GHz)`,
  holds: (value) => Number.isInteger(value) && value > 0 && value <= MAX_HZ,
};

const { low, below } = MIN_ELEVATION_RANGE_DEG;
const MIN_ELEVATION: Range = {
  text: `${low} to below ${below} degrees`,
  holds: (value) => value >= low && value < below,
};

/** Reads a downlink under two keywords, in hertz. Throws a `RecordError` where it is out of range or upside down. */
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

/** Reads an elevation mask in degrees; null where absent. Throws a `RecordError` where it is out of range. */
export const minElevationOf = (field: Field, keyword: string): number | null =>
  optionalNumberOf(field, keyword, MIN_ELEVATION);

function optionalNumberOf(field: Field, keyword: string, range: Range): number | null {
  const number = numberOf(field, keyword, range, NaN);
  return Number.isNaN(number) ? null : number;
}
