import { placeBatch } from '../core/batchRecord.js';
import { cellOf } from '../core/healpix.js';
import { seriesBytes } from '../core/seriesRecord.js';
import { sharingGroups } from '../core/windowRecord.js';
import type { LoadedWindow } from '../store/loadedWindow.js';
import type { PinnedSeries } from '../store/seriesCache.js';
import { type Slot, textOffset } from '../store/slots.js';
import type { AnalysisParts, Answer, PlaceQuery, Question, Runner, SatelliteQuery } from './analysis.js';
import { withinDeadline } from './deadline.js';
import { createFairShare } from './fairShare.js';
import type { BatchResult, BatchTask, StationPass } from './tasks.js';

/** Who asks, and when they have gone away. */
export interface Asker {
  account: number;
  signal: AbortSignal;
}

/** The tracked satellite over a station: its own place for the passes, its cell for the intensities. */
export interface StationQuery extends PlaceQuery {
  heightKm: number;
  fromEpoch: number;
  toEpoch: number;
}

type Place = Pick<StationQuery, 'latDeg' | 'lonDeg' | 'heightKm'>;

/** The same over several stations. */
interface StationsQuery extends Omit<StationQuery, keyof Place> {
  places: readonly Place[];
}

export interface StationAnswer {
  passes: readonly StationPass[];
  /** Minutes in the passes. */
  entries: number;
  /** JSON array of the entries. */
  text: Buffer;
}

/** What stations are told; everything stops when the asker has gone. */
export interface StationAnalysis {
  station(query: StationQuery, asker: Asker): Promise<StationAnswer>;
  /** The answers in the order of the places, as they come; many places are computed together where that is quicker. */
  stations(query: StationsQuery, asker: Asker): AsyncGenerator<StationAnswer, void>;
}

/** What analysis.ts shares with us. */
interface Asking {
  ask: <T>(question: Question, use: (slot: Slot, run: Runner) => Promise<Answer<T>>) => Promise<T>;
  understand: (query: SatelliteQuery, from: number, to: number) => Omit<Question, 'ipix'>;
  understandPlace: (query: PlaceQuery, from: number, to: number) => Question;
}

/** Places of one batch: some 10 MB beside their series. */
const MOST_PLACES = 100;
const BATCHES_AT_ONCE = 2;
/** Of the cache, for the series of all batches together. */
const CACHE_SHARE = 0.5;
const MOST_THREADS = 16;
/** Answers that wait for those before them to be taken, 0.7 MB at most each. */
const MOST_AHEAD = 4;
/** A thread is kept for about a tenth of a second by so many satellites. */
const SATELLITES_PER_TASK = 128;

