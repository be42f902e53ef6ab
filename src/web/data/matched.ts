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
