import { Overloaded } from '../errors.js';
import type { Asker } from './asker.js';
import { type Company, createCompany } from './company.js';
import type { Pace } from './pace.js';
import type { PoolWatch } from './poolTimes.js';
import { createWorkTimes, smoothed, type WorkTimes } from './workTimes.js';

/** An item of a pool, held until it is released. */
export interface Held<T> {
  readonly item: T;
  /** May be called more than once. */
  readonly release: () => void;
}

/** A fixed number of items that accounts share: those that wait for one take turns. */
export interface FairPool<T> {
  /**
   * Waits for its turn: the account that holds least is served first, and within an account the lowest rank, then whoever
   * came first. Overloaded, at once, as `admit` says; the signal's reason when it aborts. A part of a question that was
   * let in waits however long it takes.
   */
  acquire(asker: Asker, rank?: number, isPart?: boolean): Promise<Held<T>>;
  /** @throws Overloaded where an asker of the account would be refused now: see FairPoolLimits */
  admit(account: number, rank?: number): void;
  readonly free: number;
  readonly waiting: number;
}

export interface FairPoolLimits {
  /** How many items one account may hold. */
  most: number;
  /** How many of them while there are other accounts, and for a moment after those have gone; `most` by default. */
  mostBeside?: number;
  /** Accounts that are there, in this pool and in others; those of this pool alone where absent. */
  company?: Company;
  /** Where absent, items are handed on as fast as they come back. */
  pace?: Pace;
  watch?: PoolWatch;
  /** Account that is served only while no other waits. */
  last?: number;
  /** How many askers of one account may wait. */
  mostWaiting: number;
  /** Longest time that whoever comes may be expected to wait, in ms: beyond it they are refused at once. */
  admittedMs?: number;
  /** How long an asker who was let in may wait, in ms: far longer, so that only those are refused then for whom nothing goes on. */
  patienceMs: number;
  /** What one question keeps its account from the next, in ms, before any has ended; 0 where absent. */
  usualMs?: number;
}

interface Waiter<T> {
  readonly rank: number;
  take(item: T): void;
  refuse(expectedMs: number): void;
}

interface Account<T> {
  held: number;
  /** Waiters by rank, then by arrival. */
  readonly queue: Waiter<T>[];
  readonly times: WorkTimes;
  /** Time before which it gets no other item. */
  restsUntilMs: number;
  /** Timer that ends so long after the account last had nothing; it does nothing where it has something again. */
  leaving: NodeJS.Timeout | undefined;
}

/** Time after which an idle account no longer counts: one that asks question after question pauses between them. */
const PRESENT_MS = 100;