export function createStationAnalysis(parts: AnalysisParts, asking: Asking): StationAnalysis {
  const { core, pool, slots, series, windows } = parts;
  const { ask, understand, understandPlace } = asking;
  const share = createFairShare(pool);
  const batchTurns = createTurns(BATCHES_AT_ONCE);

  const placesAtOnce = (window: LoadedWindow): number => {
    const bytes = seriesBytes(core, window.record.groupCount, window.epochCount);
    const room = (series.maxBytes * CACHE_SHARE) / BATCHES_AT_ONCE;
    return Math.max(1, Math.min(MOST_PLACES, Math.floor(room / bytes)));
  };

  async function fillTogether(
    question: Omit<Question, 'ipix'>,
    pinned: readonly PinnedSeries[],
    slot: Slot,
    asker: Asker,
  ): Promise<void> {
    const { window, satellite, bands, from, to } = question;
    const shape = { groupCount: window.record.groupCount, epochCount: window.epochCount };
    const pointers = pinned.map(({ pointer }) => pointer);
    const record = placeBatch(core, shape, pointers, Math.min(share.most, MOST_THREADS));
    // Without room for that they are filled one by one, as they are asked about.
    if (record === undefined) return;
    const common = { window: window.record.pointer, batch: record.pointer };
    const run = (task: BatchTask): Promise<BatchResult> =>
      share.run(asker.account, () => {
        asker.signal.throwIfAborted();
        return withinDeadline(slot, () => pool.batch(task));
      });
    try {
      const plan = await run({ ...common, stage: 'plan', slot: slot.pointer, satellite, bands, from, to });
      if (plan.oneByOne <= plan.together) return;
      for (const { group, ranges } of sharingGroups(core, common.window, bands)) {
        core.kernels.clearBatch(common.window, common.batch);
        const left = portions(ranges);
        const count = async (work: number): Promise<void> => {
          for (let part = left.pop(); part !== undefined; part = left.pop()) {
            await run({ ...common, stage: 'count', slot: slot.pointer, work, group, ...part });
          }
        };
        await allOrNone(record.works.map(count), slot);
        await Promise.all(
          pinned.map((one, i) =>
            one.exclusively(async () => {
              core.kernels.publishBatch(common.window, common.batch, group, i);
            }),
          ),
        );
      }
    } finally {
      record.free();
    }
  }

  async function station(query: StationQuery, asker: Asker): Promise<StationAnswer> {
    const question = understandPlace(query, query.fromEpoch, query.toEpoch);
    const { latDeg, lonDeg, heightKm } = query;
    const { startUs } = question.window;
    return ask(question, async (slot, run) =>
      untilAborted(slot, asker.signal, async () => {
        const text = slot.pointer + textOffset(core);
        const { passes, entries, textBytes } = await run((task) =>
          share.run(asker.account, () => pool.station({ ...task, startUs, text, place: { latDeg, lonDeg, heightKm } })),
        );
        // A copy: the slot must not wait for a client that reads slowly.
        const copy = Buffer.from(core.bytes.subarray(text, text + textBytes));
        return { value: { passes, entries, text: copy }, keepsSlot: false };
      }),
    );
  }

  /** Computes what the series of these places lack together where that is quicker than one by one. */
  async function prepare(question: Omit<Question, 'ipix'>, places: readonly Place[], asker: Asker): Promise<void> {
    const { window } = question;
    const cells = places.map(({ latDeg, lonDeg }) => cellOf(core.kernels, window.nside, latDeg, lonDeg));
    const distinct = [...new Set(cells)];
    if (question.bands === 0 || distinct.length < 2) return;
    const release = windows.hold(window);
    const pinned: PinnedSeries[] = [];
    let slot: Slot | undefined;
    try {
      const mine = (slot = await slots.acquire());
      const pins = await Promise.allSettled(distinct.map((ipix) => series.pin(window, ipix)));
      for (const pin of pins) if (pin.status === 'fulfilled') pinned.push(pin.value);
      for (const pin of pins) if (pin.status === 'rejected') throw pin.reason;
      await untilAborted(mine, asker.signal, () => fillTogether(question, pinned, mine, asker));
    } finally {
      for (const one of pinned) one.release();
      slot?.release();
      release();
    }
  }

  return {
    station,

    async *stations({ places, ...query }, asker) {
      for (let first = 0; first < places.length;) {
        const question = understand(query, query.fromEpoch, query.toEpoch);
        const batch = places.slice(first, first + placesAtOnce(question.window));
        await batchTurns(async () => {
          asker.signal.throwIfAborted();
          await prepare(question, batch, asker);
        });
        const ahead: Promise<StationAnswer>[] = [];
        for (const place of batch) {
          const answer = station({ ...query, ...place }, asker);
          // Those that are never taken may fail unseen.
          answer.catch(() => undefined);
          ahead.push(answer);
          if (ahead.length > Math.min(MOST_AHEAD, share.most)) yield (await ahead.shift()) as StationAnswer;
        }
        for (const answer of ahead) yield await answer;
        first += batch.length;
      }
    },
  };
}

/** Runs as many works at a time, the others in the order in which they come. */
function createTurns(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/** Cancels what works in the slot when the signal says so. */
async function untilAborted<T>(slot: Slot, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const cancel = (): void => {
    slot.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Waits for all, whatever becomes of them, as they work in memory that is given back afterwards; one failure stops all. */
async function allOrNone(works: readonly Promise<void>[], slot: Slot): Promise<void> {
  for (const work of works) {
    work.catch(() => {
      slot.cancel();
    });
  }
  const settled = await Promise.allSettled(works);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

/** Satellites [from, to) of a group, few enough for one task. */
function portions(ranges: readonly (readonly [number, number])[]): { from: number; to: number }[] {
  return ranges.flatMap(([first, end]) =>
    Array.from({ length: Math.ceil((end - first) / SATELLITES_PER_TASK) }, (_, i) => {
      const from = first + i * SATELLITES_PER_TASK;
      return { from, to: Math.min(end, from + SATELLITES_PER_TASK) };
    }),
  );
}
