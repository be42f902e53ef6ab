import { useEffect, useState } from 'preact/hooks';
import { searchCatalogue } from '../data/satellites.js';
import { useSettled } from '../loading/useSettled.js';

/** Time in ms for which the pointer must rest before names are requested. */
const REST_MS = 150;

/** Names found, by catalogue number; the number itself if the catalogue lacks it. None is requested a second time. */
const found = new Map<number, string>();

async function find(norad: number, signal: AbortSignal): Promise<void> {
  const { satellites } = await searchCatalogue(String(norad), signal);
  const name = satellites.find(({ norad_number: number }) => number === norad)?.name;
  found.set(norad, name ?? String(norad));
}

/** Names by catalogue number, as far as they are known; looks up the others. A failed look-up leaves its name out. */
export function useNames(norads: readonly number[]): ReadonlyMap<number, string> {
  const [, setCount] = useState(0);
  const wanted = useSettled(norads.filter((norad) => !found.has(norad)).join(), REST_MS);
  useEffect(() => {
    if (wanted === '') return undefined;
    const controller = new AbortController();
    const asked = wanted.split(',').map((norad) => find(Number(norad), controller.signal));
    void Promise.allSettled(asked).then(() => controller.signal.aborted || setCount(found.size));
    return () => controller.abort();
  }, [wanted]);
  return found;
}
