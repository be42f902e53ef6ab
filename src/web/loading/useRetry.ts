import { useEffect } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import { listenToTabs, type News } from '../data/tabs.js';
import { tryAgain } from './retry.js';

/** Calls `retry` once `error` may have passed (see tryAgain); gives up when the error changes or the component goes. */
export function useRetry(error: PageError | undefined, retry: () => void): void {
  useEffect(() => tryAgain(error, retry), [error, retry]);
}

/** Calls the listener when another tab has told of a change of this kind. */
export function useTold(news: News, listener: () => void): void {
  useEffect(() => listenToTabs(news, listener), [news, listener]);
}
