import { EPOCH_SECONDS, RANKED_PASSES, WINDOW_EPOCHS } from '../../../spec.js';
import { askerOf } from '../../response/whenClosed.js';
import { askedWindow } from '../past.js';
import { rangeFields } from '../subject.js';
import { checkFrequencies, interference } from '../interferenceParts.js';
import { isUnchanged, NOT_MODIFIED } from '../../response/answer.js';
import { preferredType } from '../../response/negotiation.js';
import { LINES, Streamed, type StreamedItem, textItem } from '../../response/streamed.js';
import { defineRoute } from '../../route.js';
import { clearPasses as answer, type ClearPassJson } from '../../schemas/encounters.js';
import * as parameters from '../../schemas/parameters.js';
import { beamQuery, EXAMPLE_PASS } from './encounters.js';
import { checkPairs, findPasses, stationsOf, trackedOf } from './findClearPasses.js';
import { EXAMPLE_BEAM, EXAMPLE_FREQUENCIES, matchFields } from './question.js';

const WINDOW_SECONDS = WINDOW_EPOCHS * EPOCH_SECONDS;
const TYPES = ['application/json', LINES];

export const clearPasses = defineRoute({
  ...interference,
  work: 'many',
  path: '/interference/clear_passes',
  summary: 'Passes of several satellites over several stations, ranked by how long nobody else is in the beam',
  extension: true,
  types: TYPES,
  errors: ['NOT_FOUND'],
  query: parameters.withTimeRange(
    {
      tracked_satellite_ids: parameters.idList('GET /tracked_satellites', 500).optional(),
      ground_station_ids: parameters.idList('GET /ground_stations', 500).optional(),
      min_clear_seconds: parameters.decimalBetween(0, WINDOW_SECONDS).default(0),
      ...beamQuery,
      elements: parameters.elements,
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
      has_more: false,
      clear_passes: [
        {
          tracked_satellite_id: 1,
          norad_number: 49_260,
          name: 'LANDSAT 9',
          ground_station_id: 2,
          ground_station_name: 'Weilheim',
          ...EXAMPLE_PASS,
          ...EXAMPLE_BEAM,
          downlink: EXAMPLE_FREQUENCIES.downlink,
        },
      ],
    },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_ids: trackedIds, ground_station_ids: stationIds, limit, ...question } = asked;
    const { window, range, told: past } = await askedWindow(dependencies, question, ctx.state);
    const { satellites, leftOut } = await trackedOf(dependencies, caller.accountId, window, trackedIds);
    const stations = await stationsOf(dependencies, caller.accountId, stationIds);
    checkPairs(satellites.length, stations.length);
    const { start_time: _start, end_time: _end, ...others } = question;
    const type = preferredType(ctx.get('Accept'), TYPES);
    const numbers = satellites.map(({ id, noradNumber }) => [id, noradNumber]);
    const laws = dependencies.errorLaws.current();
    const parts = ['clear_passes', type, numbers, leftOut, stations, range, others, limit, laws.identity];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const pairs = { satellites, stations };
    const ranking = createRanking(limit ?? RANKED_PASSES.default, others.min_clear_seconds);
    const leastSeconds = type === LINES ? () => others.min_clear_seconds : ranking.leastSeconds;
    const found = findPasses(dependencies, { ...others, ...range, window, leastSeconds }, pairs, askerOf(ctx, caller));
    if (type === LINES) return Streamed.asLines(lines(found, leftOut, limit));
    return {
      ...rangeFields(window, range),
      ...matchFields(others, 'overlap'),
      ...past,
      min_clear_seconds: others.min_clear_seconds,
      left_out: leftOut,
      ...(await ranking.of(found)),
    };
  },
});

function byRank(a: ClearPassJson, b: ClearPassJson): number {
  if (a.clear_stretch.seconds !== b.clear_stretch.seconds) return b.clear_stretch.seconds - a.clear_stretch.seconds;
  if (a.aos !== b.aos) return a.aos < b.aos ? -1 : 1;
  return a.tracked_satellite_id - b.tracked_satellite_id || a.ground_station_id - b.ground_station_id;
}

/** Keeps the best `limit` passes, and the next one, which tells that there are more. */
function createRanking(limit: number, minClearSeconds: number) {
  let best: ClearPassJson[] = [];
  const worst = (): ClearPassJson | undefined => best[limit];
  return {
    /** Returns the seconds below which a clear stretch is not among the best, so that the search may skip it. */
    leastSeconds: (): number => Math.max(minClearSeconds, worst()?.clear_stretch.seconds ?? 0),
    /** Returns the best passes, and whether there are more. */
    async of(found: AsyncGenerator<ClearPassJson[], void>) {
      for await (const passes of found) best = [...best, ...passes].sort(byRank).slice(0, limit + 1);
      return { has_more: worst() !== undefined, clear_passes: best.slice(0, limit) };
    },
  };
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/**
 * Yields a line for each of the first `limit` passes. The lines of a pair come together, of a range of days those of
 * each day. If satellites were left out, a first line names them.
 */
async function* lines(
  found: AsyncGenerator<ClearPassJson[], void>,
  leftOut: readonly number[],
  limit = Infinity,
): AsyncGenerator<StreamedItem, void> {
  // The first line is sent together with the first passes: until something is sent, a failure can still be answered as
  // an error.
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
