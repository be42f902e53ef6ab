import { askJson } from './client.js';

/** Kinds of change that a tab tells the others about. */
export type News = 'session' | 'stations' | 'tracked';

/** Emits each kind of news that another tab of this browser has told. */
export const tabs = new EventTarget();

let channel: BroadcastChannel | undefined;

/** Begins to listen to the other tabs. */
export function joinTabs(): void {
  channel = new BroadcastChannel('sidelobe');
  channel.addEventListener('message', ({ data }) => tabs.dispatchEvent(new Event(data as News)));
}

/** Tells the other tabs that something has changed. */
export function tellTabs(news: News): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin, its own
  channel?.postMessage(news);
}

/** Requests a change as askJson does, and tells the other tabs of it. */
export async function change<T>(news: News, path: string, asked: Parameters<typeof askJson>[1]): Promise<T> {
  const data = await askJson<T>(path, asked);
  tellTabs(news);
  return data;
}
