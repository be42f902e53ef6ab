import type { Knex } from 'knex';

type RunStatus = 'pending' | 'running' | 'completed' | 'failed';

export interface CoverageAnalysisRun {
  id: number;
  status: RunStatus;
  createdAt: Date;
}

/** The run of a window seen from one satellite; pending when it is new. */
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
