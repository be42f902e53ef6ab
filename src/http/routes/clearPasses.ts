import type { AnalysisWindow } from '../../compute/query.js';
import type { Analysis } from '../../compute/analysis.js';
import type { EncountersQuery, SkyPass } from '../../compute/skyAnalysis.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import type { TrackedSatellite } from '../../db/analysis/tracked.js';
import type { Directory } from '../../memory/directories.js';
import { Overloaded } from '../../errors.js';
import type { Asker } from '../../fairness/asker.js';
import { CLEAR_PASSES_SECONDS, EPOCH_SECONDS, MOST_PAIRS, RANKED_PASSES, WINDOW_EPOCHS } from '../../spec.js';
import type { AppDependencies } from '../dependencies.js';
import { preferredType } from '../request/accept.js';
import { askerOf } from '../request/asker.js';
import { type EpochRange, epochMs, epochRange } from '../request/windowEpochs.js';
import { isUnchanged, NOT_MODIFIED } from '../response/etag.js';
import { ServiceError } from '../response/serviceError.js';
import { LINES, Streamed, type StreamedItem } from '../response/streamed.js';
import { defineRoute } from '../route.js';
import { type ClearPassJson, clearPasses as answer } from '../schemas/clearPasses.js';
import { checkFrequencies } from '../schemas/frequencyMatch.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { currentWindow, satelliteOf } from './currentWindow.js';
import { beamQuery, EXAMPLE_FREQUENCIES, EXAMPLE_PASS, passObject } from './encounters.js';
import { interference } from './interference.js';
import {
  type AskedOthers,
  type Beam,
  beamOf,
  matchFields,
  minElevationDegOf,
  type SkyParts,
  type SkyQuestion,
  skyQuestion,
} from './skyQuestion.js';
import { stationPlace } from './stationPlace.js';

const WINDOW_SECONDS = WINDOW_EPOCHS * EPOCH_SECONDS;
const TYPES = ['application/json', LINES];

interface Pairs {
  satellites: readonly TrackedSatellite[];
  stations: readonly GroundStation[];
}

interface Asked extends AskedOthers, EpochRange {
  window: AnalysisWindow;
  max_separation_deg?: number | undefined;
  min_clear_seconds: number;
}

/** A question about one satellite over one station, and how its answer names them. */
interface PairQuery extends Required<EncountersQuery>, Pick<SkyQuestion, 'downlink'> {
  tracked: TrackedSatellite;
  station: GroundStation;
  source: Beam['source'];
}

/** The satellites named, or all that the account tracks and the window holds. */
async function trackedOf(
  { known }: AppDependencies,
  accountId: number,
  window: AnalysisWindow,
  ids: readonly number[] | undefined,
): Promise<{ satellites: TrackedSatellite[]; leftOut: number[] }> {
  const all = await known.allTracked(accountId);
  if (ids === undefined) {
    const isHeld = ({ noradNumber }: TrackedSatellite): boolean => window.satellite(noradNumber) !== undefined;
    return { satellites: all.filter(isHeld), leftOut: all.filter((one) => !isHeld(one)).map(({ id }) => id) };
  }
  const satellites = ids.map((id) => named(all, id, 'the account tracks no satellite', 'tracked_satellites'));
  for (const { noradNumber } of satellites) satelliteOf(window, noradNumber);
  return { satellites, leftOut: [] };
}

/** The stations named, or all active ones of the account. */
async function stationsOf(
  { known }: AppDependencies,
  accountId: number,
  ids: readonly number[] | undefined,
): Promise<GroundStation[]> {
  const all = await known.stations(accountId);
  if (ids === undefined) return all.filter(({ active }) => active);
  return ids.map((id) => named(all, id, 'the account has no ground station', 'ground_stations'));
}

function named<T extends { id: number }>(all: readonly T[], id: number, none: string, list: string): T {
  const found = all.find((one) => one.id === id);
  if (found) return found;
  throw new ServiceError('NOT_FOUND', `${none} under id ${id}; GET /${list} lists the ids`);
}

