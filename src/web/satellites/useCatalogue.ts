import { useEffect, useState } from 'preact/hooks';
import { searchCatalogue, type Found } from '../data/satellites.js';
import { pageErrorOf, type PageError } from '../data/client.js';

const PAUSE_MS = 200;
const LEAST_CHARACTERS = 2;

export interface Search {
  text: string;
  found: Found;
  error: PageError | undefined;
}

/** Satellites of the catalogue that match the typed text, requested once typing pauses; undefined until then. */
export function useCatalogue(typed: string): Search | undefined {
  const text = typed.trim();
  const [search, setSearch] = useState<Search>();
  useEffect(() => {
    if (text.length < LEAST_CHARACTERS) return undefined;
    const controller = new AbortController();
    const set = (next: Search) => {
      if (!controller.signal.aborted) setSearch(next);
    };
    const timer = setTimeout(() => {
      searchCatalogue(text, controller.signal).then(
        (found) => set({ text, found, error: undefined }),
        (error: unknown) => set({ text, found: { satellites: [], hasMore: false }, error: pageErrorOf(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return search?.text === text ? search : undefined;
}
