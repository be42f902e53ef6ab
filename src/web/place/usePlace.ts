import { useMemo } from 'preact/hooks';
import type { BandChoice } from '../../spec.js';
import { useLoaded, valueOf, type Loaded } from '../data/useLoaded.js';
import type { Track } from '../data/track.js';
import { placeText } from '../viewState.js';
import { elevationsDeg } from './elevation.js';
import { findPasses, type Pass } from './passes.js';
import { loadStationPasses, loadWeek, type Week } from './week.js';
import { weekSeries, type WeekSeries } from './weekSeries.js';
import type { Place } from '../map/healpix.js';

export interface PlaceWeek {
  week: Week;
  elevationsDeg: Float32Array;
  series: WeekSeries;
  passes: Pass[];
  /** Whether the passes are exact to the second, seen from the station's own position and height. */
  exact: boolean;
}

interface Asked {
  satelliteId: number;
  band: BandChoice;
  track: Track;
  minElevationDeg: number;
  place: Place | undefined;
  /** Id of the station at the place. */
  stationId: number | undefined;
}

/** Week at the chosen place: intensities from the API; passes from the API at a station, else from the track. */
export function usePlace(asked: Asked): { loaded: Loaded<Week>; found: PlaceWeek | undefined; reload: () => void } {
  const { satelliteId, band, track, minElevationDeg, place, stationId } = asked;
  const subject = `${satelliteId} ${band} ${track.startMs}`;
  const weekKey = place && `week ${subject} ${placeText(place)}`;
  const { loaded, reload } = useLoaded(weekKey, (signal) =>
    loadWeek({ satelliteId, band, place: place ?? { latDeg: 0, lonDeg: 0 } }, signal),
  );
  const stationKey = stationId === undefined ? undefined : `passes ${subject} ${stationId}`;
  const { loaded: loadedPasses } = useLoaded(stationKey, (signal) =>
    loadStationPasses({ satelliteId, band, stationId: stationId ?? 0 }, signal),
  );
  const week = valueOf(loaded);
  const stationPasses = valueOf(loadedPasses);
  const found = useMemo(() => {
    if (!week || !place) return undefined;
    const elevations = elevationsDeg(place, track.positions);
    const { startMs, intensities } = week;
    const estimated = findPasses({ startMs, minElevationDeg, elevationsDeg: elevations, intensities });
    return {
      week,
      elevationsDeg: elevations,
      series: weekSeries(week, elevations, minElevationDeg),
      passes: stationPasses ?? estimated,
      exact: stationPasses !== undefined,
    };
  }, [week, stationPasses, track, minElevationDeg, place?.latDeg, place?.lonDeg]);
  return { loaded, found, reload };
}
