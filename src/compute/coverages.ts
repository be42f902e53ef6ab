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
  // A Map keeps insertion order; an entry is re-inserted when it is used, so the first one is the oldest.
  const entries = new Map<string, Entry>();
  const keyOf = ({ windowId, ipix, satellite }: Pair): string => `${windowId}:${ipix}:${satellite}`;
  const put = (key: string, entry: Entry): void => {
    entries.delete(key);
    entries.set(key, entry);
  };

  return {
    find(pair, bands) {
      const key = keyOf(pair);
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entry.bands |= bands;
      entry.lastMs = nowMs();
      put(key, entry);
      return entry.coverage;
    },
    keep({ windowId, ipix, satellite }, bands, coverage) {
      const pair = { windowId, ipix, satellite };
      put(keyOf(pair), { ...pair, bands, lastMs: nowMs(), coverage: coverage.slice() });
      if (entries.size <= most) return;
      const [oldest] = entries.keys();
      entries.delete(oldest as string);
    },
    usedSince: (windowId, sinceMs) =>
      [...entries.values()].filter((entry) => entry.windowId === windowId && entry.lastMs >= sinceMs).toReversed(),
  };
}