function checkPairs(satellites: number, stations: number): void {
  if (satellites * stations <= MOST_PAIRS) return;
  const rule = `must name fewer: at most ${MOST_PAIRS} pairs of satellite and station may be asked about at once`;
  throw new ServiceError(
    'INVALID_PARAMETER',
    `${satellites} satellites over ${stations} stations are ${satellites * stations} pairs; tracked_satellite_ids or ground_station_ids ${rule}`,
    { tracked_satellite_ids: rule, ground_station_ids: rule },
  );
}

/** Passes of all pairs that are clear for long enough, pair by pair, as they are found. */
async function* findPasses(
  { analysis, directories }: SkyParts,
  asked: Asked,
  pairs: Pairs,
  asker: Asker,
): AsyncGenerator<ClearPassJson[], void> {
  const directory = await directories.of(asked.window.id);
  const endMs = performance.now() + 1000 * CLEAR_PASSES_SECONDS;
  for await (const { query, passes } of analysis.encountersOfMany(
    queriesOf(analysis, directory, asked, pairs),
    asker,
  )) {
    if (performance.now() > endMs) {
      throw new Overloaded(`clear passes took more than ${CLEAR_PASSES_SECONDS} s: ask about fewer pairs`, 1);
    }
    yield passes.flatMap((pass) => {
      const found = clearPassObject(query, pass);
      return found !== undefined && found.clear_stretch.seconds >= asked.min_clear_seconds ? [found] : [];
    });
  }
}

/** Makes the question of each pair when its turn comes. */
function* queriesOf(
  analysis: Analysis,
  directory: Directory,
  asked: Asked,
  { satellites, stations }: Pairs,
): Generator<PairQuery, void> {
  const { window, fromEpoch, toEpoch } = asked;
  for (const tracked of inOrder(satellites)) {
    const norad = tracked.noradNumber;
    const { others, downlink } = skyQuestion(analysis, directory, { window, norad }, asked, 'overlap');
    for (const station of stations) {
      const { maxSeparationDeg, source } = beamOf(asked.max_separation_deg, station, others);
      const minElevationDeg = minElevationDegOf(window, station);
      const sky = { window, norad, place: stationPlace(station), minElevationDeg, others: others.satellites };
      yield { ...sky, fromEpoch, toEpoch, maxSeparationDeg, tracked, station, source, downlink };
    }
  }
}

/** Satellites by how long a question about them takes: the more revolutions a day, the shorter their passes. */
function inOrder(satellites: readonly TrackedSatellite[]): TrackedSatellite[] {
  return satellites.toSorted((a, b) => b.elements.meanMotionRevPerDay - a.elements.meanMotionRevPerDay);
}

/** Undefined for a pass that is never clear. */
function clearPassObject(query: PairQuery, pass: SkyPass): ClearPassJson | undefined {
  const { tracked, station } = query;
  const { clear_stretch: clear, ...fields } = passObject(pass);
  if (clear === null) return undefined;
  return {
    tracked_satellite_id: tracked.id,
    norad_number: tracked.noradNumber,
    name: tracked.name,
    ground_station_id: station.id,
    ground_station_name: station.name,
    ...fields,
    clear_stretch: clear,
    minimum_elevation_deg: query.minElevationDeg,
    max_separation_deg: query.maxSeparationDeg,
    max_separation_source: query.source,
    downlink: query.downlink,
  };
}

function byRank(a: ClearPassJson, b: ClearPassJson): number {
  if (a.clear_stretch.seconds !== b.clear_stretch.seconds) return b.clear_stretch.seconds - a.clear_stretch.seconds;
  if (a.aos !== b.aos) return a.aos < b.aos ? -1 : 1;
  return a.tracked_satellite_id - b.tracked_satellite_id || a.ground_station_id - b.ground_station_id;
}

const NOTHING_MORE = { bytes: new Uint8Array(), deflated: undefined, release: () => undefined };
const textItem = (head: string): StreamedItem => ({ head, text: NOTHING_MORE, tail: '' });

