import { RecentMap } from '../recentMap.js';

/** A satellite over a cell: indexes in a window. */
interface Pair {
  windowId: number;
  ipix: number;
  satellite: number;
}

/** What was asked about a pair. */
export interface Use extends Pair {
  /** Bands of all the questions. */
  bands: number;
  lastMs: number;
}

/** The epochs at which satellites cover cells, of the pairs asked about last; bitmaps of whole windows. */
export interface Coverages {
  /** Finds the coverage of a pair, and notes that it is asked about; undefined where it is not known. */
  find(pair: Pair, bands: number): Uint8Array | undefined;
  /** Keeps a copy. */
  keep(pair: Pair, bands: number, coverage: Uint8Array): void;
  /** Lists what was asked about a window since then, the latest first. */
  usedSince(windowId: number, sinceMs: number): Use[];
}

interface Entry extends Use {
  coverage: Uint8Array;
}

/** Pairs that are kept: 1.3 KB each. Those of windows that are gone make room as others do. */
const MOST = 8192;

export function createCoverages(most = MOST, nowMs: () => number = () => performance.now()): Coverages {
  const entries = new RecentMap<string, Entry>(most);
  const keyOf = ({ windowId, ipix, satellite }: Pair): string => `${windowId}:${ipix}:${satellite}`;

  return {
    find(pair, bands) {
      const entry = entries.get(keyOf(pair));
      if (entry === undefined) return undefined;
      entry.bands |= bands;
      entry.lastMs = nowMs();
      return entry.coverage;
    },
    keep({ windowId, ipix, satellite }, bands, coverage) {
      const pair = { windowId, ipix, satellite };
      entries.set(keyOf(pair), { ...pair, bands, lastMs: nowMs(), coverage: coverage.slice() });
    },
    usedSince: (windowId, sinceMs) =>
      [...entries.values()].filter((entry) => entry.windowId === windowId && entry.lastMs >= sinceMs).toReversed(),
  };
}
