import { useEffect } from 'preact/hooks';

const EVERY_MS = 600_000;

/** Asks again now and then, and when the page is looked at again: a new analysis window opens every day. */
export function useRefresh(reload: () => void): void {
  useEffect(() => {
    const reloadSeen = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setInterval(reloadSeen, EVERY_MS);
    document.addEventListener('visibilitychange', reloadSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reloadSeen);
    };
  }, [reload]);
}
