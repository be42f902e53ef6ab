import type { LoadedWindow } from './loadedWindow.js';
import type { SeriesCache } from './seriesCache.js';

/**
 * The windows in memory. The newest answers new queries; the one before it stays for those that have already chosen
 * it, and older ones leave when their last query has ended.
 */
export interface WindowStore {
  current(): LoadedWindow | undefined;
  loaded(id: number): LoadedWindow | undefined;
  /** Makes a window the one that answers. */
  publish(window: LoadedWindow): void;
  /** Keeps a window in memory until the returned function is called. */
  hold(window: LoadedWindow): () => void;
}

const KEPT = 2;

export function createWindowStore(series: SeriesCache): WindowStore {
  const windows: { window: LoadedWindow; holds: number }[] = [];

  const unloadIdle = (): void => {
    for (const entry of windows.slice(KEPT)) {
      if (entry.holds > 0) continue;
      windows.splice(windows.indexOf(entry), 1);
      series.drop(entry.window.id);
      entry.window.unload();
    }
  };

  return {
    current: () => windows[0]?.window,
    loaded: (id) => windows.find((entry) => entry.window.id === id)?.window,
    publish(window) {
      windows.unshift({ window, holds: 0 });
      unloadIdle();
    },
    hold(window) {
      const entry = windows.find((candidate) => candidate.window === window);
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
