import { Overloaded } from '../errors.js';
import type { Asker } from './asker.js';

/** Kinds of work, each with places of its own: a cheap request never waits for one that takes long. */
export type Work = 'cheap' | 'whole' | 'many';

/** Admission to the one thread that answers all requests. */
export interface Door {
  /**
   * Waits until a request may begin, and returns the function that ends its work; it may be called more than once.
   *
   * @param key of whoever shares the places: an account
   * @throws Overloaded at once where too many wait or the wait would be too long, and later where it is; the signal's reason
   * when it aborts
   */
  enter(key: string, work: Work, asker: Pick<Asker, 'signal'>): Promise<() => void>;
  /** Number of requests that wait. */
  readonly waiting: number;
}

interface DoorOptions {
  /** Number of threads that compute. */
  threads: number;
  /** Longest wait in ms: a request that is expected to wait longer is refused at once. */
  mostWaitMs: number;
  /** Called with the time in ms that a request has waited. */
  waited?: (ms: number) => void;
}

/** The requests of one key and kind. */
interface Line {
  readonly key: string;
  readonly atWork: Set<object>;
  readonly waiting: (() => void)[];
  readonly mostAtWork: number;
  readonly mostWaiting: number;
  /** How long a request is at work, smoothed, in ms. */
  workMs: number;
}

/** Requests of one key and kind that may be at work, and that may wait. More whole ones would only share the threads. */
const termsOf = (threads: number): Record<Work, { atWork: number; waiting: number }> => ({
  cheap: { atWork: Math.max(16, 2 * threads), waiting: 512 },
  whole: { atWork: 2 * threads + 2, waiting: 512 },
  many: { atWork: 4, waiting: 16 },
});
/** Requests of one key that begin between two turns of the event loop while nobody else asks. */
const STARTS_ALONE = 16;
/** Rest of a key behind each request while others ask, by what the request took; and the longest, in ms. */
const REST = 2;
const MOST_REST_MS = 1;
/** Time for which whoever has asked counts as asking: clients pause between two requests. */
const PRESENT_MS = 100;
/** Weight of the newest time among those that are smoothed. */
const SMOOTHING = 0.2;
/** Lines whose times are remembered while they are empty. */
const MOST_LINES = 10_000;

/**
 * Makes a door. Where all answers of an account are in memory, they follow one another without a turn of the event loop, and
 * nobody else is even heard. So each key begins few requests between two turns of the loop. While others ask it begins one, and
 * rests after each: the others ask again only when they have read their answers, and would find the thread busy each time.
 */
export function createDoor({ threads, mostWaitMs, waited }: DoorOptions): Door {
  const lines = new Map<string, Line>();
  /** Lines in which somebody waits, in the order of their turns. */
  let queues = new Set<Line>();
  /** Number of requests that each key has begun since the last turn of the loop. */
  const begun = new Map<string, number>();
  /** Times in ms until which keys rest. */
  const rests = new Map<string, number>();
  const company = createCompany();
  const terms = termsOf(threads);
  let isTurnPlanned = false;

  const lineOf = (key: string, work: Work): Line => {
    const name = `${work} ${key}`;
    let line = lines.get(name);
    if (line === undefined) {
      const { atWork, waiting } = terms[work];
      line = { key, atWork: new Set(), waiting: [], mostAtWork: atWork, mostWaiting: waiting, workMs: 0 };
      lines.set(name, line);
      if (lines.size > MOST_LINES) forgetIdle();
    }
    return line;
  };

  const forgetIdle = (): void => {
    for (const [name, { atWork, waiting }] of lines) if (atWork.size + waiting.length === 0) lines.delete(name);
  };

  const mayBegin = ({ key, atWork, mostAtWork }: Line): boolean => {
    const mostBegun = company.beside(key) ? 1 : STARTS_ALONE;
    const rested = (rests.get(key) ?? 0) <= performance.now();
    return rested && atWork.size < mostAtWork && (begun.get(key) ?? 0) < mostBegun;
  };

  const begin = (line: Line, cameMs: number): (() => void) => {
    const sinceMs = performance.now();
    const request = {};
    line.atWork.add(request);
    begun.set(line.key, (begun.get(line.key) ?? 0) + 1);
    waited?.(sinceMs - cameMs);
    planTurn();
    return () => {
      if (!line.atWork.delete(request)) return;
      const endMs = performance.now();
      const tookMs = endMs - sinceMs;
      line.workMs += SMOOTHING * (tookMs - line.workMs);
      company.note(line.key, endMs);
      if (company.beside(line.key)) rests.set(line.key, endMs + Math.min(REST * tookMs, MOST_REST_MS));
      if (line.waiting.length > 0) planTurn();
    };
  };

  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    setImmediate(takeTurn);
  };

  const takeTurn = (): void => {
    isTurnPlanned = false;
    begun.clear();
    const nowMs = performance.now();
    for (const [key, untilMs] of rests) if (untilMs <= nowMs) rests.delete(key);
    const before = queues;
    queues = new Set();
    for (const line of before) {
      while (line.waiting.length > 0 && mayBegin(line)) line.waiting.shift()?.();
      // To the end: the other kinds of its key come first in the next turn.
      if (line.waiting.length > 0) queues.add(line);
    }
    if (rests.size > 0 && queues.size > 0) planTurn();
  };

  const expectedMs = ({ waiting, mostAtWork, workMs }: Line): number => ((waiting.length + 1) * workMs) / mostAtWork;

  const checkWait = (line: Line): void => {
    const { length } = line.waiting;
    const isLate = length > 0 && expectedMs(line) > mostWaitMs;
    if (isLate || length >= line.mostWaiting) throw overloaded(length, expectedMs(line));
  };

  return {
    async enter(key, work, asker) {
      const cameMs = performance.now();
      const line = lineOf(key, work);
      company.note(key, cameMs);
      if (line.waiting.length === 0 && mayBegin(line)) return begin(line, cameMs);
      checkWait(line);
      const { signal } = asker;
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
        };
        const take = (): void => {
          stopWaiting();
          resolve(begin(line, cameMs));
        };
        const leave = (reason: unknown): void => {
          stopWaiting();
          line.waiting.splice(line.waiting.indexOf(take), 1);
          reject(reason);
        };
        const abort = (): void => leave(signal.reason);
        const timer = setTimeout(() => leave(overloaded(line.waiting.length, expectedMs(line))), mostWaitMs).unref();
        signal.addEventListener('abort', abort);
        line.waiting.push(take);
        queues.add(line);
        planTurn();
      });
    },
    get waiting() {
      let count = 0;
      for (const { waiting } of queues) count += waiting.length;
      return count;
    },
  };
}

/** Notes the keys that ask, and tells whether a key has company: whether another has asked lately. */
function createCompany(): { note(key: string, nowMs: number): void; beside(key: string): boolean } {
  let last = { key: '', ms: -Infinity };
  /** The last one but those of the same key. */
  let other = last;
  return {
    note(key, ms) {
      if (key !== last.key) other = last;
      last = { key, ms };
    },
    beside: (key) => performance.now() - (last.key === key ? other : last).ms < PRESENT_MS,
  };
}

/** Makes the error of a refusal. Clients are told different times: if all came back at once, they would be refused again. */
function overloaded(ahead: number, expectedMs: number): Overloaded {
  const seconds = Math.max(1, expectedMs / 1000);
  const message = `The service is busy: ${ahead} questions of this account wait already, for some ${Math.ceil(seconds)} s`;
  return new Overloaded(message, Math.ceil(seconds * (1 + Math.random())));
}
