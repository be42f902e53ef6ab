import { z } from 'zod';
import type { AnalysisWindow } from '../../compute/analysis.js';
import type { Asker, StationAnswer } from '../../compute/stationAnalysis.js';
import { cellResolutionDeg } from '../../core/healpix.js';
import { findStation, type GroundStation, listStations } from '../../db/stations.js';
import type { BandChoice } from '../../spec.js';
import { time } from '../answerFields.js';
import { isUnchanged, NOT_MODIFIED } from '../etag.js';
import { formatTime } from '../instant.js';
import * as parameters from '../parameters.js';
import { provenanceField, provenanceOf, provenanceQuery } from '../provenance.js';
import { defineRoute } from '../route.js';
import { Spliced } from '../spliced.js';
import { Streamed } from '../streamed.js';
import { type EpochRange, epochMs, epochRange } from '../timeRange.js';
import { closingSignal } from '../whenClosed.js';
import { groundStation, groundStationNotFound, groundStationObject } from './groundStations.js';
import { count, interference, inWindow, resolution, riskLevel, riskLevelOf } from './interference.js';

const query = {
  tracked_satellite_id: parameters.id,
  ...parameters.timeRange.shape,
  frequency_band: parameters.band.default('all').meta({ 'x-extension': true }),
  ...provenanceQuery,
};

const common = {
  tracked_satellite_id: z.int(),
  start_time: time,
  end_time: time,
  ...resolution,
  ...provenanceField,
};

const pass = z.strictObject({
  aos: time,
  los: time,
  max_elevation_deg: z.number(),
  max_elevation_time: time,
  duration_seconds: count,
  peak_intensity: count.nullable(),
  mean_intensity: z.number().nonnegative().nullable(),
  risk_level: riskLevel.nullable(),
  complete: z.boolean(),
});

const overStation = {
  data_points: count,
  passes: z.array(pass),
  timeseries: z.array(z.strictObject({ timestamp: time, intensity: count, risk_level: riskLevel })),
};

function hundredths(value: number): number {
  return Math.round(100 * value) / 100;
}

function passObject({ intensity, ...row }: StationAnswer['passes'][number]): z.input<typeof pass> {
  return {
    aos: formatTime(1000 * row.aosSecond),
    los: formatTime(1000 * row.losSecond),
    max_elevation_deg: hundredths(row.maxElevationDeg),
    max_elevation_time: formatTime(1000 * row.maxElevationSecond),
    duration_seconds: row.losSecond - row.aosSecond,
    peak_intensity: intensity === null ? null : intensity.peak,
    mean_intensity: intensity === null ? null : hundredths(intensity.mean),
    risk_level: intensity === null ? null : riskLevelOf(intensity.peak),
    complete: row.complete,
  };
}

/** Where the analysis looks from: the station itself for passes, its cell for intensities. */
function placeOf(station: GroundStation): { latDeg: number; lonDeg: number; heightKm: number } {
  const place = parameters.canonicalPlace(station.latitudeDeg, station.longitudeDeg);
  return { ...place, heightKm: station.elevationMeters / 1000 };
}

function answerFields({ entries, passes }: StationAnswer) {
  return { data_points: entries, passes: passes.map(passObject) };
}

function rangeFields(window: AnalysisWindow, range: EpochRange) {
  return {
    start_time: formatTime(epochMs(window, range.fromEpoch)),
    end_time: formatTime(epochMs(window, range.toEpoch)),
  };
}

function resolutionFields({ nside }: AnalysisWindow, band: BandChoice) {
  return { nside, cell_resolution_deg: cellResolutionDeg(nside), frequency_band: band };
}

export const groundStationTimeseries = defineRoute({
  ...interference,
  path: '/interference/ground_station_timeseries',
  summary: 'Passes over a ground station, and the interference intensity in the minutes of each',
  query: z.strictObject({ ...query, ground_station_id: parameters.id }).superRefine(parameters.checkTimeRange),
  response: z.strictObject({ ...common, ground_station: groundStation, ...overStation }),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId, ground_station_id: stationId, frequency_band: band } = asked;
    const { window, norad } = await inWindow(dependencies, caller.accountId, trackedId);
    const station = await findStation(dependencies.knex, caller.accountId, stationId);
    if (!station) throw groundStationNotFound();
    const range = epochRange(window, asked.start_time, asked.end_time);
    const told = await provenanceOf(asked.include, dependencies, { window, norad, ...range });
    const parts = ['ground_station', trackedId, norad, station, range, band, told];
    if (isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const asker = { account: caller.accountId, signal: closingSignal(ctx.req, ctx.res) };
    const found = await dependencies.analysis.station({ window, norad, band, ...range, ...placeOf(station) }, asker);
    const fields = {
      tracked_satellite_id: trackedId,
      ground_station: groundStationObject(station),
      ...rangeFields(window, range),
      ...resolutionFields(window, band),
      ...told,
      ...answerFields(found),
    };
    return new Spliced(fields, 'timeseries', {
      wrap: (head, tail) => Buffer.concat([Buffer.from(head), found.text, Buffer.from(tail)]),
      release: () => undefined,
    });
  },
});

/** Each station with its answer, as JSON text. */
async function* stationTexts(
  stations: readonly GroundStation[],
  answers: AsyncGenerator<StationAnswer, void>,
): AsyncGenerator<Buffer, void> {
  let next = 0;
  for await (const answer of answers) {
    const station = groundStationObject(stations[next++] as GroundStation);
    const head = JSON.stringify({ ground_station: station, ...answerFields(answer) }).slice(0, -1);
    yield Buffer.concat([Buffer.from(`${head},"timeseries":`), answer.text, Buffer.from('}')]);
  }
}

export const allGroundStations = defineRoute({
  ...interference,
  path: '/interference/all_ground_stations',
  summary: 'The same at every active ground station of the account, sent station by station',
  query: z.strictObject(query).superRefine(parameters.checkTimeRange),
  response: z.strictObject({
    ...common,
    ground_stations: z.array(z.strictObject({ ground_station: groundStation, ...overStation })),
  }),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId, frequency_band: band } = asked;
    const { window, norad } = await inWindow(dependencies, caller.accountId, trackedId);
    const range = epochRange(window, asked.start_time, asked.end_time);
    const stations = (await listStations(dependencies.knex, caller.accountId)).filter(({ active }) => active);
    const told = await provenanceOf(asked.include, dependencies, { window, norad, ...range });
    const parts = ['all_ground_stations', trackedId, norad, stations, range, band, told];
    if (isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const asker: Asker = { account: caller.accountId, signal: closingSignal(ctx.req, ctx.res) };
    const places = stations.map(placeOf);
    const answers = dependencies.analysis.stations({ window, norad, band, ...range, places }, asker);
    const fields = {
      tracked_satellite_id: trackedId,
      ...rangeFields(window, range),
      ...resolutionFields(window, band),
      ...told,
    };
    return new Streamed(fields, 'ground_stations', stationTexts(stations, answers));
  },
});
