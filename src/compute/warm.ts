import type { OwnedCore } from '../core/instance.js';
import { seriesBytes } from '../core/records/seriesRecord.js';
import { SERVICE } from '../fairness/asker.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import type { SeriesQuestions } from './seriesQuestions.js';

/** How long ago a place may have been asked about to be in use, in ms. */
const IN_USE_MS = 3_600_000;

interface WarmParts {
  core: OwnedCore;
  series: SeriesCache;
  questions: SeriesQuestions;
}

/**
 * Asks about the window that answers next what was asked within the last hour about the one that answers now, the latest
 * first, for whole weeks: then the first questions find what they take in memory. It takes at most half of the cache, one
 * thread, and that only while nobody else waits for one. Ends early when the signal aborts. Returns how many pairs of satellite
 * and cell are warm; none where the two windows have different cells.
 */
export async function warm(
  { core, series, questions }: WarmParts,
  now: LoadedWindow,
  next: LoadedWindow,
  signal: AbortSignal,
): Promise<number> {
  if (now.nside !== next.nside) return 0;
  const mostCells = Math.floor(series.maxBytes / 2 / seriesBytes(core, next.record.groupCount, next.epochCount));
  const cells = new Set<number>();
  let count = 0;
  for (const { ipix, satellite, bands: asked } of questions.usedSince(now.id, performance.now() - IN_USE_MS)) {
    if (signal.aborted) break;
    const norad = now.numbers[satellite] as number;
    const found = next.satellite(norad);
    if (asked === 0 || found === undefined || (!cells.has(ipix) && cells.size >= mostCells)) continue;
    cells.add(ipix);
    const bands = asked === now.satellite(norad)?.bands ? found.bands : found.bands & asked;
    const question = { window: next, satellite: found.index, bands, ipix, from: 0, to: next.epochCount };
    try {
      await questions.values({ asker: { ...SERVICE, signal }, isPart: true }, question, () => undefined);
      count++;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return count;
}
