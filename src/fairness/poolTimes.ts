/** Told how long askers of a pool waited for an item, and how long they held it, in ms. */
export interface PoolWatch {
  waited(ms: number): void;
  held(ms: number): void;
}

/** Pools that are watched: turns among requests, slots of computations, threads, and blocks of maps. */
type WatchedPool = 'request' | 'slot' | 'thread' | 'map';

/** How long the askers of several pools wait and hold, for whoever listens. */
export interface PoolTimes {
  watch(pool: WatchedPool): PoolWatch;
  /** Takes the place of whoever listened before. */
  listen(listener: (pool: WatchedPool, phase: 'wait' | 'hold', ms: number) => void): void;
}

export function createPoolTimes(): PoolTimes {
  let tell: Parameters<PoolTimes['listen']>[0] | undefined;
  return {
    watch: (pool) => ({ waited: (ms) => tell?.(pool, 'wait', ms), held: (ms) => tell?.(pool, 'hold', ms) }),
    listen: (listener) => void (tell = listener),
  };
}
