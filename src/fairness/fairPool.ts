import { Overloaded } from '../errors.js';
import type { Asker } from './asker.js';

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
   * came first. Overloaded, at once, when the wait would be too long; the signal's reason when it aborts.
   */
  acquire(asker: Asker, rank?: number): Promise<Held<T>>;
  readonly free: number;
  readonly waiting: number;
}

export interface FairPoolLimits {
  /** How many items one account may hold. */
  most: number;
  /** How many of them while there are other accounts, and for a moment after those have gone; `most` by default. */
  mostBeside?: number;
  /** Account that is served only while no other waits. */
  last?: number;
  /** How many askers of one account may wait. */
  mostWaiting: number;
  /** How long an asker may wait, in ms. */
  patienceMs: number;
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
  /** How long the account holds an item, in ms and smoothed; undefined before the first came back. */
  holdMs: number | undefined;
  /** Timer that ends so long after the account last had nothing; it does nothing where it has something again. */
  leaving: NodeJS.Timeout | undefined;
}

/** Time after which an idle account no longer counts: one that asks question after question pauses between them. */
const PRESENT_MS = 100;

/** Weight of the newest of the times for which an account held an item. */
const SMOOTHING = 0.2;

export function createFairPool<T>(
  items: readonly T[],
  { most, mostBeside = most, last, mostWaiting, patienceMs }: FairPoolLimits,
  nowMs: () => number = () => performance.now(),
): FairPool<T> {
  const idle = [...items];
  /** Accounts in the order of their turns: one that was served goes to the end. */
  const accounts = new Map<number, Account<T>>();

  /** Number of waiters of all accounts. */
  let waiting = 0;

  const limit = (): number => (accounts.size > 1 ? mostBeside : most);

  /** Time until the last of the account's queue would be served. */
  const expectedMs = ({ queue, holdMs }: Account<T>): number => {
    const share = Math.min(limit(), Math.max(1, Math.floor(items.length / accounts.size)));
    return holdMs === undefined ? 0 : (queue.length * holdMs) / share;
  };

  const refuseLate = (account: Account<T>): void => {
    while (account.queue.length > mostWaiting || (account.queue.length > 0 && expectedMs(account) > patienceMs)) {
      const expected = expectedMs(account);
      account.queue.pop()?.refuse(expected);
    }
  };

  const forgetIdle = (id: number, account: Account<T>): void => {
    if (account.held > 0 || account.queue.length > 0) return;
    account.leaving ??= setTimeout(() => {
      if (account.held > 0 || account.queue.length > 0) return;
      accounts.delete(id);
      serve();
    }, PRESENT_MS).unref();
    account.leaving.refresh();
  };

  const toEnd = (id: number, account: Account<T>): void => {
    if (accounts.size === 1) return;
    accounts.delete(id);
    accounts.set(id, account);
  };

  const hand = (id: number, account: Account<T>, item: T): Held<T> => {
    const sinceMs = nowMs();
    let held = true;
    account.held++;
    toEnd(id, account);
    return {
      item,
      release: () => {
        if (!held) return;
        held = false;
        account.held--;
        idle.push(item);
        const heldMs = nowMs() - sinceMs;
        account.holdMs = account.holdMs === undefined ? heldMs : account.holdMs + SMOOTHING * (heldMs - account.holdMs);
        toEnd(id, account);
        serve();
        refuseLate(account);
        forgetIdle(id, account);
      },
    };
  };

  const canTake = ({ queue, held }: Account<T>): boolean => queue.length > 0 && held < limit();

  const nextInTurn = (): Account<T> | undefined => {
    let chosen: Account<T> | undefined;
    for (const [id, account] of accounts) {
      if (id === last || !canTake(account)) continue;
      if (chosen === undefined || account.held < chosen.held) chosen = account;
    }
    if (chosen !== undefined || last === undefined) return chosen;
    const behind = accounts.get(last);
    return behind && canTake(behind) ? behind : undefined;
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
    acquire(asker, rank = 0) {
      const id = asker.account;
      const account: Account<T> = accounts.get(id) ?? { held: 0, queue: [], holdMs: undefined, leaving: undefined };
      accounts.set(id, account);
      // Whoever waits could not have had it.
      if (idle.length > 0 && account.queue.length === 0 && account.held < limit()) {
        return Promise.resolve(hand(id, account, idle.pop() as T));
      }
      return new Promise((resolve, reject) => {
        const { signal } = asker;
        if (signal.aborted) forgetIdle(id, account);
        signal.throwIfAborted();
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
        const waiter: Waiter<T> = {
          rank,
          take: (item) => {
            leave();
            resolve(hand(id, account, item));
          },
          refuse: (expected) => withdraw(overloaded(account.queue.length, expected)),
        };
        const timer = patienceMs === Infinity ? undefined : setTimeout(() => waiter.refuse(patienceMs), patienceMs);
        signal.addEventListener('abort', abort);
        const behind = account.queue.findIndex((other) => other.rank > rank);
        account.queue.splice(behind < 0 ? account.queue.length : behind, 0, waiter);
        waiting++;
        serve();
        refuseLate(account);
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
