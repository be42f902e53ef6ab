/** Kinds of change that a tab tells the others about. */
export type News = 'session' | 'stations' | 'tracked';

/** Members of a BroadcastChannel that the page uses. */
interface Channel {
  postMessage: (news: News) => void;
  addEventListener: (type: 'message', listener: (message: { data: unknown }) => void) => void;
  removeEventListener: (type: 'message', listener: (message: { data: unknown }) => void) => void;
}

let channel: Channel | undefined;

function open(): Channel {
  return (channel ??= new BroadcastChannel('sidelobe') as unknown as Channel);
}

/** Tells the other tabs of this browser that something has changed. */
export function tellTabs(news: News): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin, its own
  open().postMessage(news);
}

/** Calls the listener when another tab has changed something; returns a function that stops this. */
export function listenToTabs(news: News, listener: () => void): () => void {
  const onMessage = ({ data }: { data: unknown }) => {
    if (data === news) listener();
  };
  open().addEventListener('message', onMessage);
  return () => open().removeEventListener('message', onMessage);
}
