import { useMemo } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { matchedKey, type MatchedSatellite } from '../data/matched.js';
import type { Counting } from '../data/satellites.js';
import { useLoaded, valueOf, type Loaded } from '../data/useLoaded.js';
import type { Track } from '../data/track.js';
import { cellOf, placeInCell, type Place } from '../map/healpix.js';
import { placeText } from '../viewState.js';
import { countsOf, type Counts, type Seen } from './counts.js';
import { elevationsDeg } from './elevation.js';
import { findPasses, measured, type Pass } from './passes.js';
import { loadStationPasses, loadWeek, type Week } from './week.js';

export interface PlaceWeek {
  week: Week;
  counts: Counts;
  /** Elevation of the satellite in each epoch, and that from which it is in view, in degrees. */
  seen: Seen;
  passes: Pass[];
  /** Whether the passes are exact to the second, seen from the station's own position and height. */
  exact: boolean;
}

interface Asked extends MatchedSatellite {
  track: Track;
  counting: Counting;
  place: Place | undefined;
  /** Station at the place, where it is one. */
  station: GroundStationJson | undefined;
}

/** Counts over a place, and elevations there; of a station's own minimum elevation, where it has one. */
export function seenFrom(
  place: Place,
  { counting, track, station }: Pick<Asked, 'counting' | 'track' | 'station'>,
  { intensities }: Week,
) {
  const { nside, isKnown, minElevationDeg, windowMinElevationDeg } = counting;
  const stationMinDeg = station && (station.min_elevation_deg ?? windowMinElevationDeg);
  const here = {
    elevationsDeg: elevationsDeg(place, track.positions),
    minElevationDeg: stationMinDeg ?? minElevationDeg,
  };
  const middle = placeInCell(nside, cellOf(nside, place));
  const centre = { elevationsDeg: elevationsDeg(middle, track.positions), minElevationDeg };
  const counts = countsOf({ intensities: isKnown ? intensities : new Uint16Array(), here, centre });
  return { ...here, counts };
}

/** Week at the chosen place: intensities from the API; passes from the API at a station, else from the track. */
export function usePlace(asked: Asked): { loaded: Loaded<Week>; found: PlaceWeek | undefined; reload: () => void } {
  const { satelliteId, band, match, track, counting, place, station } = asked;
  const stationId = station?.id;
  const asking = (signal: AbortSignal) => ({ signal, window: asked.window });
  const subject = matchedKey(asked);
  const weekKey = place && `week ${subject} ${placeText(place)}`;
  const { loaded, reload } = useLoaded(weekKey, (signal) =>
    loadWeek({ satelliteId, band, match, place: place ?? { latDeg: 0, lonDeg: 0 } }, asking(signal)),
  );
  const stationKey = stationId === undefined ? undefined : `passes ${subject} ${stationId}`;
  const { loaded: loadedPasses } = useLoaded(stationKey, (signal) =>
    loadStationPasses({ satelliteId, band, match, stationId: stationId ?? 0 }, asking(signal)),
  );
  const week = valueOf(loaded);
  const stationPasses = valueOf(loadedPasses);
  const found = useMemo(() => {
    if (!week || !place) return undefined;
    const { startMs } = week;
    const { counts, ...seen } = seenFrom(place, asked, week);
    return {
      week,
      counts,
      seen,
      passes: stationPasses?.map((pass) => measured(pass, startMs, counts)) ?? findPasses({ startMs, counts, ...seen }),
      exact: stationPasses !== undefined,
    };
  }, [week, stationPasses, track, counting, station, place?.latDeg, place?.lonDeg]);
  return { loaded, found, reload };
}
