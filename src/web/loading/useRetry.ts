import { useEffect } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import { listenToTabs, type News } from '../data/tabs.js';
import { tryAgain } from './retry.js';

/** Tries again by itself as long as a passing error lasts. */
export function useRetry(error: PageError | undefined, retry: () => void): void {
  useEffect(() => tryAgain(error, retry), [error, retry]);
}

/** Calls the listener when another tab tells this news. */
export function useTold(news: News, listener: () => void): void {
  useEffect(() => listenToTabs(news, listener), [news, listener]);
}
