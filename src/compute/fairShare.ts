/** Lets the accounts take turns at the threads. */
export interface FairShare {
  /** Runs a task when the account's share has room for it. */
  run<T>(account: number, task: () => Promise<T>): Promise<T>;
  /** Tasks of one account that may run at once while nobody else waits. */
  readonly most: number;
}

/**
 * An account's tasks take all threads while nothing waits for one, and at most half of them, but one, while something
 * does: long computations come here as many short tasks.
 */
export function createFairShare(pool: { readonly threads: number; readonly waiting: number }): FairShare {
  const most = pool.threads;
  const half = Math.max(1, Math.floor(most / 2));
  const accounts = new Map<number, { running: number; wake: (() => void)[] }>();

  return {
    most,
    async run(account, task) {
      const share = accounts.get(account) ?? { running: 0, wake: [] };
      accounts.set(account, share);
      while (share.running >= (pool.waiting > 0 ? half : most)) {
        await new Promise<void>((resolve) => share.wake.push(resolve));
      }
      share.running++;
      try {
        return await task();
      } finally {
        share.running--;
        const woken = share.wake.splice(0);
        for (const wake of woken) wake();
        if (share.running === 0 && woken.length === 0) accounts.delete(account);
      }
    },
  };
}
