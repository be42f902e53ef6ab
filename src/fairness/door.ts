import { Overloaded } from '../errors.js';
import type { Asker } from './asker.js';

/** Kinds of work, each with places of its own: a cheap request need not wait until a long one has ended. */
export type Work = 'cheap' | 'change' | 'whole' | 'many';

/**
 * Admits requests to the main thread, which answers all of them. Each account may have a limited number of requests of
 * a kind at work, and a limited number waiting; further ones are refused.
 *
 * Two rules leave room for other accounts. First, an account begins few requests between two turns of the event loop,
 * since the thread hears of other requests only when the loop turns. Second, while other accounts ask, an account owes
 * a rest for each of its requests. It takes the rest for several requests at once: between many short rests, other
 * accounts would find the thread busy each time they ask.
 */
export type Door = ReturnType<typeof createDoor>;

interface DoorOptions {
  /** Number of threads that compute. */
  threads: number;
  /** Longest wait in ms; a request that is expected to wait more than half of it is refused at once. */
  mostWaitMs: number;
  /** Called with the time in ms that a request has waited. */
  waited?: (ms: number) => void;
}

/**
 * Most requests of one account and kind that are at work, most that wait, and the longest rest owed for one, in ms: a
 * long time at work is mostly a wait for threads or other accounts. More `whole` requests at work would only share the
 * same threads. Writing and compressing a `whole` answer may take milliseconds: beside 256 connections that ask for
 * warm weeks on a slow machine, a second account has 0.3 of the rate that it has alone; with a rest of 1 ms, 0.1.
 */
const placesOf = (threads: number): Record<Work, Places> => ({
  cheap: { mostAtWork: Math.max(16, 2 * threads), mostWaiting: 512, mostRestMs: 1 },
  // Each holds a connection to the database, for which others wait.
  change: { mostAtWork: 4, mostWaiting: 512, mostRestMs: 1 },
  whole: { mostAtWork: 2 * threads + 2, mostWaiting: 512, mostRestMs: 8 },
  many: { mostAtWork: 4, mostWaiting: 16, mostRestMs: 8 },
});
/**
 * Most requests of an account that begin between two turns of the event loop: `alone`, or `beside` other accounts that
 * ask, whose requests wait until the loop turns. With 1, warm `at_point` calls would take 40 % more processor time.
 */
const MOST_BEGUN = { alone: 16, beside: 4 };
/** Rest owed for a request, as a multiple of the time that the request took. */
const REST = 2;
/**
 * Rest in ms that an account may owe before it must rest. Measured beside an account with 256 connections that ask for
 * warm weeks: a second account gets 0.6 of the rate that it has alone. If the first account instead rested 1 ms after
 * each answer, the second would get only 0.16.
 */
const MOST_OWED_MS = 8;
/** Time in ms after a request for which its account still counts as asking: clients pause between two requests. */
const PRESENT_MS = 100;
/**
 * A request may wait if its expected wait is at most this share of the longest wait. With a larger share, more requests
 * would be refused only after they have waited.
 */
const SURE = 0.5;
/** Weight of the newest request in the moving average of the times at work. */
const SMOOTHING = 0.2;
/** Number of known accounts at which a new one makes the door forget those that have no requests. */
const MOST_ACCOUNTS = 3_000;

interface Places {
  readonly mostAtWork: number;
  readonly mostWaiting: number;
  readonly mostRestMs: number;
}

interface Account {
  readonly lines: Readonly<Record<Work, Line>>;
  /** Time until which the account owes a rest, for its requests that were answered while other accounts asked. */
  restsUntilMs: number;
  /** Whether the account is at rest: none of its requests begins before `restsUntilMs`. */
  isResting: boolean;
}

/** A request that waits. */
interface Waiter {
  begin(): void;
  refuse(): void;
}

/** The requests of one account and kind. */
interface Line extends Places {
  atWork: number;
  readonly waiting: Waiter[];
  /** Moving average of the time that a request is at work, in ms. */
  workMs: number;
}

