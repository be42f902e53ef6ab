import { z } from 'zod';
import { askerOf } from '../response/whenClosed.js';
import {
  checkFrequencies,
  frequencyQuery,
  interference,
  matchFields,
  matchOf,
  matchParts,
  originOf,
  provenanceOf,
  provenanceQuery,
  resolutionFields,
  riskLevelOf,
} from './interferenceParts.js';
import { EXAMPLE_BANDS, frequencyBands } from '../schemas/frequencies.js';
import { inAsked } from './past.js';
import { epochAt, epochMs, epochRange, inWindow, rangeFields } from './subject.js';
import { formatTime } from '../schemas/instant.js';
import { isUnchanged, NOT_MODIFIED, EmbeddedJson } from '../response/answer.js';
import { availableBands, point, timeseriesAnswer } from '../schemas/interference.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute } from '../route.js';

const placeQuery = {
  tracked_satellite_id: parameters.trackedSatelliteId,
  lat: parameters.latitude,
  lon: parameters.longitude,
  ...frequencyQuery,
  elements: parameters.elements,
  ...provenanceQuery,
};

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
    const { lat, lon, frequency_band: band, include_cell_id: withCell } = query;
    const { window, norad, told: past } = await inAsked(dependencies, ctx, caller.accountId, query);
    const epoch = epochAt(window, query.timestamp);
    const asker = askerOf(ctx, caller);
    const minute = { window, norad, fromEpoch: epoch, toEpoch: epoch + 1 };
    const origin = await originOf(query.include, dependencies.known, minute);
    const match = matchOf(query);
    const parts = ['at_point', norad, lat, lon, epoch, band, withCell, origin, ...matchParts(match)];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const told = await provenanceOf(origin, dependencies.analysis, minute, asker);
    const place = parameters.canonicalPlace(lat, lon);
    const asked = { window, norad, ...place, band, epoch, ...match };
    const matched = matchFields(dependencies.analysis, asked);
    const { intensity, ipix } = await dependencies.analysis.point(asked, asker);
    return {
      intensity,
      timestamp: formatTime(epochMs(window, epoch)),
      risk_level: riskLevelOf(intensity),
      ...resolutionFields(window, band),
      ...(withCell && { cell_id: ipix }),
      ...matched,
      ...past,
      ...told,
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
    const { lat, lon, frequency_band: band } = query;
    const { window, norad, told: past, ...days } = await inAsked(dependencies, ctx, caller.accountId, query);
    const range = days.range ?? epochRange(window, query.start_time, query.end_time);
    const asker = askerOf(ctx, caller);
    const origin = await originOf(query.include, dependencies.known, { window, norad });
    const match = matchOf(query);
    const parts = ['timeseries', norad, lat, lon, range, band, origin, ...matchParts(match)];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const told = await provenanceOf(origin, dependencies.analysis, { window, norad, ...range }, asker);
    const place = parameters.canonicalPlace(lat, lon);
    const asked = { window, norad, ...place, band, ...match, ...range };
    const matched = matchFields(dependencies.analysis, asked);
    const entries = await dependencies.analysis.timeseries(asked, asker);
    const fields = {
      lat,
      lon,
      ...rangeFields(window, range),
      data_points: entries.entries,
      ...resolutionFields(window, band),
      ...matched,
      ...past,
      ...told,
    };
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
