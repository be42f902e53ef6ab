import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { randomFrom } from '../random.js';
import { looksAt, type Published } from './published.js';

export interface Reader {
  stop(): Promise<ReaderFindings>;
}

export interface ReaderFindings {
  reads: number;
  /** In which everything was there: the last one, after publication, at least. */
  complete: number;
  /** In which some was there and some was not. */
  partial: number;
  /** In which something was not what an uninterrupted sweep makes. */
  wrong: number;
}

/**
 * `statement`: what is published, in one statement, as often as can be. `snapshot`: everything, byte for byte, in one
 * transaction that sees one moment. `requests`: the same in statements of their own and in any order, as requests do:
 * nothing may be missing once something was there.
 */
export type ReaderKind = 'statement' | 'snapshot' | 'requests';

/** In the order of looking. */
interface Seen {
  there: boolean[];
  isRight: boolean;
}

/** Between one read and the next: the sweep wants its share of the processor. */
const PAUSE_MS: Record<ReaderKind, number> = { statement: 1, snapshot: 10, requests: 10 };

/** Reads over and over until it is stopped. */
export async function startReader(
  db: Knex,
  kind: ReaderKind,
  { windowId, expected, seed }: { windowId: number; expected: Published; seed: number },
): Promise<Reader> {
  const next = randomFrom(seed);
  const looks = await looksAt(db, windowId, expected);
  const lookAtAll = async (trx: Knex): Promise<Seen> => {
    const order = looks.map((look) => ({ look, place: next() })).sort((a, b) => a.place - b.place);
    const seen: Seen = { there: [], isRight: true };
    for (const { look } of order) {
      const { isThere, isRight } = await look(trx);
      seen.there.push(isThere);
      seen.isRight &&= isRight;
    }
    return seen;
  };
  const readers: Record<ReaderKind, () => Promise<Seen>> = {
    statement: () => statusesAtOnce(db, windowId),
    snapshot: () => db.transaction(lookAtAll, { isolationLevel: 'repeatable read', readOnly: true }),
    requests: () => lookAtAll(db),
  };

  const findings = { reads: 0, complete: 0, partial: 0, wrong: 0 };
  const readOnce = async (): Promise<void> => {
    const { there, isRight } = await readers[kind]();
    findings.reads++;
    if (!there.includes(false)) findings.complete++;
    if (isPartial(kind, there)) findings.partial++;
    if (!isRight) findings.wrong++;
  };
  const stopping = new AbortController();
  const reading = (async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await readOnce();
      await sleep(PAUSE_MS[kind]);
    }
    await readOnce();
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

function isPartial(kind: ReaderKind, there: readonly boolean[]): boolean {
  const first = there.indexOf(true);
  if (first === -1) return false;
  return kind === 'requests' ? there.includes(false, first) : there.includes(false);
}

/** Whether the sweep and each run of a window are completed. */
async function statusesAtOnce(db: Knex, windowId: number): Promise<Seen> {
  const statuses = await db('sweeps')
    .where({ window_id: windowId })
    .select('status')
    .unionAll(db('coverage_analysis_runs').where({ window_id: windowId }).select('status'));
  return { there: statuses.map(({ status }) => status === 'completed'), isRight: true };
}
