import { createHash } from 'node:crypto';
import type { StationAnswer } from '../../compute/series/stationAnalysis.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import { EPOCH_MS } from '../../spec.js';
import { EXAMPLE_STATION } from '../schemas/groundStation.js';
import { allStations, type PassJson, stationTimeseries } from '../schemas/stationInterference.js';
import { askerOf } from '../response/whenClosed.js';
import { NOT_MODIFIED, EmbeddedJson } from '../response/answer.js';
import {
  checkFrequencies,
  countQuery,
  countQuestion,
  interference,
  riskLevelOf,
  rounded,
} from './interferenceParts.js';
import { inAsked } from './past.js';
import { rangeFields } from './subject.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute } from '../route.js';
import { Streamed, type StreamedItem } from '../response/streamed.js';
import { groundStationObject, requireStation } from './groundStations.js';
import { stationPlace } from './sky/question.js';

const query = { ...countQuery, frequency_band: countQuery.frequency_band.meta({ 'x-extension': true }) };

const EXAMPLE_RANGE = { start_time: '2025-12-06T08:00:00Z', end_time: '2025-12-06T08:20:00Z' };

const EXAMPLE_COMMON = {
  tracked_satellite_id: 1,
  ...EXAMPLE_RANGE,
  nside: 64,
  cell_resolution_deg: 0.9161,
  frequency_band: 'all' as const,
};

const EXAMPLE_INTENSITIES = [12, 18, 23, 21, 17, 9];

const EXAMPLE_OVER_STATION = {
  data_points: EXAMPLE_INTENSITIES.length,
  passes: [
    {
      aos: '2025-12-06T08:04:27Z',
      los: '2025-12-06T08:10:51Z',
      max_elevation_deg: 34.12,
      max_elevation_time: '2025-12-06T08:07:39Z',
      duration_seconds: 384,
      peak_intensity: 23,
      mean_intensity: 16.67,
      risk_level: 'high' as const,
      complete: true,
    },
  ],
  timeseries: EXAMPLE_INTENSITIES.map((intensity, minute) => ({
    timestamp: formatTime(Date.parse('2025-12-06T08:05:00Z') + minute * EPOCH_MS),
    intensity,
    risk_level: riskLevelOf(intensity),
  })),
};

function passObject({ intensity, ...row }: StationAnswer['passes'][number]): PassJson {
  return {
    aos: formatTime(1000 * row.aosSecond),
    los: formatTime(1000 * row.losSecond),
    max_elevation_deg: rounded(row.maxElevationDeg, 2),
    max_elevation_time: formatTime(1000 * row.maxElevationSecond),
    duration_seconds: row.losSecond - row.aosSecond,
    peak_intensity: intensity === null ? null : intensity.peak,
    mean_intensity: intensity === null ? null : rounded(intensity.mean, 2),
    risk_level: intensity === null ? null : riskLevelOf(intensity.peak),
    complete: row.complete,
  };
}

function overStationFields({ text, passes }: StationAnswer) {
  return { data_points: text.entries, passes: passes.map(passObject) };
}

export const groundStationTimeseries = defineRoute({
  ...interference,
  work: 'whole',
  path: '/interference/ground_station_timeseries',
  summary: 'Passes over a ground station, and the interference intensity in the minutes of each',
  query: parameters.withTimeRange({ ...query, ground_station_id: parameters.groundStationId }, checkFrequencies),
  response: stationTimeseries,
  example: {
    query: EXAMPLE_RANGE,
    response: { ...EXAMPLE_COMMON, ground_station: EXAMPLE_STATION, ...EXAMPLE_OVER_STATION },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId, ground_station_id: stationId } = asked;
    const subject = await inAsked(dependencies, ctx, caller.accountId, asked);
    const station = requireStation(await dependencies.known.station(caller.accountId, stationId), stationId);
    const asker = askerOf(ctx, caller);
    const parts = ['ground_station', trackedId, station];
    const question = await countQuestion(dependencies, ctx, asked, subject, asker, parts);
    if (question === NOT_MODIFIED) return NOT_MODIFIED;
    const found = await dependencies.analysis.station({ ...question.asked, ...stationPlace(station) }, asker);
    const fields = {
      tracked_satellite_id: trackedId,
      ground_station: groundStationObject(station),
      ...rangeFields(subject.window, subject.range),
      ...question.grid,
      ...question.told,
      ...overStationFields(found),
    };
    return new EmbeddedJson(fields, 'timeseries', found.text);
  },
});

interface ActiveStations {
  stations: readonly GroundStation[];
  /** Digest of all fields of the stations. */
  digest: string;
}

const activeIn = new WeakMap<readonly GroundStation[], ActiveStations>();

/** Returns the active stations of a remembered list. Nobody may change such a list, so its digest is computed once. */
function activeOf(list: readonly GroundStation[]): ActiveStations {
  const before = activeIn.get(list);
  if (before !== undefined) return before;
  const stations = list.filter(({ active }) => active);
  const digest = createHash('sha256').update(JSON.stringify(stations)).digest('base64');
  const made = { stations, digest };
  activeIn.set(list, made);
  return made;
}

/** JSON text of each station with its answer. */
async function* stationTexts(
  stations: readonly GroundStation[],
  answers: AsyncGenerator<StationAnswer, void>,
): AsyncGenerator<StreamedItem, void> {
  let next = 0;
  for await (const answer of answers) {
    const station = groundStationObject(stations[next++] as GroundStation);
    const head = JSON.stringify({ ground_station: station, ...overStationFields(answer) }).slice(0, -1);
    yield { head: `${head},"timeseries":`, text: answer.text, tail: '}' };
  }
}

/** Waits for the first item, and throws its error; returns a generator of all items. */
async function begun<T>(items: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await items.next();
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* items;
    } finally {
      // If the generator is ended at the first item, `yield*` has not begun, and would not end the items.
      await items.return();
    }
  })();
}

export const allGroundStations = defineRoute({
  ...interference,
  work: 'many',
  path: '/interference/all_ground_stations',
  summary: 'Passes over every active ground station of the account, and the intensity in each; sent station by station',
  query: parameters.withTimeRange(query, checkFrequencies),
  response: allStations,
  example: {
    query: EXAMPLE_RANGE,
    response: {
      ...EXAMPLE_COMMON,
      ground_stations: [{ ground_station: EXAMPLE_STATION, ...EXAMPLE_OVER_STATION }],
    },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId } = asked;
    const subject = await inAsked(dependencies, ctx, caller.accountId, asked);
    const { window, range } = subject;
    const { stations, digest } = activeOf(await dependencies.known.stations(caller.accountId));
    const asker = askerOf(ctx, caller);
    const parts = ['all_ground_stations', trackedId, digest];
    const question = await countQuestion(dependencies, ctx, asked, subject, asker, parts);
    if (question === NOT_MODIFIED) return NOT_MODIFIED;
    const answers = dependencies.analysis.stations({ ...question.asked, places: stations.map(stationPlace) }, asker);
    const fields = {
      tracked_satellite_id: trackedId,
      ...rangeFields(window, range),
      ...question.grid,
      ...question.told,
    };
    const texts = stationTexts(stations, answers);
    // Of a range of days, all are computed before the first station is sent: an error in them can still be an answer.
    return Streamed.inField(fields, 'ground_stations', window.days === undefined ? texts : await begun(texts));
  },
});
