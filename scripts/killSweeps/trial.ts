import type { Knex } from 'knex';
import { type DatabaseOptions, openDatabase } from '../../src/db/connection/connect.js';
import { killWorker, type Moment, type Pace, runWorker } from './child.js';
import { beginSmallSteps, openSmallWindow, prepareGround } from './ground.js';
import { type Published, readPublished } from './published.js';
import { type ReaderFindings, type ReaderKind, startReader } from './reader.js';

/** A database of our own, and what an uninterrupted sweep publishes in it. */
export interface Ground {
  database: DatabaseOptions;
  epochCount: number;
  expected: Published;
}

export interface Trial {
  /** Kills that found the worker alive, and those of them after which the sweep was not published yet. */
  kills: number;
  killsBeforePublication: number;
  readers: ReaderFindings;
  /** What was published is byte for byte what an uninterrupted sweep publishes. */
  isEqual: boolean;
  /** Blocks that nobody will read again. */
  blocksLeft: number;
}

const BLOCK_EPOCHS = 6;
const THREADS = 1;
const NOTHING_READ: ReaderFindings = { reads: 0, complete: 0, partial: 0, wrong: 0 };
const READERS: readonly ReaderKind[] = ['statement', 'snapshot', 'requests'];

/** Fills a new database and sweeps a window of it without a kill, in the steps that the product takes. */
export async function prepareTrials(database: DatabaseOptions, epochCount: number, every?: number): Promise<Ground> {
  const windowId = await withKnex(database, async (knex) => {
    await prepareGround(knex, every);
    return openSmallWindow(knex, epochCount);
  });
  await runWorker({ ...database, windowId, threads: THREADS });
  const expected = await withKnex(database, (knex) => readPublished(knex, windowId));
  if (expected.indexes.length === 0 || expected.series.length === 0) throw new Error('the sweep published nothing');
  return { database, epochCount, expected };
}

/** An uninterrupted sweep in the small steps of the trials. */
export async function paceOfTrials(ground: Ground): Promise<Pace> {
  const windowId = await beginTrial(ground);
  const pace = await runWorker({ ...ground.database, windowId, threads: THREADS });
  const { isEqual } = await outcome(ground, windowId);
  if (!isEqual) throw new Error('uninterrupted sweeps in small and in ordinary steps publish different bytes');
  return pace;
}

/** A sweep over a new window, killed at each of the moments, started again and at last let run to its end. */
export async function killedSweep(ground: Ground, moments: readonly Moment[], seed: number): Promise<Trial> {
  const { database } = ground;
  const windowId = await beginTrial(ground);
  const order = { ...database, windowId, threads: THREADS };
  const stopReaders = database.databaseUrl === undefined ? undefined : await startReaders(ground, windowId, seed);
  let kills = 0;
  let killsBeforePublication = 0;
  try {
    for (const moment of moments) {
      if (!(await killWorker(order, moment))) continue;
      kills++;
      const { isPublished } = await outcome(ground, windowId);
      if (!isPublished) killsBeforePublication++;
    }
    await runWorker(order);
  } finally {
    await stopReaders?.();
  }
  const readers = (await stopReaders?.()) ?? NOTHING_READ;
  const { isEqual, blocksLeft } = await outcome(ground, windowId);
  return { kills, killsBeforePublication, readers, isEqual, blocksLeft };
}

async function beginTrial({ database, epochCount, expected }: Ground): Promise<number> {
  return withKnex(database, async (knex) => {
    const id = await openSmallWindow(knex, epochCount);
    const ipix = expected.series.map((series) => series.ipix);
    await beginSmallSteps(knex, id, ipix, BLOCK_EPOCHS);
    return id;
  });
}

/** What is there of a window's sweep, compared with the uninterrupted one. */
export async function outcome(
  { database, expected }: Ground,
  windowId: number,
): Promise<{ isPublished: boolean; isEqual: boolean; blocksLeft: number }> {
  return withKnex(database, async (knex) => {
    const found = await readPublished(knex, windowId);
    const blocks = await knex('sweep_blocks as b')
      .join('sweeps as s', 's.id', 'b.sweep_id')
      .where({ 's.window_id': windowId })
      .pluck('b.part');
    const isPublished = found.series.length > 0 || found.indexes.length > 0;
    return { isPublished, isEqual: isSame(found, expected), blocksLeft: blocks.length };
  });
}

function isSame(found: Published, expected: Published): boolean {
  return (
    found.indexes.length === expected.indexes.length &&
    found.series.length === expected.series.length &&
    expected.indexes.every(({ noradNumber, bands, cellCount, data }, i) => {
      const other = found.indexes[i];
      if (other?.noradNumber !== noradNumber || other.bands !== bands) return false;
      return other.cellCount === cellCount && other.data.equals(data);
    }) &&
    expected.series.every(({ ipix, data }, i) => {
      const other = found.series[i];
      return other?.ipix === ipix && other.data.equals(data);
    })
  );
}

/** Each over connections of its own. What is returned stops them, and tells the same however often it is called. */
async function startReaders(
  { database, expected }: Ground,
  windowId: number,
  seed: number,
): Promise<() => Promise<ReaderFindings>> {
  const started = await Promise.all(
    READERS.map(async (kind, i) => {
      const opened = await openDatabase(database);
      return { opened, reader: await startReader(opened.knex, kind, { windowId, expected, seed: seed + i }) };
    }),
  );
  const stop = async (): Promise<ReaderFindings> => {
    const total = { ...NOTHING_READ };
    for (const { reader, opened } of started) {
      const { reads, complete, partial, wrong } = await reader.stop();
      await opened.close();
      total.reads += reads;
      total.complete += complete;
      total.partial += partial;
      total.wrong += wrong;
    }
    return total;
  };
  let stopped: Promise<ReaderFindings> | undefined;
  return () => (stopped ??= stop());
}

export async function withKnex<T>(database: DatabaseOptions, use: (knex: Knex) => Promise<T>): Promise<T> {
  const opened = await openDatabase(database);
  try {
    return await use(opened.knex);
  } finally {
    await opened.close();
  }
}
