import { Overloaded, UserError } from '../errors.js';
import type { LoadedWindow } from './loadedWindow.js';
import type { SeriesCache } from './seriesCache.js';

/**
 * The windows in memory. The newest answers new queries; the one before it stays for queries that have already chosen
 * it. An older window is loaded when a query asks for it. It is unloaded when KEPT_OLDER other windows have been asked
 * for since and its last query has ended. Only the host's thread reads and writes this list.
 */
export interface LoadedWindows {
  current(): LoadedWindow | undefined;
  /** Returns the reason why no newer window can be opened; undefined where one can. */
  refusal(): string | undefined;
  /** Notes the reason why no newer window can be opened; undefined where one can. */
  refuse(reason: string | undefined): void;
  /** Finds a window by its id; undefined where it is not in memory. */
  loaded(id: number): LoadedWindow | undefined;
  /** Finds a window by its id, and loads it if it is not in memory; undefined where there is none. */
  bring(id: number): Promise<LoadedWindow | undefined>;
  /**
   * Loads a window by its id, after the loads that are under way; where there is no room, idle windows make some.
   * Undefined where there is none.
   *
   * @throws UserError where it does not fit
   */
  load(id: number): Promise<LoadedWindow | undefined>;
  /** Makes a window the one that answers new queries. */
  publish(window: LoadedWindow): void;
  /** Keeps a window in memory until the returned function is called. */
  hold(window: LoadedWindow): () => void;
}

interface Entry {
  window: LoadedWindow;
  holds: number;
}

/** Number of newest windows that stay without being asked for. */
const KEPT_NEWEST = 2;
/** Number of older windows that stay besides: the ones asked for last. */
const KEPT_OLDER = 2;
const RETRY_AFTER_SECONDS = 5;

/**
 * @param read loads the window with an id; resolves to undefined if there is none, and throws UserError if it does not
 * fit
 */
export function createLoadedWindows(
  series: SeriesCache,
  read: (id: number) => Promise<LoadedWindow | undefined>,
): LoadedWindows {
  /** Published windows that stay, the newest first. */
  const published: Entry[] = [];
  /** Older windows, the most recently asked for first. */
  const older: Entry[] = [];
  const loading = new Map<number, Promise<LoadedWindow | undefined>>();
  let lastLoad: Promise<unknown> = Promise.resolve();
  let refusal: string | undefined;

  const find = (id: number): Entry | undefined => [...published, ...older].find(({ window }) => window.id === id);

  const unloadIdle = (): void => {
    older.unshift(...published.splice(KEPT_NEWEST));
    for (const entry of older.slice(KEPT_OLDER)) {
      if (entry.holds === 0) drop(entry);
    }
  };

  const drop = (entry: Entry): void => {
    for (const list of [published, older]) if (list.includes(entry)) list.splice(list.indexOf(entry), 1);
    series.drop(entry.window.id);
    entry.window.unload();
  };

  const readOrShed = async (id: number): Promise<LoadedWindow | undefined> => {
    for (;;) {
      try {
        return await read(id);
      } catch (error) {
        const idle = [...published.slice(1), ...older].findLast(({ holds }) => holds === 0);
        if (!(error instanceof UserError) || idle === undefined) throw error;
        drop(idle);
      }
    }
  };

  // One load at a time: each takes memory, and time of the thread that answers all requests.
  const load = (id: number): Promise<LoadedWindow | undefined> => {
    const under = lastLoad.then(() => readOrShed(id));
    lastLoad = under.catch(() => undefined);
    return under;
  };

  const loadOlder = async (id: number): Promise<LoadedWindow | undefined> => {
    const window = await load(id).catch(refuseForNow);
    if (window === undefined) return undefined;
    older.unshift({ window, holds: 0 });
    unloadIdle();
    return window;
  };

  return {
    current: () => published[0]?.window,
    refusal: () => refusal,
    refuse: (reason) => {
      refusal = reason;
    },
    loaded: (id) => find(id)?.window,
    async bring(id) {
      const entry = find(id);
      if (entry === undefined) {
        const under = loading.get(id) ?? loadOlder(id).finally(() => loading.delete(id));
        loading.set(id, under);
        return under;
      }
      const at = older.indexOf(entry);
      if (at > 0) older.unshift(...older.splice(at, 1));
      return entry.window;
    },
    load,
    publish(window) {
      published.unshift({ window, holds: 0 });
      unloadIdle();
    },
    hold(window) {
      const entry = [...published, ...older].find((candidate) => candidate.window === window);
      if (entry === undefined) throw new RangeError(`window ${window.id} is not in memory`);
      entry.holds++;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        entry.holds--;
        unloadIdle();
      };
    },
  };
}

/** Throws Overloaded in place of a UserError: a later try may find the memory free. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new Overloaded(error.message, RETRY_AFTER_SECONDS);
}
