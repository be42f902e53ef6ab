import type { BandChoice } from '../../spec.js';
import type { Place } from './geodetic.js';

/** Whom a question is about: a tracked satellite in a window, and which others count. */
export interface MatchedSatellite {
  satelliteId: number;
  band: string;
  /** Others of the same band, or those whose frequencies overlap. */
  match: 'band' | 'overlap';
  /** Identity of the window. */
  window: string;
}

/** Query parameters of such a question. */
export function matchedQuery({ satelliteId, band, match }: Omit<MatchedSatellite, 'window'>) {
  return {
    tracked_satellite_id: satelliteId,
    frequency_band: band === 'all' ? undefined : band,
    frequency_match: match,
  };
}

/** Text that tells such questions apart. */
export function matchedKey({ satelliteId, band, match, window }: MatchedSatellite): string {
  return `${satelliteId} ${band} ${match} ${window}`;
}

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
