import { z } from 'zod';
import type { Analysis } from '../../compute/analysis.js';
import type { AnalysisWindow } from '../../compute/query.js';
import { cellCount } from '../../core/healpix.js';
import type { RunOfWindow } from '../../db/analysis/runs.js';
import type { Known } from '../../db/known.js';
import { EPOCH_MS, EPOCH_SECONDS } from '../../spec.js';
import type { ApiContext } from '../context.js';
import { askerOf } from '../response/whenClosed.js';
import { EmbeddedJson, isUnchanged, NOT_MODIFIED } from '../response/answer.js';
import { ServiceError } from '../response/serviceError.js';
import { defineRoute } from '../route.js';
import * as answerFields from '../schemas/answerFields.js';
import { formatTime } from '../schemas/instant.js';
import { satelliteOf } from './subject.js';
import * as parameters from '../schemas/parameters.js';

/** Properties that the routes of coverage analysis share. */
export const coverage = {
  method: 'GET',
  auth: 'token',
  limitGroup: 'interference',
  enterprise: true,
  envelope: false,
} as const;

/** Parameter that restricts cells to a band; an extension. */
export const coverageBand = parameters.band.default('all').meta({ 'x-extension': true });

/** Finds a run. Throws NOT_FOUND if there is none, and likewise if the account may not see it. */
export async function visibleRun(known: Known, accountId: number, runId: number): Promise<RunOfWindow> {
  const run = await known.run(accountId, runId);
  if (run) return run;
  throw new ServiceError(
    'NOT_FOUND',
    `the account has no coverage analysis run under id ${runId}; GET /interference/available_frequency_bands tells the run of a tracked satellite`,
  );
}

/** Sets the ETag of an answer that a run and `parts` determine; returns whether the client has it: see isUnchanged. */
export function isUnchangedRun(ctx: ApiContext, run: RunOfWindow, parts: readonly unknown[]): Promise<boolean> {
  return isUnchanged(ctx, { identity: run.windowIdentity }, [run.id, run.noradNumber, ...parts]);
}

/** Finds the window and the satellite of a run; loads the window if need be. Throws Overloaded if it does not fit. */
export async function windowOf(
  analysis: Analysis,
  run: RunOfWindow,
): Promise<{ window: AnalysisWindow; norad: number }> {
  const window = await analysis.window(run.windowId);
  if (!window) throw new Error(`window ${run.windowId} of run ${run.id} is not there`);
  satelliteOf(window, run.noradNumber);
  return { window, norad: run.noradNumber };
}

export const coverageAnalysisRun = defineRoute({
  ...coverage,
  path: '/coverage_analysis_runs/:id',
  summary: 'A coverage analysis run: an analysis window seen from one tracked satellite',
  params: z.strictObject({ id: parameters.runId }),
  response: z
    .strictObject({
      id: answerFields.id.describe('Identifies the run'),
      status: answerFields.runStatus.describe(
        'How far the list of its cells is: it can be paged through once it is `completed`. All other calls answer from the start',
      ),
      start_time: answerFields.time.describe('First minute of its analysis window, UTC'),
      end_time: answerFields.time.describe('End of its analysis window, UTC; exclusive'),
      mesh_resolution: answerFields.nside,
      time_step_seconds: answerFields.count.describe('Seconds from one epoch to the next'),
      created_at: answerFields.time.describe('When the run was made, UTC'),
    })
    .meta({ id: 'Run', description: 'A coverage analysis run: an analysis window seen from one tracked satellite' }),
  conditional: false,
  example: {
    response: {
      id: 1,
      status: 'completed',
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-13T00:00:00Z',
      mesh_resolution: 64,
      time_step_seconds: 60,
      created_at: '2025-12-06T00:00:05Z',
    },
  },
  handler: async ({ params, caller }, { known }) => {
    const run = await visibleRun(known, caller.accountId, params.id);
    const startMs = run.startUs / 1000;
    return {
      id: run.id,
      status: run.status,
      start_time: formatTime(startMs),
      end_time: formatTime(startMs + run.epochCount * EPOCH_MS),
      mesh_resolution: run.nside,
      time_step_seconds: EPOCH_SECONDS,
      created_at: formatTime(run.createdAt.getTime()),
    };
  },
});

/** Query for a cell; checks that the grid of `nside` has it. */
const cellQuery = z
  .strictObject({
    ipix: parameters.ipix,
    nside: parameters.nside,
    frequency_band: coverageBand,
  })
  .superRefine(({ ipix, nside }, context) => {
    const last = cellCount(nside) - 1;
    if (ipix <= last) return;
    const message = `must be an integer from 0 to ${last}, the cells of nside ${nside}`;
    context.addIssue({ code: 'custom', path: ['ipix'], message });
  });

export const cellTimeSeries = defineRoute({
  ...coverage,
  work: 'whole',
  path: '/coverage_analysis_runs/:id/interference_cells/time_series',
  summary: 'The intensity of one cell at every epoch of the run',
  params: z.strictObject({ id: parameters.runId }),
  query: cellQuery,
  response: z
    .strictObject({
      ipix: answerFields.ipix,
      nside: answerFields.nside,
      data_points: answerFields.dataPoints('time_series'),
      time_series: z
        .array(
          z
            .strictObject({
              epoch_index: answerFields.epochIndex,
              value: answerFields.intensity,
              timestamp: answerFields.time.describe('Start of the minute, UTC'),
            })
            .meta({ id: 'CellTimeSeriesEntry', description: 'Interference in the cell in one minute' }),
        )
        .describe('Every minute of the window, ascending, those of intensity 0 too'),
    })
    .meta({ id: 'CellTimeSeries', description: 'Interference in one cell, minute by minute' }),
  example: {
    note: 'Cut to three minutes; an answer has all 10,080',
    response: {
      ipix: 4_321,
      nside: 64,
      data_points: 3,
      time_series: [
        { epoch_index: 0, value: 12, timestamp: '2025-12-06T00:00:00Z' },
        { epoch_index: 1, value: 14, timestamp: '2025-12-06T00:01:00Z' },
        { epoch_index: 2, value: 0, timestamp: '2025-12-06T00:02:00Z' },
      ],
    },
  },
  handler: async ({ params, query, caller, ctx }, { known, analysis }) => {
    const run = await visibleRun(known, caller.accountId, params.id);
    const { ipix, nside, frequency_band: band } = query;
    if (nside !== run.nside) {
      const rule = `must be ${run.nside}, the nside of the run`;
      throw new ServiceError('INVALID_PARAMETER', `query parameter nside is "${nside}"; it ${rule}`, { nside: rule });
    }
    if (await isUnchangedRun(ctx, run, ['time_series', ipix, band])) return NOT_MODIFIED;
    const { window, norad } = await windowOf(analysis, run);
    const series = await analysis.cellSeries({ window, norad, band, ipix }, askerOf(ctx, caller));
    return new EmbeddedJson({ ipix, nside, data_points: series.entries }, 'time_series', series);
  },
});
