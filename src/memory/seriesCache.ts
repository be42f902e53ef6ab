import { createArena } from '../core/arena.js';
import type { OwnedCore } from '../core/instance.js';
import { seriesBytes, writeSeries } from '../core/records/seriesRecord.js';
import { MemoryTooSmall, Overloaded } from '../errors.js';
import type { LoadedWindow } from './loadedWindow.js';
import { RecentMap } from '../db/recentMap.js';

/**
 * The series of one cell, kept in memory until it is released. The main thread writes the empty record. Then either a
 * thread reads the stored series into it, or the threads of one fill at a time write occupancies: first the counts,
 * then, atomically, the bits that mark them as filled in. So scans in other threads may read meanwhile
 * (assembly/records/bySite/series.ts).
 */
export interface PinnedSeries {
  readonly pointer: number;
  /**
   * Runs `job`, which fills in counts, when all earlier fills of the series have ended, so that it finds their counts.
   * Rejects if the signal has aborted by then.
   */
  readonly fill: <T>(signal: AbortSignal, job: () => Promise<T>) => Promise<T>;
  release(): void;
}

/** Set of satellites of a window that is counted together, as an emitter group is. */
export interface SatelliteSet {
  /** Name that no other set of the window has. */
  readonly key: string;
  /** Bitmap of the satellites by their index in the window, in whole words of 64 bits. */
  readonly members: Uint8Array;
}

/** Cell series in memory. Only the main thread reads and writes the cache's own bookkeeping. */
export type SeriesCache = ReturnType<typeof createSeriesCache>;

/** Fills the empty record of a cell at `pointer` with its stored series, if there is one. */
export type SeriesLoader = (window: LoadedWindow, ipix: number, pointer: number) => Promise<void>;

interface Entry {
  windowId: number;
  pointer: number;
  bytes: number;
  pins: number;
  loaded: Promise<void>;
  isLoaded: boolean;
  /** Resolves when the last fill so far has ended. */
  filled: Promise<unknown>;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Makes a cache. If it is full, a new series takes the place of random series of the older half that are not pinned.
 * Its `maxBytes` are allocated at once, as one block: series of windows with different emitter groups differ in size,
 * and gaps between them must not take the place of windows. @throws RangeError if the memory is too small
 */
export function createSeriesCache(core: OwnedCore, maxBytes: number, load: SeriesLoader) {
  const region = core.arena.allocate(maxBytes);
  if (region === undefined) throw new RangeError(`the core's memory has no room for ${maxBytes} bytes of cell series`);
  const arena = createArena(region, region + maxBytes);
  // No bound of its own: entries are evicted when the arena has no room.
  const entries = new RecentMap<string, Entry>(Infinity, ({ bytes }) => bytes);

  let made = 0;
  let evicted = 0;

  const remove = (key: string, entry: Entry): void => {
    entries.delete(key);
    arena.free(entry.pointer);
  };

  const allocate = (size: number): number => {
    if (size > maxBytes) {
      const [most, least] = [maxBytes, size].map((bytes) => Math.ceil(bytes / 2 ** 20));
      throw new MemoryTooSmall(`SERIES_CACHE_MB=${most} is too small: a cell series of this window takes ${least} MB`);
    }
    // If always the oldest went, 500 places asked about in turn would find none of their series again in room for 480.
    const oldest = Math.floor(Math.random() * (entries.size >> 1));
    let idle: [string, Entry][] | undefined;
    for (;;) {
      const pointer = arena.allocate(size);
      if (pointer !== undefined) return pointer;
      idle ??= [...entries.entries()].filter(([, { pins }]) => pins === 0);
      const [chosen] = idle.splice(Math.min(oldest, idle.length - 1), 1);
      if (chosen === undefined) {
        const limit = `${Math.floor(maxBytes / 1e6)} MB`;
        throw new Overloaded(`All cell series within ${limit} are in use`, RETRY_AFTER_SECONDS);
      }
      remove(...chosen);
      evicted++;
    }
  };

  const create = (key: string, window: LoadedWindow, ipix: number, set?: SatelliteSet): Entry => {
    const { epochCount, nside, record } = window;
    const shape = { groupCount: set === undefined ? record.groupCount : 1, epochCount, members: set?.members };
    const bytes = seriesBytes(core, shape);
    const pointer = allocate(bytes);
    writeSeries(core, pointer, shape, { nside, ipix });
    made++;
    const loaded = set === undefined ? load(window, ipix, pointer) : Promise.resolve();
    const entry: Entry = {
      windowId: window.id,
      pointer,
      bytes,
      pins: 0,
      loaded: loaded.then(() => void (entry.isLoaded = true)),
      isLoaded: false,
      filled: Promise.resolve(),
    };
    entries.set(key, entry);
    return entry;
  };

  const keyOf = (window: LoadedWindow, ipix: number, set?: SatelliteSet): string =>
    set === undefined ? `${window.id}:${ipix}` : `${window.id}:${ipix}:${set.key}`;

  return {
    /**
     * Finds the pointer to a cell's series; undefined if it is not in memory. The pointer is valid until the caller
     * waits for something: then the series may be evicted.
     */
    find(window: LoadedWindow, ipix: number, set?: SatelliteSet): number | undefined {
      const entry = entries.get(keyOf(window, ipix, set));
      return entry?.isLoaded === true ? entry.pointer : undefined;
    },
    /**
     * Finds or loads the series of a cell: that of the window's emitter groups, or of a set, which is never stored.
     *
     * @throws Overloaded if series in use leave no room in the cache; MemoryTooSmall if the cache is smaller than the
     *   series; the errors of the loader
     */
    async pin(window: LoadedWindow, ipix: number, set?: SatelliteSet): Promise<PinnedSeries> {
      const key = keyOf(window, ipix, set);
      const entry = entries.get(key) ?? create(key, window, ipix, set);
      entry.pins++;
      try {
        await entry.loaded;
      } catch (error) {
        // The next question loads the series again.
        entry.pins--;
        if (entry.pins === 0 && entries.get(key) === entry) remove(key, entry);
        throw error;
      }
      let held = true;
      return {
        pointer: entry.pointer,
        fill: (signal, job) => {
          const filling = entry.filled.then(() => {
            signal.throwIfAborted();
            return job();
          });
          entry.filled = filling.catch(() => undefined);
          return filling;
        },
        release() {
          if (held) entry.pins--;
          held = false;
        },
      };
    },
    /** Frees the series of a window that are not pinned. */
    drop(windowId: number): void {
      for (const [key, entry] of entries.entries())
        if (entry.windowId === windowId && entry.pins === 0) remove(key, entry);
    },
    get bytes() {
      return entries.weight;
    },
    maxBytes,
    get count() {
      return entries.size;
    },
    /** Number of series made since the start: a question makes one if it does not find its series in memory. */
    get made() {
      return made;
    },
    /** Number of series that have made room for others since the start. */
    get evicted() {
      return evicted;
    },
  };
}
