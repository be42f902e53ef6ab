import { useEffect } from 'preact/hooks';
import { windows } from './window.js';

/** Calls the listener whenever a request has met another window than its own. */
export function useWindowChange(listener: () => void): void {
  useEffect(() => {
    windows.addEventListener('change', listener);
    return () => windows.removeEventListener('change', listener);
  }, [listener]);
}
