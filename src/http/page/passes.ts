import { z } from 'zod';
import type { SkyPass } from '../../compute/sky/skyAnalysis.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import type { TrackedSatellite } from '../../db/analysis/tracked.js';
import { askerOf } from '../response/whenClosed.js';
import { isUnchanged, NOT_MODIFIED } from '../response/answer.js';
import { LINES, Streamed, type StreamedItem, textItem } from '../response/streamed.js';
import { defineRoute } from '../route.js';
import { interference, rounded } from '../routes/interferenceParts.js';
import { currentWindow } from '../routes/subject.js';
import { beamQuery, wholeMs } from '../routes/sky/encounters.js';
import { checkPairs, namedSatellites, type PairQuery, searchPairs, stationsOf } from '../routes/sky/findClearPasses.js';
import type { Met } from '../routes/sky/searchPasses.js';
import { namedFields, onGround, type Receiver } from '../routes/sky/question.js';
import * as parameters from '../schemas/parameters.js';
import type { ListedPassJson, PairPassesJson } from '../schemas/passes.js';
import { matchedBy } from './sky.js';

/** Most satellites that one answer is about. */
const MOST_SATELLITES = 20;
/** A station, or a place, which has no id. */
type Spot = Receiver & Partial<Pick<GroundStation, 'id'>>;

const asked = z
  .strictObject({
    tracked_satellite_ids: parameters.idList('GET /tracked_satellites', MOST_SATELLITES),
    ground_station_ids: parameters.idList('GET /ground_stations', 500).optional(),
    lat: parameters.latitude.optional(),
    lon: parameters.longitude.optional(),
    ...matchedBy,
    max_separation_deg: beamQuery.max_separation_deg,
  })
  .refine(
    ({ lat, lon, ground_station_ids: ids }) =>
      (lat === undefined) === (lon === undefined) && (lat === undefined || ids === undefined),
    { path: ['lat'], error: 'must be given with lon, and without ground_station_ids' },
  );

/**
 * Lists all passes of several satellites in the window, with a summary of their encounters: a line of JSON for each
 * pair of receiver and satellite. Satellites that the window does not hold are left out.
 */
export const listedPasses = defineRoute({
  ...interference,
  work: 'many',
  path: '/passes',
  summary: 'Passes of several satellites over several stations, or a place, a line a pair as it is found',
  types: [LINES],
  query: asked,
  response: z.object({}),
  handler: async ({ query, caller, ctx }, dependencies) => {
    const { tracked_satellite_ids: ids, ground_station_ids: stationIds, lat, lon, ...question } = query;
    const { analysis } = dependencies;
    const window = currentWindow(analysis);
    const satellites = await namedSatellites(dependencies, caller.accountId, ids);
    const stations: Spot[] =
      lat === undefined || lon === undefined
        ? await stationsOf(dependencies, caller.accountId, stationIds)
        : [onGround(lat, lon)];
    checkPairs(satellites.length, stations.length);
    const numbers = satellites.map(({ id, noradNumber }) => [id, noradNumber]);
    if (await isUnchanged(ctx, window, ['passes', numbers, stations, question])) return NOT_MODIFIED;
    const isHeld = ({ noradNumber }: TrackedSatellite): boolean => window.satellite(noradNumber) !== undefined;
    const range = { window, fromEpoch: 0, toEpoch: window.epochCount, leastSeconds: () => -1, nearDegOf: () => 0 };
    const pairs = { satellites: satellites.filter(isHeld), stations };
    const found = searchPairs(analysis, { ...question, ...range }, pairs, askerOf(ctx, caller));
    return Streamed.asLines(linesOf(found));
  },
});

/** Time in ms for which lines are collected: lines that are found at once compress best together. */
const TOGETHER_MS = 50;

/** Yields the lines of the pairs as they are found. */
async function* linesOf(found: ReturnType<typeof searchPairs<Spot>>): AsyncGenerator<StreamedItem, void> {
  let lines = '';
  let sentMs = performance.now();
  for await (const { query, passes } of found) {
    lines += `${JSON.stringify(pairObject(query, passes))}\n`;
    if (performance.now() - sentMs < TOGETHER_MS) continue;
    yield textItem(lines);
    lines = '';
    sentMs = performance.now();
  }
  yield textItem(lines);
}

function pairObject(query: PairQuery<Spot>, passes: readonly SkyPass[]): PairPassesJson {
  const { tracked, station, window } = query;
  const names = passes.flatMap(({ colocated }) => colocated.map((other) => namedFields(window, other).name));
  return {
    tracked_satellite_id: tracked.id,
    ...(station.id !== undefined && { ground_station_id: station.id }),
    max_separation_deg: query.maxSeparationDeg,
    max_separation_source: query.source,
    downlink: query.downlink,
    colocated: [...new Set(names)],
    passes: passes.map((pass) => passObject(pass, query)),
  };
}

function passObject({ clear, encounters, ...pass }: SkyPass, { window }: PairQuery<Spot>): ListedPassJson {
  const { nearest, met } = summaryOf(encounters);
  const aos = wholeMs(pass.aosUs);
  const after = (us: number): number => wholeMs(us) - aos;
  return {
    aos,
    los: after(pass.losUs),
    max_elevation_deg: rounded(pass.maxElevationDeg, 2),
    max_elevation_time: after(pass.maxElevationUs),
    complete: pass.complete,
    in_beam_seconds: wholeMs(pass.inBeamUs) / 1000,
    clear: clear ? [after(clear.fromUs), after(clear.toUs)] : null,
    encounter_count: encounters.length,
    nearest: nearest
      ? {
          norad_number: nearest.norad,
          name: namedFields(window, nearest.norad).name,
          separation_deg: rounded(nearest.closestDeg, 5),
        }
      : null,
    met: met.map(([fromMs, toMs]) => [fromMs - aos, toMs - aos]),
  };
}

/** Returns the closest of some encounters, and the stretches of time with at least one of them, in ms since 1970. */
function summaryOf(encounters: Iterable<Met>): { nearest: Met | undefined; met: [number, number][] } {
  let nearest: Met | undefined;
  const met: [number, number][] = [];
  for (const one of [...encounters].sort((a, b) => a.entersUs - b.entersUs)) {
    if (!nearest || one.closestDeg < nearest.closestDeg) nearest = one;
    const [entersMs, leavesMs] = [wholeMs(one.entersUs), wholeMs(one.leavesUs)];
    const last = met.at(-1);
    if (last && entersMs <= last[1]) last[1] = Math.max(last[1], leavesMs);
    else met.push([entersMs, leavesMs]);
  }
  return { nearest, met };
}
