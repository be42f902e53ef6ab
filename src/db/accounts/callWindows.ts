/** Calls counted for a key, until the time (milliseconds since 1970) at which the count ends. */
export interface CallWindow {
  readonly key: string;
  calls: number;
  readonly endMs: number;
}

/**
 * Keys whose windows are kept: far more than accounts, or passwords that can be checked while a window lasts. Of more
 * keys, those whose windows began first are forgotten.
 */
const MOST_KEYS = 100_000;

/** Windows of one limit by key. All are of one length, so the first to begin is the first to end. */
export class CallWindows {
  readonly #windows = new Map<string, CallWindow>();

  constructor(private readonly mostKeys = MOST_KEYS) {}

  get size(): number {
    return this.#windows.size;
  }

  /** Window of the key that goes on now, where windows are that long. */
  current(key: string, nowMs: number, lengthMs: number): CallWindow | undefined {
    const window = this.#windows.get(key);
    return window && goesOn(window, nowMs, lengthMs) ? window : undefined;
  }

  /** Begins a window of a key that has none, and drops those that have ended. */
  begin(key: string, nowMs: number, lengthMs: number): CallWindow {
    for (const [first, window] of this.#windows) {
      if (this.#windows.size < this.mostKeys && goesOn(window, nowMs, lengthMs)) break;
      this.#windows.delete(first);
    }
    const window = { key, calls: 0, endMs: nowMs + lengthMs };
    this.add(window);
    return window;
  }

  /** Adds a window that ends after all others. */
  add(window: CallWindow): void {
    this.#windows.delete(window.key);
    this.#windows.set(window.key, window);
  }
}

/**
 * Whether a window has not ended. One that ends later than a new one would, by its whole length, is left from before the
 * clock was set back or the limit's windows became shorter.
 */
function goesOn({ endMs }: CallWindow, nowMs: number, lengthMs: number): boolean {
  return endMs > nowMs && endMs <= nowMs + 2 * lengthMs;
}
