import { useEffect } from 'preact/hooks';

const EVERY_MS = 600_000;

/** Reloads now and then, and when the page becomes visible again: a new analysis window opens every day. */
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
