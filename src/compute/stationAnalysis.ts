import { type Slot, textOffset } from '../store/slots.js';
import type { AnalysisParts, Answer, PlaceQuery, Question, Runner } from './analysis.js';
import { createFairShare } from './fairShare.js';
import type { StationPass } from './tasks.js';

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
  /** The answers in the order of the places, as they come. */
  stations(query: StationsQuery, asker: Asker): AsyncGenerator<StationAnswer, void>;
}

/** What analysis.ts shares with us. */
interface Asking {
  ask: <T>(question: Question, use: (slot: Slot, run: Runner) => Promise<Answer<T>>) => Promise<T>;
  understandPlace: (query: PlaceQuery, from: number, to: number) => Question;
}

/** Answers that wait for those before them to be taken, 0.7 MB at most each. */
const MOST_AHEAD = 4;

export function createStationAnalysis(parts: AnalysisParts, asking: Asking): StationAnalysis {
  const { core, pool } = parts;
  const { ask, understandPlace } = asking;
  const share = createFairShare(pool);

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

  return {
    station,

    async *stations({ places, ...query }, asker) {
      const ahead: Promise<StationAnswer>[] = [];
      for (const place of places) {
        const answer = station({ ...query, ...place }, asker);
        // Those that are never taken may fail unseen.
        answer.catch(() => undefined);
        ahead.push(answer);
        if (ahead.length > Math.min(MOST_AHEAD, share.most)) yield (await ahead.shift()) as StationAnswer;
      }
      for (const answer of ahead) yield await answer;
    },
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
