import { z } from 'zod';
import { askerOf } from '../response/whenClosed.js';
import {
  checkFrequencies,
  countQuery,
  countQuestion,
  interference,
  originOf,
  provenanceOf,
  provenanceQuery,
  riskLevelOf,
} from './interferenceParts.js';
import { EXAMPLE_BANDS, frequencyBands } from '../schemas/frequencies.js';
import { inAsked } from './past.js';
import { epochMs, inWindow, rangeFields } from './subject.js';
import { formatTime } from '../schemas/instant.js';
import { isUnchanged, NOT_MODIFIED, EmbeddedJson } from '../response/answer.js';
import { availableBands, point, timeseriesAnswer } from '../schemas/interference.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute } from '../route.js';

const { tracked_satellite_id, ...others } = countQuery;
/** Query parameters of a question about a place, in the order of the API's document. */
const placeQuery = { tracked_satellite_id, lat: parameters.latitude, lon: parameters.longitude, ...others };

const EXAMPLE_RESOLUTION = { nside: 64, cell_resolution_deg: 0.9161, frequency_band: 'all' as const };

export const atPoint = defineRoute({
  ...interference,
  path: '/interference/at_point',
  summary: 'Interference intensity at one place in one minute',
  query: z
    .strictObject({
      ...placeQuery,
      timestamp: parameters.instant,
      include_cell_id: parameters.boolean.default(false),
    })
    .superRefine(checkFrequencies),
  response: point,
  example: {
    response: {
      intensity: 23,
      timestamp: '2025-12-06T08:05:00Z',
      risk_level: 'high',
      ...EXAMPLE_RESOLUTION,
    },
  },
  handler: async ({ query, caller, ctx }, dependencies) => {
    const { lat, lon, include_cell_id: withCell } = query;
    const subject = await inAsked(dependencies, ctx, caller.accountId, query);
    const asker = askerOf(ctx, caller);
    const parts = ['at_point', lat, lon, withCell];
    const question = await countQuestion(dependencies, ctx, query, subject, asker, parts);
    if (question === NOT_MODIFIED) return NOT_MODIFIED;
    const epoch = subject.range.fromEpoch;
    const asked = { ...question.asked, ...parameters.canonicalPlace(lat, lon), epoch };
    const { intensity, ipix } = await dependencies.analysis.point(asked, asker);
    return {
      intensity,
      timestamp: formatTime(epochMs(subject.window, epoch)),
      risk_level: riskLevelOf(intensity),
      ...question.grid,
      ...(withCell && { cell_id: ipix }),
      ...question.told,
    };
  },
});

export const timeseries = defineRoute({
  ...interference,
  work: 'whole',
  path: '/interference/timeseries',
  summary: 'Interference intensity at one place, minute by minute; without times the whole window',
  query: parameters.withTimeRange(placeQuery, checkFrequencies),
  response: timeseriesAnswer,
  example: {
    query: { start_time: '2025-12-06T08:05:00Z', end_time: '2025-12-06T08:08:00Z' },
    response: {
      lat: 52.52,
      lon: 13.405,
      start_time: '2025-12-06T08:05:00Z',
      end_time: '2025-12-06T08:08:00Z',
      data_points: 3,
      ...EXAMPLE_RESOLUTION,
      timeseries: [
        { timestamp: '2025-12-06T08:05:00Z', intensity: 23, risk_level: 'high' },
        { timestamp: '2025-12-06T08:06:00Z', intensity: 9, risk_level: 'low' },
        { timestamp: '2025-12-06T08:07:00Z', intensity: 0, risk_level: 'low' },
      ],
    },
  },
  handler: async ({ query, caller, ctx }, dependencies) => {
    const { lat, lon } = query;
    const subject = await inAsked(dependencies, ctx, caller.accountId, query);
    const asker = askerOf(ctx, caller);
    const question = await countQuestion(dependencies, ctx, query, subject, asker, ['timeseries', lat, lon]);
    if (question === NOT_MODIFIED) return NOT_MODIFIED;
    const asked = { ...question.asked, ...parameters.canonicalPlace(lat, lon) };
    const entries = await dependencies.analysis.timeseries(asked, asker);
    const range = rangeFields(subject.window, subject.range);
    const fields = { lat, lon, ...range, data_points: entries.entries, ...question.grid, ...question.told };
    return new EmbeddedJson(fields, 'timeseries', entries);
  },
});

export const availableFrequencyBands = defineRoute({
  ...interference,
  path: '/interference/available_frequency_bands',
  summary: 'The bands that a tracked satellite has interference data in',
  query: z.strictObject({ tracked_satellite_id: parameters.trackedSatelliteId, ...provenanceQuery }),
  response: availableBands,
  example: {
    response: { tracked_satellite_id: 1, coverage_analysis_run_id: 1, frequency_bands: frequencyBands(EXAMPLE_BANDS) },
  },
  handler: async ({ query, caller, ctx }, dependencies) => {
    const trackedId = query.tracked_satellite_id;
    const { window, norad, bands } = await inWindow(dependencies, caller.accountId, trackedId);
    const run = await dependencies.known.runOf(window.id, norad);
    const whole = { window, norad, fromEpoch: 0, toEpoch: window.epochCount };
    const origin = await originOf(query.include, dependencies.known, whole);
    const parts = ['available_frequency_bands', trackedId, run.id, bands, origin];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const told = await provenanceOf(origin, dependencies.analysis, whole, askerOf(ctx, caller));
    return {
      tracked_satellite_id: trackedId,
      coverage_analysis_run_id: run.id,
      frequency_bands: frequencyBands(bands),
      ...told,
    };
  },
});
