import { Overloaded } from '../errors.js';
import type { Asker } from './asker.js';

/** Kinds of work, each with places of its own: a cheap request never waits for one that takes long. */
export type Work = 'cheap' | 'whole' | 'many';

/**
 * Admission to the one thread that answers all requests. Each account has places at work and places to wait for them, and is
 * refused beyond.
 *
 * Two rules make room for the others, as that thread hears of a request only when the event loop turns: an account begins few
 * requests between two turns, and while others ask it rests with each request that it begins. They ask again only when they
 * have read their answers, and would find the thread busy each time.
 */
export interface Door {
  /**
   * Waits until a request may begin, and returns the function that ends its work; it may be called more than once.
   *
   * @throws Overloaded at once where too many wait or the wait would be too long, and later where it is; the signal's reason
   * when it aborts
   */
  enter(work: Work, asker: Asker): Promise<() => void>;
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

/** Requests of one account and kind that may be at work, and that may wait. More whole ones would only share the threads. */
const placesOf = (threads: number): Record<Work, { mostAtWork: number; mostWaiting: number }> => ({
  cheap: { mostAtWork: Math.max(16, 2 * threads), mostWaiting: 512 },
  whole: { mostAtWork: 2 * threads + 2, mostWaiting: 512 },
  many: { mostAtWork: 4, mostWaiting: 16 },
});
/** Requests of an account that begin between two turns of the loop. With 1, warm points take 40 % more processor time. */
const MOST_BEGUN = 16;
/** Rest behind a request, in times of what the request took. With none, a neighbour of warm weeks has half of its rate. */
const REST = 2;
/** Longest rest, in ms, counted from the begin of a request and again from its end. */
const MOST_REST_MS = 1;
/** Time in ms for which an account that has asked counts as asking: clients pause between two requests. */
const PRESENT_MS = 100;
/** Weight of the newest time among those that are smoothed. */
const SMOOTHING = 0.2;
/** Accounts whose times are remembered while they have no request. */
const MOST_ACCOUNTS = 3_000;

interface Account {
  readonly lines: Readonly<Record<Work, Line>>;
  /** Time until which none of its requests begins. */
  restsUntilMs: number;
}

/** The requests of one account and kind. */
interface Line {
  readonly mostAtWork: number;
  readonly mostWaiting: number;
  atWork: number;
  readonly waiting: (() => void)[];
  /** How long a request is at work, smoothed, in ms. */
  workMs: number;
}

export function createDoor({ threads, mostWaitMs, waited }: DoorOptions): Door {
  const places = placesOf(threads);
  const accounts = new Map<Asker['account'], Account>();
  /** Lines in which somebody waits, and their accounts, in the order of their turns. */
  let queues = new Map<Line, Account>();
  /** Number of requests that each account has begun since the last turn of the loop. */
  const begun = new Map<Account, number>();
  let isTurnPlanned = false;
  /** The account that has asked last, when it did, and when the last other one did. */
  let last: Account | undefined;
  let [lastMs, otherMs] = [-Infinity, -Infinity];

  const accountOf = (id: Asker['account']): Account => {
    const known = accounts.get(id);
    if (known !== undefined) return known;
    if (accounts.size >= MOST_ACCOUNTS) forgetIdle();
    const line = (work: Work): Line => ({ ...places[work], atWork: 0, waiting: [], workMs: 0 });
    const account = { lines: { cheap: line('cheap'), whole: line('whole'), many: line('many') }, restsUntilMs: 0 };
    accounts.set(id, account);
    return account;
  };

  const forgetIdle = (): void => {
    for (const [id, { lines }] of accounts) {
      if (Object.values(lines).every(({ atWork, waiting }) => atWork + waiting.length === 0)) accounts.delete(id);
    }
  };

  const noteAsking = (account: Account, nowMs: number): void => {
    if (account !== last) otherMs = lastMs;
    last = account;
    lastMs = nowMs;
  };

  /** Lets an account rest while others ask. */
  const rest = (account: Account, ms: number, nowMs: number): void => {
    const askedMs = account === last ? otherMs : lastMs;
    if (nowMs - askedMs < PRESENT_MS) account.restsUntilMs = nowMs + Math.min(ms, MOST_REST_MS);
  };

  const mayBegin = (account: Account, { atWork, mostAtWork }: Line): boolean =>
    atWork < mostAtWork && (begun.get(account) ?? 0) < MOST_BEGUN && account.restsUntilMs <= performance.now();

  const begin = (account: Account, line: Line, cameMs: number): (() => void) => {
    const sinceMs = performance.now();
    let isAtWork = true;
    line.atWork++;
    begun.set(account, (begun.get(account) ?? 0) + 1);
    rest(account, MOST_REST_MS, sinceMs);
    waited?.(sinceMs - cameMs);
    planTurn();
    return () => {
      if (!isAtWork) return;
      isAtWork = false;
      line.atWork--;
      const nowMs = performance.now();
      const tookMs = nowMs - sinceMs;
      line.workMs += SMOOTHING * (tookMs - line.workMs);
      rest(account, REST * tookMs, nowMs);
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
    const before = queues;
    queues = new Map();
    for (const [line, account] of before) {
      while (line.waiting.length > 0 && mayBegin(account, line)) line.waiting.shift()?.();
      if (line.waiting.length === 0) continue;
      // To the end: the other kinds of its account come first in the next turn.
      queues.set(line, account);
      // One whose places are all at work is looked at again when a request ends.
      if (line.atWork === line.mostAtWork) continue;
      // A turn of the loop takes time from the clients too, where they are on this machine.
      if (account.restsUntilMs > performance.now()) setTimeout(planTurn, MOST_REST_MS);
      else planTurn();
    }
  };

  const expectedMs = ({ waiting, mostAtWork, workMs }: Line): number => ((waiting.length + 1) * workMs) / mostAtWork;

  return {
    async enter(work, asker) {
      const cameMs = performance.now();
      const id = asker.account;
      const account = accountOf(id);
      const line = account.lines[work];
      const { waiting } = line;
      noteAsking(account, cameMs);
      if (waiting.length === 0 && mayBegin(account, line)) return begin(account, line, cameMs);
      const isLate = waiting.length > 0 && expectedMs(line) > mostWaitMs;
      if (isLate || waiting.length >= line.mostWaiting) throw overloaded(id, waiting.length, expectedMs(line));
      // Making the signal takes longer than all the rest.
      const { signal } = asker;
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
        };
        const take = (): void => {
          stopWaiting();
          resolve(begin(account, line, cameMs));
        };
        const leave = (reason: unknown): void => {
          stopWaiting();
          waiting.splice(waiting.indexOf(take), 1);
          reject(reason);
        };
        const abort = (): void => leave(signal.reason);
        const timer = setTimeout(() => leave(overloaded(id, waiting.length, expectedMs(line))), mostWaitMs).unref();
        signal.addEventListener('abort', abort);
        waiting.push(take);
        queues.set(line, account);
        planTurn();
      });
    },
    get waiting() {
      let count = 0;
      for (const { waiting } of queues.keys()) count += waiting.length;
      return count;
    },
  };
}

/** Makes the error of a refusal. Clients are told different times: if all came back at once, they would be refused again. */
function overloaded(id: Asker['account'], ahead: number, expectedMs: number): Overloaded {
  const seconds = Math.max(1, expectedMs / 1000);
  const whose = typeof id === 'string' ? 'this network' : 'this account';
  const message = `The service is busy: ${ahead} questions of ${whose} wait already, for some ${Math.ceil(seconds)} s`;
  return new Overloaded(message, Math.ceil(seconds * (1 + Math.random())));
}
