import type { Knex } from 'knex';
import { z } from 'zod';
import type { Analysis, AnalysisWindow } from '../../compute/analysis.js';
import { cellCount } from '../../core/healpix.js';
import { findRun, type RunOfWindow } from '../../db/runs.js';
import { ServiceError } from '../../errors.js';
import { EPOCH_MS, EPOCH_SECONDS } from '../../spec.js';
import { satelliteOf } from '../currentWindow.js';
import { isUnchanged, NOT_MODIFIED } from '../etag.js';
import { formatTime } from '../instant.js';
import { cellId, interferenceCell } from '../interferenceCell.js';
import * as parameters from '../parameters.js';
import { defineRoute } from '../route.js';
import { epochMs } from '../timeRange.js';

const coverage = {
  method: 'GET',
  auth: 'token',
  limitGroup: 'interference',
  enterprise: true,
  envelope: false,
} as const;

const RETRY_AFTER_SECONDS = 30;

/** Throws NOT_FOUND, with the same body for a run that does not exist and for one that the account may not see. */
async function visibleRun(knex: Knex, accountId: number, runId: number): Promise<RunOfWindow> {
  const run = await findRun(knex, accountId, runId);
  if (run) return run;
  throw new ServiceError('NOT_FOUND', 'the account has no coverage analysis run under this id');
}

/** The run's window and satellite for the analysis. Throws ANALYSIS_NOT_READY where the window is not in memory. */
function inMemory(analysis: Analysis, run: RunOfWindow): { window: AnalysisWindow; norad: number } {
  const window = analysis.loaded(run.windowId);
  if (!window) {
    const message = `analysis window ${run.windowId} of the run is not in memory: newer ones have taken its place`;
    const details = { status: run.status, window_id: run.windowId };
    throw new ServiceError('ANALYSIS_NOT_READY', message, details, RETRY_AFTER_SECONDS);
  }
  satelliteOf(window, run.noradNumber);
  return { window, norad: run.noradNumber };
}

export const coverageAnalysisRun = defineRoute({
  ...coverage,
  path: '/coverage_analysis_runs/:id',
  summary: 'A coverage analysis run: an analysis window seen from one tracked satellite',
  params: z.strictObject({ id: parameters.id }),
  response: z.strictObject({
    id: z.int(),
    status: z.enum(['pending', 'running', 'completed', 'failed']),
    start_time: z.string(),
    end_time: z.string(),
    mesh_resolution: z.int(),
    time_step_seconds: z.int(),
    created_at: z.string(),
  }),
  handler: async ({ params, caller }, { knex }) => {
    const run = await visibleRun(knex, caller.accountId, params.id);
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

export const cellsByEpoch = defineRoute({
  ...coverage,
  path: '/coverage_analysis_runs/:id/interference_cells/by_epoch/:epoch_index',
  summary: 'All cells of one time step in which the intensity is above 0, ordered by ipix',
  params: z.strictObject({ id: parameters.id, epoch_index: parameters.index }),
  query: z.strictObject({ frequency_band: parameters.band.default('all') }),
  response: z.strictObject({
    epoch_index: z.int().nonnegative(),
    timestamp: z.string(),
    nside: z.int(),
    ordering: z.literal('NESTED'),
    data_points: z.int().nonnegative(),
    interference_cells: z.array(interferenceCell),
  }),
  handler: async ({ params, query, caller, ctx }, { knex, analysis }) => {
    const run = await visibleRun(knex, caller.accountId, params.id);
    const epoch = params.epoch_index;
    if (epoch >= run.epochCount) {
      const last = run.epochCount - 1;
      const message = `epoch_index ${epoch} is not in the run's analysis window, whose epochs are 0 to ${last}`;
      throw new ServiceError('NOT_FOUND', message, { valid_range: { start: 0, end: last } });
    }
    const { window, norad } = inMemory(analysis, run);
    const band = query.frequency_band;
    if (isUnchanged(ctx, ['by_epoch', run.id, epoch, band])) return NOT_MODIFIED;
    const { ipix, value } = await analysis.epochCells({ window, norad, band, epoch });
    const { nside } = window;
    return {
      epoch_index: epoch,
      timestamp: formatTime(epochMs(window, epoch)),
      nside,
      ordering: 'NESTED' as const,
      data_points: ipix.length,
      interference_cells: Array.from(ipix, (cell, i) => ({
        id: cellId(run.id, epoch, cell),
        epoch_index: epoch,
        nside,
        ipix: cell,
        ordering: 'NESTED' as const,
        value: value[i] as number,
      })),
    };
  },
});

/** A cell of a grid, and that the grid has such a cell. */
const cellQuery = z
  .strictObject({
    ipix: parameters.index,
    nside: parameters.nside,
    frequency_band: parameters.band.default('all'),
  })
  .superRefine(({ ipix, nside }, context) => {
    const last = cellCount(nside) - 1;
    if (ipix <= last) return;
    const message = `must be an integer from 0 to ${last}, the cells of nside ${nside}`;
    context.addIssue({ code: 'custom', path: ['ipix'], message });
  });

export const cellTimeSeries = defineRoute({
  ...coverage,
  path: '/coverage_analysis_runs/:id/interference_cells/time_series',
  summary: 'The intensity of one cell at every epoch of the run',
  params: z.strictObject({ id: parameters.id }),
  query: cellQuery,
  response: z.strictObject({
    ipix: z.int().nonnegative(),
    nside: z.int(),
    data_points: z.int().nonnegative(),
    time_series: z.array(
      z.strictObject({ epoch_index: z.int().nonnegative(), value: z.int().nonnegative(), timestamp: z.string() }),
    ),
  }),
  handler: async ({ params, query, caller, ctx }, { knex, analysis }) => {
    const run = await visibleRun(knex, caller.accountId, params.id);
    const { ipix, nside, frequency_band: band } = query;
    if (nside !== run.nside) {
      const rule = `must be ${run.nside}, the nside of the run`;
      throw new ServiceError('INVALID_PARAMETER', `query parameter nside is "${nside}"; it ${rule}`, { nside: rule });
    }
    const { window, norad } = inMemory(analysis, run);
    if (isUnchanged(ctx, ['time_series', run.id, ipix, band])) return NOT_MODIFIED;
    const values = await analysis.cellValues({ window, norad, band, ipix });
    return {
      ipix,
      nside,
      data_points: values.length,
      time_series: Array.from(values, (value, epoch) => ({
        epoch_index: epoch,
        value,
        timestamp: formatTime(epochMs(window, epoch)),
      })),
    };
  },
});
