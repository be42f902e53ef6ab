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
 * @param load loads the window with an id; resolves to undefined if there is none, and throws UserError if it does not
 * fit
 */
export function createLoadedWindows(
  series: SeriesCache,
  load: (id: number) => Promise<LoadedWindow | undefined>,
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
      if (entry.holds > 0) continue;
      older.splice(older.indexOf(entry), 1);
      series.drop(entry.window.id);
      entry.window.unload();
    }
  };

  /**
   * Loads an older window, after the loads that are under way: each takes memory, and time of the thread that answers
   * all requests.
   */
  const loadOlder = async (id: number): Promise<LoadedWindow | undefined> => {
    const under = lastLoad.then(() => load(id));
    lastLoad = under.catch(() => undefined);
    const window = await under.catch(refuseForNow);
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
