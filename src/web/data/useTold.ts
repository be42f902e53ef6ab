import { useEffect } from 'preact/hooks';
import { listenToTabs, type News } from './tabs.js';

/** Calls the listener when another tab has changed something. */
export function useTold(news: News, listener: () => void): void {
  useEffect(() => listenToTabs(news, listener), [news, listener]);
}
