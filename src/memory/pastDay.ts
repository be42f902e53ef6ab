import type { LoadedWindow } from './loadedWindow.js';

/** UTC day of the past or of the current window, and the element sets that answer for it. Equal days are one window. */
export interface PastDay {
  /** Start of the day, milliseconds since 1970. */
  startMs: number;
  /**
   * Time in milliseconds since 1970: of the element sets imported by then, the newest count. Undefined: the sets
   * nearest to the day's noon count.
   */
  asOfMs: number | undefined;
  /** Id of the published window whose grid and minimum elevations the day takes. */
  like: number;
  /** Revision of the catalogue. */
  revision: number;
  /** Account that asks, of which few days are made at a time; it makes no other day. */
  accountId?: number | undefined;
}

/** A window that stays in memory until it is released. */
export interface HeldWindow {
  readonly window: LoadedWindow;
  readonly release: () => void;
}