export function createFairPool<T>(
  items: readonly T[],
  {
    most,
    mostBeside = most,
    company = createCompany(),
    pace,
    watch,
    last,
    mostWaiting,
    admittedMs = Infinity,
    patienceMs,
    usualMs = 0,
  }: FairPoolLimits,
  nowMs: () => number = () => performance.now(),
): FairPool<T> {
  const idle = [...items];
  /** Accounts in the order of their turns: one that was served goes to the end. */
  const accounts = new Map<number, Account<T>>();
  const timesOf = createWorkTimes(usualMs);
  /** How long a question keeps the next one of anybody waiting, where all items are held. */
  let ofAllMs = usualMs;
  const isMeasured = admittedMs < Infinity;

  /** Number of waiters of all accounts. */
  let waiting = 0;

  const limit = (): number => (company.size > 1 ? mostBeside : most);

  /**
   * Time until somebody of that rank would be served with so many of the account's queue before them: what the account's
   * own limit makes of it, or, where all items are held, what all accounts together do in the order of their turns.
   */
  const expectedMs = (account: Account<T>, rank: number, before: number): number => {
    let ownMs = account.times.of(rank);
    for (let i = 0; i < before; i++) ownMs += account.times.of((account.queue[i] as Waiter<T>).rank);
    if (idle.length > 0) return ownMs;
    let turns = before + 1;
    for (const other of accounts.values()) if (other !== account) turns += Math.min(other.queue.length, before + 1);
    return Math.max(ownMs, turns * ofAllMs);
  };

  const behind = ({ queue }: Account<T>, rank: number): number => {
    const at = queue.findIndex((other) => other.rank > rank);
    return at < 0 ? queue.length : at;
  };

  /** Why somebody who comes now is refused; undefined where they are let in. */
  const refusal = (account: Account<T>, rank: number): Overloaded | undefined => {
    const { queue } = account;
    if (queue.length === 0 && idle.length > 0 && mayHold(account)) return undefined;
    const expected = expectedMs(account, rank, behind(account, rank));
    // Whoever would be the next in turn waits, however long one takes.
    const isLate = expected > admittedMs && queue.length > 0;
    return isLate || queue.length >= mostWaiting ? overloaded(queue.length, expected) : undefined;
  };

  const accountOf = (id: number): Account<T> => {
    const known = accounts.get(id);
    if (known !== undefined) return known;
    const account: Account<T> = { held: 0, queue: [], times: timesOf(id), restsUntilMs: 0, leaving: undefined };
    accounts.set(id, account);
    company.enter(id);
    return account;
  };

  const forgetIdle = (id: number, account: Account<T>): void => {
    if (account.held > 0 || account.queue.length > 0) return;
    account.leaving ??= setTimeout(() => {
      if (account.held > 0 || account.queue.length > 0 || !accounts.delete(id)) return;
      company.leave(id);
      serve();
    }, PRESENT_MS).unref();
    account.leaving.refresh();
  };

  const toEnd = (id: number, account: Account<T>): void => {
    if (accounts.size === 1) return;
    accounts.delete(id);
    accounts.set(id, account);
  };

  const hand = (id: number, account: Account<T>, rank: number, item: T): Held<T> => {
    const sinceMs = nowMs();
    let held = true;
    account.held++;
    toEnd(id, account);
    pace?.count();
    return {
      item,
      release: () => {
        if (!held) return;
        held = false;
        const heldMs = nowMs() - sinceMs;
        watch?.held(heldMs);
        if (pace !== undefined) account.restsUntilMs = sinceMs + heldMs + pace.restMs(heldMs);
        if (isMeasured) {
          // Little's law: those held side by side delay the next one together.
          account.times.note(rank, heldMs / account.held);
          ofAllMs = smoothed(ofAllMs, heldMs / (items.length - idle.length));
        }
        account.held--;
        idle.push(item);
        toEnd(id, account);
        serve();
        forgetIdle(id, account);
      },
    };
  };

  const mayHold = ({ held }: Account<T>): boolean => held < limit();
  const mustPause = ({ restsUntilMs }: Account<T>): boolean =>
    pace !== undefined && (pace.isBreak || (restsUntilMs > 0 && nowMs() < restsUntilMs));

  let isWoken = false;
  /** Serves again when the loop has turned. */
  const wake = (): void => {
    if (isWoken) return;
    isWoken = true;
    setImmediate(() => {
      isWoken = false;
      serve();
    });
  };

  const nextInTurn = (): Account<T> | undefined => {
    let chosen: Account<T> | undefined;
    for (const [id, account] of accounts) {
      if (id === last || account.queue.length === 0 || !mayHold(account)) continue;
      if (mustPause(account)) wake();
      else if (chosen === undefined || account.held < chosen.held) chosen = account;
    }
    if (chosen !== undefined || last === undefined) return chosen;
    const lastOfAll = accounts.get(last);
    return lastOfAll && lastOfAll.queue.length > 0 && mayHold(lastOfAll) ? lastOfAll : undefined;
  };

  const serve = (): void => {
    if (waiting === 0) return;
    while (idle.length > 0) {
      const waiter = nextInTurn()?.queue.shift();
      if (waiter === undefined) return;
      waiter.take(idle.pop() as T);
    }
  };

  return {
    admit(id, rank = 0) {
      const account = accounts.get(id);
      const refused = account && refusal(account, rank);
      if (refused !== undefined) throw refused;
    },

    acquire(asker, rank = 0, isPart = false) {
      const id = asker.account;
      const account = accountOf(id);
      // Whoever waits could not have had it.
      if (idle.length > 0 && account.queue.length === 0 && mayHold(account) && !mustPause(account)) {
        watch?.waited(0);
        return Promise.resolve(hand(id, account, rank, idle.pop() as T));
      }
      return new Promise((resolve, reject) => {
        const { signal } = asker;
        const refused = isPart ? undefined : refusal(account, rank);
        if (signal.aborted || refused !== undefined) forgetIdle(id, account);
        signal.throwIfAborted();
        if (refused !== undefined) throw refused;
        const leave = (): void => {
          waiting--;
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
        };
        const withdraw = (reason: unknown): void => {
          leave();
          const at = account.queue.indexOf(waiter);
          if (at >= 0) account.queue.splice(at, 1);
          forgetIdle(id, account);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors
          reject(reason);
        };
        const abort = (): void => withdraw(signal.reason);
        const cameMs = nowMs();
        const waiter: Waiter<T> = {
          rank,
          take: (item) => {
            leave();
            watch?.waited(nowMs() - cameMs);
            resolve(hand(id, account, rank, item));
          },
          refuse: (expected) => withdraw(overloaded(account.queue.length, expected)),
        };
        const timer =
          patienceMs === Infinity || isPart ? undefined : setTimeout(() => waiter.refuse(patienceMs), patienceMs);
        signal.addEventListener('abort', abort);
        account.queue.splice(behind(account, rank), 0, waiter);
        waiting++;
        serve();
      });
    },
    get free() {
      return idle.length;
    },
    get waiting() {
      return waiting;
    },
  };
}

/** Spreads those who come back: they would all be refused again if they came at once. */
function overloaded(ahead: number, expectedMs: number): Overloaded {
  const seconds = Math.max(1, expectedMs / 1000);
  const message = `The service is busy: ${ahead} questions of this account wait already, for some ${Math.ceil(seconds)} s`;
  return new Overloaded(message, Math.ceil(seconds * (1 + Math.random())));
}
