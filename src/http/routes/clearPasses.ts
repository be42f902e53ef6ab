import { EPOCH_SECONDS, RANKED_PASSES, WINDOW_EPOCHS } from '../../spec.js';
import { preferredType } from '../response/negotiation.js';
import { askerOf } from '../request/asker.js';
import { epochMs, epochRange } from '../request/windowEpochs.js';
import { isUnchanged, NOT_MODIFIED } from '../response/etag.js';
import { LINES, Streamed } from '../response/streamed.js';
import { defineRoute } from '../route.js';
import { clearPasses as answer } from '../schemas/clearPasses.js';
import { checkFrequencies } from '../schemas/frequencyMatch.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { findPasses } from './clearPasses/find.js';
import { lines, ranked } from './clearPasses/items.js';
import { checkPairs, stationsOf, trackedOf } from './clearPasses/pairs.js';
import { currentWindow } from './currentWindow.js';
import { beamQuery, EXAMPLE_FREQUENCIES, EXAMPLE_PASS } from './encounters.js';
import { interference } from './interference.js';
import { matchFields } from './skyQuestion.js';

const WINDOW_SECONDS = WINDOW_EPOCHS * EPOCH_SECONDS;
const TYPES = ['application/json', LINES];

export const clearPasses = defineRoute({
  ...interference,
  work: 'many',
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
