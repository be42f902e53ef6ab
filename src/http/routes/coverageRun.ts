import type { Analysis } from '../../compute/analysis.js';
import type { AnalysisWindow } from '../../compute/query.js';
import type { RunOfWindow } from '../../db/analysis/runs.js';
import type { Known } from '../../db/known.js';
import { ServiceError } from '../response/serviceError.js';
import type { ApiContext } from '../context.js';
import { satelliteOf } from './currentWindow.js';
import { isUnchanged } from '../response/etag.js';
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

/** The run, if the account may see it. Throws NOT_FOUND, with the same body for a run that does not exist. */
export async function visibleRun(known: Known, accountId: number, runId: number): Promise<RunOfWindow> {
  const run = await known.run(accountId, runId);
  if (run) return run;
  throw new ServiceError(
    'NOT_FOUND',
    'the account has no coverage analysis run under this id; GET /interference/available_frequency_bands tells the run of a tracked satellite',
  );
}

/** `isUnchanged` for an answer that a run and `parts` determine. */
export function isUnchangedRun(ctx: ApiContext, run: RunOfWindow, parts: readonly unknown[]): Promise<boolean> {
  return isUnchanged(ctx, { identity: run.windowIdentity }, [run.id, run.noradNumber, ...parts]);
}

/** Window and satellite of a run, for the analysis. */
export async function windowOf(
  analysis: Analysis,
  run: RunOfWindow,
): Promise<{ window: AnalysisWindow; norad: number }> {
  const window = await analysis.window(run.windowId);
  if (!window) throw new Error(`window ${run.windowId} of run ${run.id} is not there`);
  satelliteOf(window, run.noradNumber);
  return { window, norad: run.noradNumber };
}