export function createDoor({ threads, mostWaitMs, waited }: DoorOptions) {
  const places = placesOf(threads);
  const accounts = new Map<Asker['account'], Account>();
  /** Lines in which requests wait, with their accounts, in the order in which the lines are served. */
  const queues = new Map<Line, Account>();
  /** Number of requests that each account has begun since the last turn of the event loop. */
  const begun = new Map<Account, number>();
  let isTurnPlanned = false;
  /** Plans a turn for the end of a rest; set while a resting account has requests that wait. */
  let wake: NodeJS.Timeout | undefined;
  /** The account that asked last. */
  let last: Account | undefined;
  /** Times at which `last` asked, and at which any other account asked last. */
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

  /** Whether another account has asked within PRESENT_MS. */
  const isBeside = (account: Account, nowMs: number): boolean =>
    nowMs - (account === last ? otherMs : lastMs) < PRESENT_MS;

  /** If another account asks, adds to the rest that an account owes, for a request that took `tookMs`. */
  const owe = (account: Account, { mostRestMs }: Line, tookMs: number, nowMs: number): void => {
    if (!isBeside(account, nowMs)) return;
    account.restsUntilMs = Math.max(account.restsUntilMs, nowMs) + Math.min(REST * tookMs, mostRestMs);
    account.isResting ||= account.restsUntilMs - nowMs > MOST_OWED_MS;
  };

  const mayBegin = (account: Account, { atWork, mostAtWork }: Line): boolean => {
    const nowMs = performance.now();
    account.isResting &&= account.restsUntilMs > nowMs;
    const most = isBeside(account, nowMs) ? MOST_BEGUN.beside : MOST_BEGUN.alone;
    return atWork < mostAtWork && (begun.get(account) ?? 0) < most && !account.isResting;
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
      line.workMs += SMOOTHING * (tookMs - line.workMs);
      owe(account, line, tookMs, nowMs);
      // `workMs`, which is 0 until a first request ends, has just changed. Requests that would now wait too long are
      // refused, the newest first.
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
    for (const [line, account] of new Map(queues)) {
      const before = line.waiting.length;
      while (line.waiting.length > 0 && mayBegin(account, line)) line.waiting.shift()?.begin();
      // A line that has begun requests goes to the end: in the next turn, other kinds of its account come before it. A
      // line may also be empty already, because its requests were given up.
      if (line.waiting.length < before || before === 0) queues.delete(line);
      if (line.waiting.length === 0) continue;
      queues.set(line, account);
      // If all places of the line are taken, the next request that ends plans a turn.
      if (line.atWork === line.mostAtWork) continue;
      // A timer, since a turn after each turn of the loop would take processor time from clients on this machine.
      if (account.isResting) wake ??= setTimeout(wakeUp, account.restsUntilMs - performance.now());
      else planTurn();
    }
  };

  /** Returns the time in ms that one more request would wait; 0 while none waits. */
  const expectedMs = ({ waiting, mostAtWork, workMs }: Line): number =>
    waiting.length === 0 ? 0 : ((waiting.length + 1) * workMs) / mostAtWork;

  return {
    /**
     * Waits until a request may begin. Returns a function to call when the request has ended; calling it again does
     * nothing.
     *
     * @throws Overloaded at once if too many requests wait or the wait would be too long, and later if the request has
     * waited too long; the signal's reason when it aborts
     */
    async enter(work: Work, asker: Asker): Promise<() => void> {
      const cameMs = performance.now();
      const id = asker.account;
      const account = accountOf(id);
      const line = account.lines[work];
      const { waiting } = line;
      noteAsking(account, cameMs);
      if (waiting.length === 0 && mayBegin(account, line)) return begin(account, line, cameMs);
      if (expectedMs(line) > SURE * mostWaitMs || waiting.length >= line.mostWaiting)
        throw overloaded(id, waiting.length, expectedMs(line));
      // Read last: the getter makes the signal, which takes longer than everything above.
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
    /** Number of requests that wait. */
    get waiting() {
      let count = 0;
      for (const { waiting } of queues.keys()) count += waiting.length;
      return count;
    },
  };
}

/**
 * Makes the error of a refusal. Clients are told random times from the expected wait on: if all came back at once, they
 * would be refused again.
 */
function overloaded(id: Asker['account'], ahead: number, expectedMs: number): Overloaded {
  const seconds = Math.max(1, expectedMs / 1000);
  const whose = typeof id === 'string' ? 'this network' : 'this account';
  const waiting = ahead === 1 ? `1 question of ${whose} waits` : `${ahead} questions of ${whose} wait`;
  const message = `The service is busy: ${waiting} already, for some ${Math.ceil(seconds)} s`;
  return new Overloaded(message, Math.ceil(seconds) + Math.floor(3 * Math.random()));
}
