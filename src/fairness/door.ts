import { Overloaded } from '../errors.js';
import type { Asker } from './asker.js';

/** Kinds of work, each with places of its own: a cheap request never waits for one that takes long. */
export type Work = 'cheap' | 'change' | 'whole' | 'many';

/**
 * Admission to the one thread that answers all requests. Each account has places at work and places to wait for them, and is
 * refused beyond.
 *
 * Two rules make room for the others, as that thread hears of a request only when the event loop turns: an account begins few
 * requests between two turns, and while others ask it owes a rest for each of its requests. It rests for several at once: in
 * short rests between its requests, others would find the thread busy each time that they have read an answer.
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
  // Each holds a connection to the database, for which others wait.
  change: { mostAtWork: 4, mostWaiting: 512 },
  whole: { mostAtWork: 2 * threads + 2, mostWaiting: 512 },
  many: { mostAtWork: 4, mostWaiting: 16 },
});
/** Requests of an account that begin between two turns of the loop. With 1, warm points take 40 % more processor time. */
const MOST_BEGUN = 16;
/** Rest behind a request, in times of what the request took. */
const REST = 2;
/** Longest rest for one request, in ms: most of its time it may have waited for threads. */
const MOST_REST_MS = 1;
/**
 * Rest that an account may owe, in ms, before it takes it. A neighbour of 256 warm weeks has 0.6 of its rate alone; with 1
 * ms behind each week it has 0.16.
 */
const MOST_OWED_MS = 8;
/** Time in ms for which an account that has asked counts as asking: clients pause between two requests. */
const PRESENT_MS = 100;
/** Share of the longest wait up to which a request is let wait: more would too often be refused only at its end. */
const SURE = 0.75;
/** Weight of the newest time among those that are smoothed. */
const SMOOTHING = 0.05;
/** Accounts whose times are remembered while they have no request. */
const MOST_ACCOUNTS = 3_000;

interface Account {
  readonly lines: Readonly<Record<Work, Line>>;
  /** Time at which it has rested enough for all that it was answered while others asked. */
  restsUntilMs: number;
  /** Whether none of its requests begins until then. */
  isResting: boolean;
}

/** A request that waits. */
interface Waiter {
  begin(): void;
  refuse(): void;
}

/** The requests of one account and kind. */
interface Line {
  readonly mostAtWork: number;
  readonly mostWaiting: number;
  atWork: number;
  readonly waiting: Waiter[];
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
  /** Timer that looks at the lines again, while an account rests. */
  let wake: NodeJS.Timeout | undefined;
  /** The account that has asked last, when it did, and when the last other one did. */
  let last: Account | undefined;
  let [lastMs, otherMs] = [-Infinity, -Infinity];

  const accountOf = (id: Asker['account']): Account => {
    const known = accounts.get(id);
    if (known !== undefined) return known;
    if (accounts.size >= MOST_ACCOUNTS) forgetIdle();
    const line = (work: Work): Line => ({ ...places[work], atWork: 0, waiting: [], workMs: 0 });
    const account = {
      lines: { cheap: line('cheap'), change: line('change'), whole: line('whole'), many: line('many') },
      restsUntilMs: 0,
      isResting: false,
    };
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

  /** Notes that an account owes a rest to the others, where they ask. */
  const owe = (account: Account, tookMs: number, nowMs: number): void => {
    const askedMs = account === last ? otherMs : lastMs;
    if (nowMs - askedMs >= PRESENT_MS) return;
    account.restsUntilMs = Math.max(account.restsUntilMs, nowMs) + Math.min(REST * tookMs, MOST_REST_MS);
    account.isResting ||= account.restsUntilMs - nowMs > MOST_OWED_MS;
  };

  const mayBegin = (account: Account, { atWork, mostAtWork }: Line): boolean => {
    account.isResting &&= account.restsUntilMs > performance.now();
    return atWork < mostAtWork && (begun.get(account) ?? 0) < MOST_BEGUN && !account.isResting;
  };

  const begin = (account: Account, line: Line, cameMs: number): (() => void) => {
    const sinceMs = performance.now();
    let isAtWork = true;
    line.atWork++;
    begun.set(account, (begun.get(account) ?? 0) + 1);
    waited?.(sinceMs - cameMs);
    planTurn();
    return () => {
      if (!isAtWork) return;
      isAtWork = false;
      line.atWork--;
      const nowMs = performance.now();
      const tookMs = nowMs - sinceMs;
      // The arrival of a burst prolongs all requests that are at work: no single time counts for much.
      line.workMs += SMOOTHING * (Math.min(tookMs, 2 * line.workMs + 2) - line.workMs);
      owe(account, tookMs, nowMs);
      // The first requests wait before it is known how long they take.
      while (expectedMs(line) > mostWaitMs) line.waiting.at(-1)?.refuse();
      if (line.waiting.length > 0) planTurn();
    };
  };

  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    setImmediate(takeTurn);
  };

  const wakeUp = (): void => {
    wake = undefined;
    planTurn();
  };

  const takeTurn = (): void => {
    isTurnPlanned = false;
    begun.clear();
    const before = queues;
    queues = new Map();
    for (const [line, account] of before) {
      while (line.waiting.length > 0 && mayBegin(account, line)) line.waiting.shift()?.begin();
      if (line.waiting.length === 0) continue;
      // To the end: the other kinds of its account come first in the next turn.
      queues.set(line, account);
      // One whose places are all at work is looked at again when a request ends.
      if (line.atWork === line.mostAtWork) continue;
      // A turn of the loop takes time from the clients too, where they are on this machine.
      if (account.isResting) wake ??= setTimeout(wakeUp, account.restsUntilMs - performance.now());
      else planTurn();
    }
  };

  /** Expected wait of one more request; 0 while none waits. */
  const expectedMs = ({ waiting, mostAtWork, workMs }: Line): number =>
    waiting.length === 0 ? 0 : ((waiting.length + 1) * workMs) / mostAtWork;

  return {
    async enter(work, asker) {
      const cameMs = performance.now();
      const id = asker.account;
      const account = accountOf(id);
      const line = account.lines[work];
      const { waiting } = line;
      noteAsking(account, cameMs);
      if (waiting.length === 0 && mayBegin(account, line)) return begin(account, line, cameMs);
      if (expectedMs(line) > SURE * mostWaitMs || waiting.length >= line.mostWaiting)
        throw overloaded(id, waiting.length, expectedMs(line));
      // Making the signal takes longer than all the rest.
      const { signal } = asker;
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
        };
        const giveUp = (reason: unknown): void => {
          leave();
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(reason);
        };
        const waiter: Waiter = {
          begin() {
            leave();
            resolve(begin(account, line, cameMs));
          },
          refuse: () => giveUp(overloaded(id, waiting.length, expectedMs(line))),
        };
        const abort = (): void => giveUp(signal.reason);
        const timer = setTimeout(() => waiter.refuse(), mostWaitMs).unref();
        signal.addEventListener('abort', abort);
        waiting.push(waiter);
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
