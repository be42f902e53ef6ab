import { LOOKED_AT } from '../../spec.js';
import type { Place } from '../data/geodetic.js';
import { apiTime } from '../time.js';
import type { ViewState } from '../viewState.js';
import type { ApiCall } from './apiCall.js';

/** API calls that return what the explorer shows. */
export function explorerCalls(
  { satelliteId, band, match, beamDeg, stationId }: ViewState,
  { runId, epoch, timeMs, place }: { runId: number; epoch: number; timeMs: number; place: Place | undefined },
): ApiCall[] {
  const byBand: ApiCall = {
    title: 'The map in this minute',
    path: `/coverage_analysis_runs/${runId}/interference_cells/by_epoch/${epoch}`,
    query: { frequency_band: band },
  };
  // The map of the contract counts by band.
  const map = match === 'band' ? [byBand] : [];
  if (!place) return map;
  const counted = { frequency_band: band, frequency_match: match };
  const at = { tracked_satellite_id: satelliteId, lat: place.latDeg, lon: place.lonDeg, ...counted };
  const station = { tracked_satellite_id: satelliteId, ground_station_id: stationId, ...counted };
  const calls: ApiCall[] = [
    ...map,
    { title: 'The week at the place', path: '/interference/timeseries', query: at },
    {
      title: 'The place in this minute',
      path: '/interference/at_point',
      query: { ...at, timestamp: apiTime(timeMs) },
    },
  ];
  const sky = { timestamp: apiTime(timeMs), limit: LOOKED_AT.most };
  calls.push({
    title: 'The sky over the place in this minute',
    path: '/interference/interferers',
    query: stationId === undefined ? { ...at, ...sky } : { ...station, ...sky },
  });
  if (stationId === undefined) return calls;
  const met = { ...station, max_separation_deg: beamDeg };
  return [
    ...calls,
    {
      title: 'The passes over the station',
      path: '/interference/ground_station_timeseries',
      query: station,
    },
    { title: 'Who comes into its beam', path: '/interference/encounters', query: met },
  ];
}
