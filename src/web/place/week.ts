import type { TimeseriesJson } from '../../http/schemas/interference.js';
import type { PassJson, StationTimeseriesJson } from '../../http/schemas/stationInterference.js';
import { API, askJson, pathWith } from '../data/client.js';
import { matchedQuery, type MatchedSatellite } from '../data/matched.js';
import type { Pass } from './passes.js';
import type { Place } from '../map/healpix.js';

/** Signal that gives a request up, and the identity of the window that it is about. */
export interface Asking {
  signal: AbortSignal;
  window: string;
}

/** Intensities at a place, epoch by epoch; empty for a band without data. */
export interface Week {
  startMs: number;
  intensities: Uint16Array;
}

type Question = Omit<MatchedSatellite, 'window'>;

export async function loadWeek({ place, ...asked }: Question & { place: Place }, asking: Asking): Promise<Week> {
  const query = { ...matchedQuery(asked), lat: place.latDeg, lon: place.lonDeg };
  const answer = await askJson<TimeseriesJson>(pathWith(`${API}/interference/timeseries`, query), asking);
  return {
    startMs: Date.parse(answer.start_time),
    intensities: Uint16Array.from(answer.timeseries, ({ intensity }) => intensity),
  };
}

function passOfAnswer(answer: PassJson): Pass {
  const { peak_intensity: peak, mean_intensity: mean } = answer;
  return {
    aosMs: Date.parse(answer.aos),
    losMs: Date.parse(answer.los),
    maxElevationDeg: answer.max_elevation_deg,
    maxElevationMs: Date.parse(answer.max_elevation_time),
    intensity: peak === null || mean === null ? undefined : { peak, mean },
    complete: answer.complete,
  };
}

/** Passes over a station, seen from its own position and height, to the second. */
export async function loadStationPasses(
  { stationId, ...asked }: Question & { stationId: number },
  asking: Asking,
): Promise<Pass[]> {
  const query = { ...matchedQuery(asked), ground_station_id: stationId };
  const path = pathWith(`${API}/interference/ground_station_timeseries`, query);
  const { passes } = await askJson<StationTimeseriesJson>(path, asking);
  return passes.map(passOfAnswer);
}
