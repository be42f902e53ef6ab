import type { BandChoice } from '../../spec.js';
import { type Place, placeText } from './geodetic.js';

/** Rule for the other satellites that count: they share a band, or frequencies, with the tracked one. */
export type FrequencyMatch = 'band' | 'overlap';

/** Subject of a question: a tracked satellite in a window, and the rule by which others count. */
export interface MatchedSatellite {
  satelliteId: number;
  band: BandChoice;
  match: FrequencyMatch;
  /** Identity of the window. */
  window: string;
}

/** Query parameters of a question about a satellite. */
export function matchedQuery({ satelliteId, band, match }: Omit<MatchedSatellite, 'window'>) {
  return {
    tracked_satellite_id: satelliteId,
    frequency_band: band === 'all' ? undefined : band,
    frequency_match: match,
  };
}

/** Text that differs between any two questions about satellites. */
export function matchedKey({ satelliteId, band, match, window }: MatchedSatellite): string {
  return `${satelliteId} ${band} ${match} ${window}`;
}

/** Subject of a question about the sky over a place. */
export interface SkyQuestion extends MatchedSatellite {
  place: Place;
  /** Id of the station at the place, which also has a height; undefined for a place without a station. */
  stationId: number | undefined;
}

/** Query parameters of a question about the sky over a place. */
export function skyQuery({ place, stationId, ...satellite }: Omit<SkyQuestion, 'window'>) {
  const at = stationId === undefined ? { lat: place.latDeg, lon: place.lonDeg } : { ground_station_id: stationId };
  return { ...matchedQuery(satellite), ...at };
}

/** Text that differs between any two questions about the sky over a place. */
export function skyKey({ place, stationId, ...satellite }: SkyQuestion): string {
  return `${matchedKey(satellite)} ${stationId ?? placeText(place)}`;
}