/** The best passes, ranked, once all are found; no more than `limit` are kept meanwhile. */
async function* ranked(
  found: AsyncGenerator<ClearPassJson[], void>,
  limit: number,
): AsyncGenerator<StreamedItem, void> {
  let best: ClearPassJson[] = [];
  for await (const passes of found) {
    const worst = best.length < limit ? undefined : best.at(-1);
    const better = passes.filter((pass) => worst === undefined || byRank(pass, worst) < 0);
    if (better.length > 0) best = [...best, ...better].sort(byRank).slice(0, limit);
  }
  for (const pass of best) yield textItem(JSON.stringify(pass));
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** All passes as they are found, a line each, the lines of a pair together; before the first, which satellites were left out, if any. */
async function* lines(
  found: AsyncGenerator<ClearPassJson[], void>,
  leftOut: readonly number[],
  limit = Infinity,
): AsyncGenerator<StreamedItem, void> {
  // With the first passes, not before them: until something is sent, what goes wrong is answered as an error.
  let first = leftOut.length === 0 ? '' : lineOf({ left_out: leftOut });
  let left = limit;
  for await (const passes of found) {
    const text = passes.slice(0, left).map(lineOf).join('');
    if (text !== '') {
      yield textItem(first + text);
      first = '';
    }
    left -= passes.length;
    if (left <= 0) return;
  }
  if (first !== '') yield textItem(first);
}

export const clearPasses = defineRoute({
  ...interference,
  path: '/interference/clear_passes',
  summary: 'Passes of several satellites over several stations, ranked by how long nobody else is in the beam',
  extension: true,
  types: TYPES,
  query: parameters.withTimeRange(
    {
      tracked_satellite_ids: parameters.idList('GET /tracked_satellites', 500).optional(),
      ground_station_ids: parameters.idList('GET /ground_stations', 500).optional(),
      min_clear_seconds: parameters.decimalBetween(0, WINDOW_SECONDS).default(0),
      ...beamQuery,
      limit: parameters.limitUpTo(RANKED_PASSES.most).optional(),
    },
    checkFrequencies,
  ),
  response: answer,
  example: {
    query: { start_time: '2025-12-06T08:00:00Z', end_time: '2025-12-06T08:20:00Z', min_clear_seconds: 240, limit: 10 },
    response: {
      start_time: '2025-12-06T08:00:00Z',
      end_time: '2025-12-06T08:20:00Z',
      frequency_band: 'all',
      frequency_match: 'overlap',
      upper_bound: true,
      min_clear_seconds: 240,
      left_out: [],
      clear_passes: [
        {
          tracked_satellite_id: 1,
          norad_number: 49_260,
          name: 'LANDSAT 9',
          ground_station_id: 2,
          ground_station_name: 'Weilheim',
          ...EXAMPLE_PASS,
          minimum_elevation_deg: 10,
          max_separation_deg: 5,
          max_separation_source: 'default',
          downlink: EXAMPLE_FREQUENCIES.downlink,
        },
      ],
    },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_ids: trackedIds, ground_station_ids: stationIds, limit, ...question } = asked;
    const window = currentWindow(dependencies.analysis);
    const { satellites, leftOut } = await trackedOf(dependencies, caller.accountId, window, trackedIds);
    const stations = await stationsOf(dependencies, caller.accountId, stationIds);
    checkPairs(satellites.length, stations.length);
    const { start_time: start, end_time: end, ...others } = question;
    const range = epochRange(window, start, end);
    const type = preferredType(ctx.get('Accept'), TYPES);
    const numbers = satellites.map(({ id, noradNumber }) => [id, noradNumber]);
    const parts = ['clear_passes', type, numbers, leftOut, stations, range, others, limit];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const pairs = { satellites, stations };
    const found = findPasses(dependencies, { ...others, ...range, window }, pairs, askerOf(ctx, caller));
    if (type === LINES) return Streamed.asLines(lines(found, leftOut, limit));
    const fields = {
      start_time: formatTime(epochMs(window, range.fromEpoch)),
      end_time: formatTime(epochMs(window, range.toEpoch)),
      ...matchFields(others, 'overlap'),
      min_clear_seconds: others.min_clear_seconds,
      left_out: leftOut,
    };
    return Streamed.inField(fields, 'clear_passes', ranked(found, limit ?? RANKED_PASSES.default));
  },
});
