import { z } from 'zod';
import { sharedBands } from '../../catalogue/bands.js';
import { cellId } from '../../compute/map/runIndex.js';
import { spansOf } from '../../compute/map/runIndex.js';
import type { RunOfWindow } from '../../db/analysis/runs.js';
import type { CellsBefore, RunIndexes } from '../../memory/runIndexes.js';
import { DEFAULT_PER_PAGE } from '../../spec.js';
import { askerOf } from '../response/whenClosed.js';
import { epochMs, satelliteOf } from './subject.js';
import { formatTime } from '../schemas/instant.js';
import { EmbeddedJson, NOT_MODIFIED } from '../response/answer.js';
import { ServiceError } from '../response/serviceError.js';
import { defineRoute } from '../route.js';
import * as answerFields from '../schemas/answerFields.js';
import * as parameters from '../schemas/parameters.js';
import { coverage, coverageBand, isUnchangedRun, visibleRun, windowOf } from './coverageAnalysis.js';

const interferenceCell = z
  .strictObject({
    id: answerFields.whole('Identifies run, epoch and cell, whatever the band; stable'),
    epoch_index: answerFields.epochIndex,
    nside: answerFields.nside,
    ipix: answerFields.ipix,
    ordering: answerFields.ordering,
    value: answerFields.intensity.describe('Interference intensity, above 0: cells without any are left out'),
  })
  .meta({ id: 'InterferenceCell', description: 'Interference in one cell in one minute' });

const RETRY_AFTER_SECONDS = 30;

const exampleCell = (epoch: number, ipix: number, value: number) => ({
  id: cellId(1, epoch, ipix),
  epoch_index: epoch,
  nside: 64,
  ipix,
  ordering: 'NESTED' as const,
  value,
});

export const cellsByEpoch = defineRoute({
  ...coverage,
  work: 'whole',
  path: '/coverage_analysis_runs/:id/interference_cells/by_epoch/:epoch_index',
  summary: 'All cells of one time step in which the intensity is above 0, ordered by ipix',
  params: z.strictObject({ id: parameters.runId, epoch_index: parameters.epoch }),
  query: z.strictObject({ frequency_band: coverageBand }),
  response: z
    .strictObject({
      epoch_index: answerFields.epochIndex,
      timestamp: answerFields.time.describe('Start of the minute, UTC'),
      nside: answerFields.nside,
      ordering: answerFields.ordering,
      data_points: answerFields.dataPoints('interference_cells'),
      interference_cells: z.array(interferenceCell).describe('Cells in which the intensity is above 0, by `ipix`'),
    })
    .meta({ id: 'EpochCells', description: 'The cells of one minute' }),
  example: {
    response: {
      epoch_index: 485,
      timestamp: '2025-12-06T08:05:00Z',
      nside: 64,
      ordering: 'NESTED',
      data_points: 2,
      interference_cells: [exampleCell(485, 4_321, 12), exampleCell(485, 4_322, 14)],
    },
  },
  handler: async ({ params, query, caller, ctx }, { known, analysis }) => {
    const run = await visibleRun(known, caller.accountId, params.id);
    const epoch = params.epoch_index;
    if (epoch >= run.epochCount) {
      const last = run.epochCount - 1;
      const message = `epoch_index ${epoch} is not in the run's analysis window, whose epochs are 0 to ${last}`;
      throw new ServiceError('NOT_FOUND', message, { epoch_index: `must be an integer from 0 to ${last}` });
    }
    const band = query.frequency_band;
    if (await isUnchangedRun(ctx, run, ['by_epoch', epoch, band])) return NOT_MODIFIED;
    const { window, norad } = await windowOf(analysis, run);
    const spans = [{ epoch, skip: 0, take: Infinity }];
    const asked = { window, norad, band, runId: run.id, spans };
    const cells = await analysis.cells(asked, askerOf(ctx, caller));
    const fields = {
      epoch_index: epoch,
      timestamp: formatTime(epochMs(window, epoch)),
      nside: window.nside,
      ordering: 'NESTED',
      data_points: cells.entries,
    };
    return new EmbeddedJson(fields, 'interference_cells', cells);
  },
});

const pagination = z
  .strictObject({
    current_page: answerFields.whole('Page that this is, counted from 1'),
    total_pages: answerFields.whole('Number of pages; 0 where there is no cell'),
    total_count: answerFields.whole('Number of cells of the run in the band'),
    per_page: answerFields.count.positive().describe('Cells of a full page: as asked for, at most 1,000'),
  })
  .meta({ id: 'Pagination', description: 'Where in a list a page is' });

export const interferenceCells = defineRoute({
  ...coverage,
  work: 'whole',
  path: '/coverage_analysis_runs/:id/interference_cells',
  summary: 'The cells of all time steps in which the intensity is above 0, ordered by epoch and ipix, page by page',
  params: z.strictObject({ id: parameters.runId }),
  query: z.strictObject({
    page: parameters.page.default(1),
    per_page: parameters.perPage.default(DEFAULT_PER_PAGE),
    frequency_band: coverageBand,
  }),
  response: z
    .strictObject({
      pagination: pagination.describe('Where in the list the page is'),
      interference_cells: z
        .array(interferenceCell)
        .describe('Cells of the page, by `epoch_index`, then `ipix`; empty behind the last page'),
    })
    .meta({ id: 'InterferenceCells', description: 'A page of the cells of a run' }),
  example: {
    query: { per_page: 2 },
    response: {
      pagination: { current_page: 1, total_pages: 617_201, total_count: 1_234_401, per_page: 2 },
      interference_cells: [exampleCell(0, 4_321, 12), exampleCell(0, 4_322, 14)],
    },
  },
  handler: async ({ params, query, caller, ctx }, { known, analysis, runIndexes }) => {
    const run = await visibleRun(known, caller.accountId, params.id);
    if (run.status !== 'completed') {
      const message = `coverage analysis run ${run.id} is ${run.status}: its list of cells is there when it is completed`;
      throw new ServiceError('ANALYSIS_NOT_READY', message, { status: run.status }, RETRY_AFTER_SECONDS);
    }
    const { page, per_page: perPage, frequency_band: band } = query;
    if (await isUnchangedRun(ctx, run, ['interference_cells', page, perPage, band])) return NOT_MODIFIED;
    const { window, norad } = await windowOf(analysis, run);
    const before = await indexOf(runIndexes, run, sharedBands(satelliteOf(window, norad).bands, band));
    const total = before.at(-1) ?? 0;
    const from = (page - 1) * perPage;
    const spans = spansOf(before, from, from + perPage);
    const asked = { window, norad, band, runId: run.id, spans };
    const cells = await analysis.cells(asked, askerOf(ctx, caller));
    const where = {
      current_page: page,
      total_pages: Math.ceil(total / perPage),
      total_count: total,
      per_page: perPage,
    };
    return new EmbeddedJson({ pagination: where }, 'interference_cells', cells);
  },
});

/** Finds the number of a run's cells in some bands before each epoch. Throws ANALYSIS_NOT_READY during a recount. */
async function indexOf(runIndexes: RunIndexes, run: RunOfWindow, bands: number): Promise<CellsBefore> {
  if (bands === 0) return new Uint32Array(1);
  const index = await runIndexes.find(run, bands);
  if (index !== undefined) return index;
  const message = `the list of cells of coverage analysis run ${run.id} is being counted again: what was stored of it is damaged`;
  throw new ServiceError('ANALYSIS_NOT_READY', message, { status: 'running' }, RETRY_AFTER_SECONDS);
}
