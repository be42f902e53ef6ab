import type { Asker } from './asker.js';

/** An item that is held until it is released. */
export interface Held<T> {
  readonly item: T;
  /** May be called more than once. */
  readonly release: () => void;
}

export interface TurnsOptions {
  /** Number of items that one account may hold; all of them if absent. */
  most?: number;
  /** Account that is served only while no other account can be. */
  last?: Asker['account'];
  /** Called for each item that is taken, with the time in ms that the account has waited for it. */
  waited?: (ms: number) => void;
}

interface Waiter<T> {
  readonly rank: number;
  take(item: T): void;
}

interface Account<T> {
  held: number;
  /** Waiters by rank, then by arrival. */
  readonly queue: Waiter<T>[];
}

/** Lends a fixed number of items, which accounts take in turns. */
export function createTurns<T>(items: readonly T[], { most = items.length, last, waited }: TurnsOptions = {}) {
  const idle = [...items];
  /**
   * Accounts that hold items or wait for them. The order decides between accounts that hold equally many: an account
   * goes to the end when it gets or releases an item, or stops waiting.
   */
  const accounts = new Map<Asker['account'], Account<T>>();

  const toEnd = (id: Asker['account'], account: Account<T>): void => {
    accounts.delete(id);
    if (account.held > 0 || account.queue.length > 0) accounts.set(id, account);
  };

  const hand = (id: Asker['account'], account: Account<T>, item: T): Held<T> => {
    account.held++;
    toEnd(id, account);
    let isHeld = true;
    return {
      item,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        account.held--;
        idle.push(item);
        toEnd(id, account);
        serve();
      },
    };
  };

  const next = (): Account<T> | undefined => {
    let chosen: Account<T> | undefined;
    let lastOfAll: Account<T> | undefined;
    for (const [id, account] of accounts) {
      if (account.queue.length === 0 || account.held >= most) continue;
      if (id === last) lastOfAll = account;
      else if (chosen === undefined || account.held < chosen.held) chosen = account;
    }
    return chosen ?? lastOfAll;
  };

  const serve = (): void => {
    while (idle.length > 0) {
      const waiter = next()?.queue.shift();
      if (waiter === undefined) return;
      waiter.take(idle.pop() as T);
    }
  };

  return {
    /**
     * Takes an item once one is free and the account holds fewer than `most`. The account that holds least is served
     * first; within an account the lowest rank, then the earliest. Rejects with the signal's reason when it aborts.
     */
    async take(asker: Asker, rank = 0): Promise<Held<T>> {
      const { account: id } = asker;
      const account = accounts.get(id) ?? { held: 0, queue: [] };
      // Nobody is overtaken: while an item is idle, all accounts that wait hold `most` items already.
      if (idle.length > 0 && account.queue.length === 0 && account.held < most) {
        waited?.(0);
        return hand(id, account, idle.pop() as T);
      }
      const { signal } = asker;
      signal.throwIfAborted();
      const cameMs = performance.now();
      return new Promise((resolve, reject) => {
        const waiter: Waiter<T> = {
          rank,
          take: (item) => {
            signal.removeEventListener('abort', leave);
            waited?.(performance.now() - cameMs);
            resolve(hand(id, account, item));
          },
        };
        const leave = (): void => {
          account.queue.splice(account.queue.indexOf(waiter), 1);
          toEnd(id, account);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', leave, { once: true });
        const behind = account.queue.findIndex((other) => other.rank > rank);
        account.queue.splice(behind < 0 ? account.queue.length : behind, 0, waiter);
        accounts.set(id, account);
      });
    },
    get free() {
      return idle.length;
    },
  };
}
