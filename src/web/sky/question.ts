import type { BandChoice } from '../../spec.js';
import type { Place } from '../data/geodetic.js';

/** Whether others count that share a band, or those whose frequencies overlap. */
export type FrequencyMatch = 'band' | 'overlap';

/** Whose sky is asked for, and who counts in it. */
export interface SkyQuestion {
  satelliteId: number;
  /** Identity of the analysis window. */
  window: string;
  band: BandChoice;
  match: FrequencyMatch;
  place: Place;
  /** Id of the station at the place. */
  stationId: number | undefined;
}
