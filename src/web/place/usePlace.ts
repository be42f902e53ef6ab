import { useMemo } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { WeekJson } from '../../http/schemas/week.js';
import type { Place } from '../data/geodetic.js';
import { elevationsDeg } from '../data/look.js';
import { matchedKey, type MatchedSatellite } from '../data/question.js';
import type { Counting } from '../data/satellites.js';
import type { Track } from '../data/track.js';
import { type Loaded, useLoaded, valueOf } from '../loading/useLoaded.js';
import { placeText } from '../viewState.js';
import { loadWeek, type PlaceWeek, UNKNOWN, weekOf } from './week.js';

interface Asked extends MatchedSatellite {
  track: Track;
  counting: Counting;
  place: Place | undefined;
  /** Station at the place, where it is one. */
  station: GroundStationJson | undefined;
}

/** Week at the chosen place: passes and counts from the server, elevations from the track. */
export function usePlace(asked: Asked): { loaded: Loaded<WeekJson>; found: PlaceWeek | undefined; reload: () => void } {
  const { track, counting, place, station } = asked;
  const { latDeg = 0, lonDeg = 0 } = place ?? {};
  const site = { latDeg, lonDeg, stationId: station?.id };
  const key = place && `week ${matchedKey(asked)} ${site.stationId ?? placeText(site)}`;
  const { loaded, reload } = useLoaded(key, (signal) => loadWeek(asked, site, signal));
  const answer = valueOf(loaded);
  const found = useMemo(() => {
    if (!answer) return undefined;
    const week = weekOf(answer, track);
    const heightM = station?.elevation_meters ?? 0;
    const elevations = elevationsDeg({ latDeg, lonDeg, heightM }, track.positions);
    for (const [epoch, deg] of elevations.entries()) if (Number.isNaN(deg)) week.counts[epoch] = UNKNOWN;
    const minElevationDeg = station?.min_elevation_deg ?? counting.minElevationDeg;
    return { ...week, elevationsDeg: elevations, minElevationDeg };
  }, [answer, track, counting, latDeg, lonDeg, station]);
  return { loaded, found, reload };
}
