import { z } from 'zod';
import type { StationCounts } from '../../compute/series/stationAnalysis.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import { askerOf } from '../request/asker.js';
import { isUnchanged, NOT_MODIFIED } from '../response/etag.js';
import { LINES, Streamed, type StreamedItem, textItem } from '../response/streamed.js';
import { defineRoute } from '../route.js';
import { groundStationObject } from '../routes/groundStations.js';
import { activeOf } from '../routes/stationInterference.js';
import { stationPlace } from '../routes/stationPlace.js';
import type { StationWeekJson } from '../schemas/stationWeek.js';
import { matched, matchedQuery } from './matched.js';

function weekOf(station: GroundStation, { passes, counts }: StationCounts): StationWeekJson {
  return {
    ground_station: groundStationObject(station),
    passes: passes.map(({ aosSecond, losSecond, maxElevationSecond, maxElevationDeg, complete }) => [
      aosSecond,
      losSecond,
      maxElevationSecond,
      Math.round(100 * maxElevationDeg) / 100,
      Number(complete),
    ]),
    counts: Array.from(counts),
  };
}

async function* linesOf(
  stations: readonly GroundStation[],
  answers: AsyncGenerator<StationCounts, void>,
): AsyncGenerator<StreamedItem, void> {
  let next = 0;
  for await (const answer of answers) {
    yield textItem(`${JSON.stringify(weekOf(stations[next++] as GroundStation, answer))}\n`);
  }
}

/**
 * Week of each active station, a line each as it is found: what `all_ground_stations` tells, without a time and a level for
 * every minute, which is a twentieth of it.
 */
export const stationWeeks = defineRoute({
  method: 'GET',
  auth: 'token',
  limitGroup: 'interference',
  work: 'many',
  path: '/station_weeks',
  summary: 'Passes over all active stations, and the intensities in them as numbers',
  enterprise: true,
  types: [LINES],
  query: z.strictObject(matched),
  response: z.object({}),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { query, parts } = await matchedQuery(dependencies, caller, asked);
    const { window } = query;
    const { stations, digest } = activeOf(await dependencies.known.stations(caller.accountId));
    if (await isUnchanged(ctx, window, ['station_weeks', ...parts, digest])) return NOT_MODIFIED;
    const places = stations.map(stationPlace);
    const range = { fromEpoch: 0, toEpoch: window.epochCount };
    const answers = dependencies.analysis.stationCounts({ ...query, ...range, places }, askerOf(ctx, caller));
    return Streamed.asLines(linesOf(stations, answers));
  },
});
