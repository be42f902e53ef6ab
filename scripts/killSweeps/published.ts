import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { findSeries } from '../../src/db/cellSeries.js';
import { findRunIndex } from '../../src/db/runIndexes.js';
import { randomFrom } from '../random.js';

/** What an uninterrupted sweep publishes. */
export interface Published {
  indexes: { noradNumber: number; bands: number; cellCount: number; data: Buffer }[];
  series: { ipix: number; data: Buffer }[];
}

/** One look at one thing that a sweep publishes: whether it is there, and whether it is as it should be. */
type Look = (db: Knex) => Promise<{ isThere: boolean; isRight: boolean }>;

export async function readPublished(db: Knex, windowId: number): Promise<Published> {
  const runs = db('coverage_analysis_runs').where({ window_id: windowId, status: 'completed' });
  const indexes = await db('run_indexes as i')
    .join(runs.as('r'), 'r.id', 'i.run_id')
    .orderBy(['r.norad_number', 'i.bands'])
    .select({ noradNumber: 'r.norad_number', bands: 'i.bands', cellCount: 'i.cell_count', data: 'i.data' });
  const series = await db('cell_series as c')
    .join('sweeps as s', 's.id', 'c.sweep_id')
    .where({ 's.window_id': windowId, 's.status': 'completed' })
    .orderBy('c.ipix')
    .select({ ipix: 'c.ipix', data: 'c.data' });
  return { indexes, series };
}

/** Everything that can be asked of a window's sweep, each as a service asks it. */
async function looksAt(db: Knex, windowId: number, expected: Published): Promise<Look[]> {
  const runs = await db('coverage_analysis_runs').where({ window_id: windowId }).select('id', 'norad_number');
  const runOf = new Map(runs.map((run: { id: number; norad_number: number }) => [run.norad_number, run.id]));
  const statuses = [...runOf.values()].map((id): Look => async (trx) => {
    const isThere = (await trx('coverage_analysis_runs').where({ id, status: 'completed' }).first('id')) !== undefined;
    return { isThere, isRight: true };
  });
  const indexes = expected.indexes.map(({ noradNumber, bands, cellCount, data }): Look => async (trx) => {
    const found = await findRunIndex(trx, runOf.get(noradNumber) ?? 0, bands);
    const isRight = found === undefined || (found.cellCount === cellCount && data.equals(found.data));
    return { isThere: found !== undefined, isRight };
  });
  const series = expected.series.map(({ ipix, data }): Look => async (trx) => {
    const found = await findSeries(trx, windowId, ipix);
    return { isThere: found !== undefined, isRight: found === undefined || data.equals(found) };
  });
  return [...statuses, ...indexes, ...series];
}

/** Between one read and the next: the sweep wants its share of the processor. */
const PAUSE_MS = 10;

export interface Reader {
  stop(): Promise<ReaderFindings>;
}

export interface ReaderFindings {
  reads: number;
  /** In which some was there and some was not. */
  partial: number;
  /** In which something was not what an uninterrupted sweep makes. */
  wrong: number;
}

/**
 * Reads everything over and over. In a snapshot it must all be there or all be missing; statement by statement, in any
 * order, nothing may be missing once something was there.
 */
export async function startReader(
  db: Knex,
  windowId: number,
  expected: Published,
  { inSnapshot, seed }: { inSnapshot: boolean; seed: number },
): Promise<Reader> {
  const looks = await looksAt(db, windowId, expected);
  const next = randomFrom(seed);
  const findings = { reads: 0, partial: 0, wrong: 0 };
  const stopping = new AbortController();
  const lookAtAll = async (trx: Knex): Promise<void> => {
    const order = looks.map((look) => ({ look, place: next() })).sort((a, b) => a.place - b.place);
    const there: boolean[] = [];
    let isRight = true;
    for (const { look } of order) {
      const seen = await look(trx);
      there.push(seen.isThere);
      isRight &&= seen.isRight;
    }
    const first = inSnapshot ? 0 : there.indexOf(true);
    findings.reads++;
    if (first >= 0 && there.slice(first).some((isThere) => isThere !== there[first])) findings.partial++;
    if (!isRight) findings.wrong++;
  };
  const reading = (async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (inSnapshot) await db.transaction(lookAtAll, { isolationLevel: 'repeatable read', readOnly: true });
      else await lookAtAll(db);
      await sleep(PAUSE_MS);
    }
  })();
  // Whoever stops the reader learns of it.
  reading.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await reading;
      return findings;
    },
  };
}
