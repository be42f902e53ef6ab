import { LOOKED_AT } from '../../spec.js';
import type { Place } from '../data/geodetic.js';
import { skyQuery } from '../data/question.js';
import { apiTime } from '../time.js';
import type { ViewState } from '../viewState.js';
import type { ApiCall } from './apiCall.js';

/** API calls that return what the explorer shows. */
export function explorerCalls(
  { satelliteId = 0, band, match, beamDeg, stationId }: ViewState,
  { runId, epoch, timeMs, place }: { runId: number; epoch: number; timeMs: number; place: Place | undefined },
): ApiCall[] {
  const byBand: ApiCall = {
    title: 'The map in this minute',
    path: `/coverage_analysis_runs/${runId}/interference_cells/by_epoch/${epoch}`,
    query: { frequency_band: band },
  };
  // The API has maps by band only, not by overlap.
  const map = match === 'band' ? [byBand] : [];
  if (!place) return map;
  const asked = { satelliteId, band, match, place };
  const at = skyQuery({ ...asked, stationId: undefined });
  const above = skyQuery({ ...asked, stationId });
  const timestamp = apiTime(timeMs);
  const ofPlace: ApiCall[] = [
    { title: 'The week at the place', path: '/interference/timeseries', query: at },
    { title: 'The place in this minute', path: '/interference/at_point', query: { ...at, timestamp } },
    {
      title: 'The sky over the place in this minute',
      path: '/interference/interferers',
      query: { ...above, timestamp, limit: LOOKED_AT.most },
    },
  ];
  const ofStation: ApiCall[] = [
    { title: 'The passes over the station', path: '/interference/ground_station_timeseries', query: above },
    {
      title: 'Who comes into its beam',
      path: '/interference/encounters',
      query: { ...above, max_separation_deg: beamDeg },
    },
  ];
  return [...map, ...ofPlace, ...(stationId === undefined ? [] : ofStation)];
}
