import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EpochCells } from '../data/epochBlock.js';
import type { EpochSource } from '../data/epochSource.js';
import { peakOf } from '../map/index.js';
import { roundedUp, sampleEpochs } from './peak.js';

/** Pause before sampling: the shown minute comes first. */
const IDLE_MS = 1000;

/**
 * End of the relative scale: the highest intensity in a sample of the week or shown since, rounded up. It stays the
 * same from minute to minute, so that colours can be compared, and everyone who looks at the same satellite and band
 * starts with the same. It never falls until satellite or band change.
 */
export function usePeak(source: EpochSource, epochCount: number, cells: EpochCells | undefined): number {
  const [sampled, setSampled] = useState<{ source: EpochSource; peak: number }>();
  const highest = useRef<{ source: EpochSource; peak: number }>();
  const peak = useMemo(() => (cells ? peakOf(cells) : 0), [cells]);
  const isKnown = cells !== undefined;
  useEffect(() => {
    if (!isKnown) return undefined;
    let isWanted = true;
    const sample = async () => {
      let found = 0;
      for (const epoch of sampleEpochs(epochCount)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, or they would hold up what is looked at
        found = Math.max(found, peakOf(await source.load(epoch)));
      }
      if (isWanted) setSampled({ source, peak: found });
    };
    // Without the sample, the scale follows what is shown.
    const timer = setTimeout(() => void sample(), IDLE_MS);
    return () => {
      clearTimeout(timer);
      isWanted = false;
    };
  }, [source, isKnown]);
  const before = highest.current?.source === source ? highest.current.peak : 0;
  highest.current = { source, peak: Math.max(before, peak, sampled?.source === source ? sampled.peak : 0) };
  return roundedUp(highest.current.peak);
}
