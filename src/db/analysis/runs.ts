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

/** Finds the run of a window seen from one satellite, or inserts it as pending. @throws Error if the window is gone */
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

/** Finds a run; undefined if there is none of that id, or the account does not track its satellite. */
export async function findRun(db: Knex, accountId: number, runId: number): Promise<RunOfWindow | undefined> {
  const { rows } = await db.raw<{ rows: RunOfWindow[] }>(
    `select r.id, r.status, r.created_at as "createdAt", r.norad_number as "noradNumber", r.window_id as "windowId",
       w.identity as "windowIdentity", w.start_us as "startUs", w.epoch_count as "epochCount", w.nside
     from coverage_analysis_runs r
     join windows w on w.id = r.window_id
     join tracked_satellites t on t.norad_number = r.norad_number
     where r.id = ? and t.account_id = ?`,
    [runId, accountId],
  );
  return rows[0];
}
