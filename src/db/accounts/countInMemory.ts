import type { Knex } from 'knex';
import { type CallWindow, CallWindows } from './callWindows.js';
import {
  blockedFrom,
  type Budget,
  type CallCounts,
  type LimiterOptions,
  policyOf,
  type RateLimit,
  type RateLimiter,
} from './rateLimits.js';
import { openWindowStore, type WindowStore } from './windowStore.js';

/**
 * Counts calls in memory, for a database that no other process uses. What is counted is stored behind the calls, a few
 * times a second; what was stored before is counted on.
 *
 * @param onFailure told when counts cannot be stored; until they can be, calls fail with the
 * database's error, unless its disk is full
 */
export async function countInMemory(knex: Knex, onFailure: (error: unknown) => void): Promise<CallCounts> {
  const store = await openWindowStore(knex, onFailure);
  const limits = new Map<string, CallWindows>();
  const windowsOf = (name: string): CallWindows => {
    const windows = limits.get(name) ?? new CallWindows();
    limits.set(name, windows);
    return windows;
  };
  for (const window of store.found) windowsOf(window.key.slice(0, window.key.indexOf(':'))).add(window);
  return {
    limiter: (name, limit, options = {}) => createLimiter(store, windowsOf(name), name, limit, options),
    close: () => store.close(),
  };
}

function createLimiter(
  store: WindowStore,
  windows: CallWindows,
  name: string,
  limit: RateLimit,
  options: LimiterOptions,
): RateLimiter {
  const { calls, seconds } = limit;
  const lengthMs = seconds * 1000;
  const policy = policyOf(name, limit);
  const blocked = blockedFrom(limit, options);

  const budget = (isAllowed: boolean, window: CallWindow | undefined, nowMs: number): Budget => ({
    isAllowed,
    policy,
    limit: calls,
    remaining: Math.max(calls - (window?.calls ?? 0), 0),
    resetMs: window === undefined ? 0 : window.endMs - nowMs,
  });
  const look = (key: string | number): Budget => {
    const nowMs = Date.now();
    const window = windows.current(`${name}:${key}`, nowMs, lengthMs);
    return budget((window?.calls ?? 0) < calls, window, nowMs);
  };

  return {
    async consume(key) {
      const mending = store.mend();
      if (mending !== undefined) await mending;
      const nowMs = Date.now();
      const id = `${name}:${key}`;
      const window = windows.current(id, nowMs, lengthMs) ?? windows.begin(id, nowMs, lengthMs);
      if (window.calls >= blocked) return budget(false, window, nowMs);
      window.calls += 1;
      store.changed(window);
      return budget(window.calls <= calls, window, nowMs);
    },
    look: (key) => Promise.resolve(look(key)),
    refusal(key) {
      const found = look(key);
      return found.isAllowed ? undefined : found;
    },
    refund(key) {
      const window = windows.current(`${name}:${key}`, Date.now(), lengthMs);
      if (window !== undefined && window.calls > 0) {
        window.calls -= 1;
        store.changed(window);
      }
      return Promise.resolve();
    },
  };
}
