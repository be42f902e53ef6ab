import type { Knex } from 'knex';

type RunStatus = 'pending' | 'running' | 'completed' | 'failed';

export interface CoverageAnalysisRun {
  id: number;
  status: RunStatus;
  createdAt: Date;
}

/** Run with its satellite and its window. */
export interface RunOfWindow extends CoverageAnalysisRun {
  noradNumber: number;
  windowId: number;
  windowIdentity: string;
  /** Start of the window, microseconds since 1970, UTC. */
  startUs: number;
  epochCount: number;
  nside: number;
}

/** Finds the run of a window seen from one satellite, or makes it, pending. */
export async function ensureRun(db: Knex, windowId: number, noradNumber: number): Promise<CoverageAnalysisRun> {
  const key = { window_id: windowId, norad_number: noradNumber };
  const columns = { id: 'id', status: 'status', createdAt: 'created_at' };
  const existing = await db('coverage_analysis_runs').where(key).first<CoverageAnalysisRun | undefined>(columns);
  if (existing !== undefined) return existing;
  await db('coverage_analysis_runs').insert(key).onConflict(['window_id', 'norad_number']).ignore();
  const run = await db('coverage_analysis_runs').where(key).first<CoverageAnalysisRun | undefined>(columns);
  if (run === undefined) throw new Error(`window ${windowId} went away while a run of it was made`);
  return run;
}

/** Finds a run; undefined where there is none of that id, or the account does not track its satellite. */
export async function findRun(db: Knex, accountId: number, runId: number): Promise<RunOfWindow | undefined> {
  return db('coverage_analysis_runs as r')
    .join('windows as w', 'w.id', 'r.window_id')
    .join('tracked_satellites as t', 't.norad_number', 'r.norad_number')
    .where({ 'r.id': runId, 't.account_id': accountId })
    .first<RunOfWindow | undefined>({
      id: 'r.id',
      status: 'r.status',
      createdAt: 'r.created_at',
      noradNumber: 'r.norad_number',
      windowId: 'r.window_id',
      windowIdentity: 'w.identity',
      startUs: 'w.start_us',
      epochCount: 'w.epoch_count',
      nside: 'w.nside',
    });
}
