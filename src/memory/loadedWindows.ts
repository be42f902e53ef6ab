import { Overloaded, UserError } from '../errors.js';
import { RecentMap } from '../db/recentMap.js';
import type { LoadedWindow } from './loadedWindow.js';
import type { SeriesCache } from './seriesCache.js';

/** UTC day of the past or of the current window, and the element sets that answer for it. Equal days are one window. */
export interface PastDay {
  /** Start of the day, milliseconds since 1970. */
  startMs: number;
  /**
   * Time in milliseconds since 1970: of the element sets imported by then, the newest ones answer. If undefined, those
   * nearest to the day's noon do.
   */
  asOfMs: number | undefined;
  /** Id of the published window whose grid and minimum elevations the day takes. */
  like: number;
  /** Revision of the catalogue. */
  revision: number;
  /** Account that asks, for which few days are made at a time. The same day of another account has the same window. */
  accountId?: number | undefined;
}

/** A window that stays in memory until it is released. */
export interface HeldWindow {
  readonly window: LoadedWindow;
  readonly release: () => void;
}

/**
 * The windows in memory. The newest answers new queries; the one before it stays for queries that have already chosen
 * it. An older window, or that of a day, is loaded when a query asks for it. Once its last query has ended, it is
 * unloaded if KEPT_OLDER others were asked for since. If room is needed, any idle one but the newest may go. Only the
 * main thread reads and writes this list.
 */
export type LoadedWindows = ReturnType<typeof createLoadedWindows>;

interface Entry {
  window: LoadedWindow;
  holds: number;
}

/** Reads a window into memory; resolves to undefined if there is none, and throws UserError if it does not fit. */
type Read = () => Promise<LoadedWindow | undefined>;

/** Number of newest windows that stay without being asked for. */
const KEPT_NEWEST = 2;
/** Number of older windows and days that stay besides: the ones asked for last. */
const KEPT_OLDER = 2;
/** Number of windows being loaded at which a further day is refused: its window would wait behind them. */
const MOST_LOADING = 8;
/** Most days that are made for one account at a time, so that days of others come in between. */
const MOST_OF_ACCOUNT = 4;
/** Number of days whose identities are kept. */
const MOST_DAYS = 1024;
const RETRY_AFTER_SECONDS = 5;

/**
 * @param read loads the window with an id; resolves to undefined if there is none, and throws UserError if it does not
 * fit
 * @param readDay likewise makes the window of a day, with a given id
 */
