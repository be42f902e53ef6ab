import { z } from 'zod';
import type { StationCounts } from '../../compute/series/stationAnalysis.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import { askerOf } from '../response/whenClosed.js';
import { isUnchanged, NOT_MODIFIED } from '../response/answer.js';
import { LINES, Streamed, type StreamedItem, textItem } from '../response/streamed.js';
import { defineRoute } from '../route.js';
import { groundStationObject, requireStation } from '../routes/groundStations.js';
import { activeOf } from '../routes/stationInterference.js';
import { onGround, stationPlace } from '../routes/sky/question.js';
import * as parameters from '../schemas/parameters.js';
import { week, type WeekJson } from '../schemas/week.js';
import { matched, matchedQuery } from './sky.js';

const ofWeeks = { method: 'GET', auth: 'token', limitGroup: 'interference', enterprise: true } as const;

function weekOf({ passes, counts }: StationCounts): WeekJson {
  return {
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

const oneWeek = z
  .strictObject({
    ...matched,
    lat: parameters.latitude.optional(),
    lon: parameters.longitude.optional(),
    ground_station_id: parameters.groundStationId.optional(),
  })
  .refine(
    ({ lat, lon, ground_station_id: id }) =>
      (lat === undefined) === (lon === undefined) && (lat === undefined) === (id !== undefined),
    { path: ['lat'], error: 'must be given with lon, or ground_station_id instead of both' },
  );

/** Week at a place or a station as numbers: a twentieth of the bytes of the API's answer. */
export const placeWeek = defineRoute({
  ...ofWeeks,
  work: 'whole',
  path: '/week',
  summary: 'Passes over a place or a station, and the intensities in them as numbers',
  query: oneWeek,
  response: week,
  handler: async ({ query: { lat = 0, lon = 0, ground_station_id: id, ...asked }, caller, ctx }, dependencies) => {
    const { query, parts } = await matchedQuery(dependencies, caller, asked);
    const station =
      id === undefined
        ? onGround(lat, lon)
        : requireStation(await dependencies.known.station(caller.accountId, id), id);
    const place = stationPlace(station);
    if (await isUnchanged(ctx, query.window, ['week', ...parts, place])) return NOT_MODIFIED;
    const range = { fromEpoch: 0, toEpoch: query.window.epochCount };
    const asking = { ...query, ...range, places: [place] };
    for await (const answer of dependencies.analysis.stationCounts(asking, askerOf(ctx, caller))) return weekOf(answer);
    throw new Error('a question about one place has no answer');
  },
});

async function* linesOf(
  stations: readonly GroundStation[],
  answers: AsyncGenerator<StationCounts, void>,
): AsyncGenerator<StreamedItem, void> {
  let next = 0;
  for await (const answer of answers) {
    const station = groundStationObject(stations[next++] as GroundStation);
    yield textItem(`${JSON.stringify({ ground_station: station, ...weekOf(answer) })}\n`);
  }
}

/** Week of each active station: one line each, sent as soon as it is computed. */
export const stationWeeks = defineRoute({
  ...ofWeeks,
  work: 'many',
  path: '/weeks',
  summary: 'The same over all active stations, a line each as it is found',
  types: [LINES],
  query: z.strictObject(matched),
  response: z.object({}),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { query, parts } = await matchedQuery(dependencies, caller, asked);
    const { window } = query;
    const { stations, digest } = activeOf(await dependencies.known.stations(caller.accountId));
    if (await isUnchanged(ctx, window, ['weeks', ...parts, digest])) return NOT_MODIFIED;
    const places = stations.map(stationPlace);
    const range = { fromEpoch: 0, toEpoch: window.epochCount };
    const answers = dependencies.analysis.stationCounts({ ...query, ...range, places }, askerOf(ctx, caller));
    return Streamed.asLines(linesOf(stations, answers));
  },
});