export function createLoadedWindows(
  series: SeriesCache,
  read: (id: number) => Promise<LoadedWindow | undefined>,
  readDay: (id: number, day: PastDay) => Promise<LoadedWindow | undefined> = () => Promise.resolve(undefined),
) {
  /** Published windows that stay, the newest first. */
  const published: Entry[] = [];
  /** Older windows and days, the most recently asked for first. */
  const older: Entry[] = [];
  const loading = new Map<number, Promise<LoadedWindow | undefined>>();
  /** Ids of days, below 0, which no stored window has; and the identities of their windows, once made. */
  const days = new RecentMap<string, { id: number; identity?: string }>(MOST_DAYS);
  /** Accounts for which days are being made, by the days' ids. */
  const owners = new Map<number, number | undefined>();
  let lastDay = 0;
  let lastLoad: Promise<unknown> = Promise.resolve();
  let refusal: string | undefined;

  const find = (id: number): Entry | undefined => [...published, ...older].find(({ window }) => window.id === id);

  const keyOf = ({ startMs, asOfMs, like, revision }: PastDay): string =>
    JSON.stringify([startMs, asOfMs, like, revision]);

  /** Finds the id of the window of a day that is in memory, or is being made; undefined if there is none. */
  const idOf = (key: string): number | undefined => {
    const { id } = days.get(key) ?? {};
    return id !== undefined && (find(id) !== undefined || loading.has(id)) ? id : undefined;
  };

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

  const readOrShed = async (one: Read): Promise<LoadedWindow | undefined> => {
    for (;;) {
      try {
        return await one();
      } catch (error) {
        const idle = [...published.slice(1), ...older].findLast(({ holds }) => holds === 0);
        if (!(error instanceof UserError) || idle === undefined) throw error;
        drop(idle);
      }
    }
  };

  // One load at a time: each takes memory, and time of the thread that answers all requests.
  const load = (one: Read): Promise<LoadedWindow | undefined> => {
    const under = lastLoad.then(() => readOrShed(one));
    lastLoad = under.catch(() => undefined);
    return under;
  };

  const loadOlder = async (one: Read): Promise<LoadedWindow | undefined> => {
    const window = await load(one).catch(refuseForNow);
    if (window === undefined) return undefined;
    older.unshift({ window, holds: 0 });
    unloadIdle();
    return window;
  };

  const bring = async (id: number, one: Read): Promise<LoadedWindow | undefined> => {
    const entry = find(id);
    if (entry === undefined) {
      const under = loading.get(id) ?? loadOlder(one).finally(() => loading.delete(id));
      loading.set(id, under);
      return under;
    }
    const at = older.indexOf(entry);
    if (at > 0) older.unshift(...older.splice(at, 1));
    return entry.window;
  };

  /** Keeps a window in memory until the returned function is called. @throws RangeError if it is not in memory */
  const hold = (window: LoadedWindow): (() => void) => {
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
  };

  return {
    current: () => published[0]?.window,
    /** Returns the reason why no newer window can be opened; undefined if one can. */
    refusal: () => refusal,
    /** Notes the reason why no newer window can be opened; undefined if one can. */
    refuse(reason: string | undefined): void {
      refusal = reason;
    },
    /** Finds a window by its id; undefined if it is not in memory. */
    loaded: (id: number) => find(id)?.window,
    /**
     * Finds a window by its id, and loads it if it is not in memory; undefined if there is none. @throws Overloaded if
     * it does not fit
     */
    bring: (id: number) => bring(id, () => read(id)),
    /** Whether the window of a day is in memory, or is being made. */
    isMade: (day: PastDay) => idOf(keyOf(day)) !== undefined,
    /** Identity of the window of a day when it was made last; undefined if it never was, or long ago. */
    identityOf: (day: PastDay) => days.get(keyOf(day))?.identity,
    /**
     * Finds the window of a day, or makes it, and holds it; undefined if no satellite has an element set.
     *
     * @throws Overloaded if many days are being made, in all or for the account, or the window does not fit
     */
    async takeDay(day: PastDay): Promise<HeldWindow | undefined> {
      const key = keyOf(day);
      for (;;) {
        // A day that has left the memory gets a new id: it may be made of other sets now, and series are kept by id.
        const made = idOf(key);
        const { accountId } = day;
        const own = [...owners.values()].filter((one) => one === accountId).length;
        if (made === undefined && accountId !== undefined && own >= MOST_OF_ACCOUNT)
          throw new Overloaded(`${own} windows of days are being made for this account`, RETRY_AFTER_SECONDS);
        if (made === undefined && loading.size >= MOST_LOADING)
          throw new Overloaded(`${loading.size} windows are being loaded`, RETRY_AFTER_SECONDS);
        const id = made ?? --lastDay;
        days.set(key, { ...days.get(key), id });
        if (made === undefined) owners.set(id, accountId);
        const window = await bring(id, () => readDay(id, day)).finally(() => owners.delete(id));
        if (window === undefined) return undefined;
        days.set(key, { id, identity: window.identity });
        // Others may have asked for so many windows meanwhile that this one has left already.
        if (find(id)?.window === window) return { window, release: hold(window) };
      }
    },
    /**
     * Loads a window by its id, after the loads that are under way; idle windows leave the memory if it does not fit.
     * It answers no query before `publish`. Undefined if there is none.
     *
     * @throws UserError if it does not fit even then
     */
    load: (id: number) => load(() => read(id)),
    /** Makes a window the one that answers new queries. */
    publish(window: LoadedWindow): void {
      published.unshift({ window, holds: 0 });
      unloadIdle();
    },
    hold,
  };
}

/** Throws Overloaded in place of a UserError, as a later try may find the memory free; throws other errors on. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new Overloaded(error.message, RETRY_AFTER_SECONDS);
}
