import { useEffect } from 'preact/hooks';

/** Header by which requests name the analysis window that they are about, and answers the one that they are from. */
export const WINDOW_HEADER = 'X-Analysis-Window';
const CHANGED = 'sidelobe:window';

export function windowOf(response: Response): string {
  return response.headers.get(WINDOW_HEADER) ?? '';
}

/** Tells the views that another window answers now than the one that was asked for. */
export function tellWindowChanged(): void {
  dispatchEvent(new Event(CHANGED));
}

/** Calls the listener whenever a request has met another window than its own. */
export function useWindowChange(listener: () => void): void {
  useEffect(() => {
    addEventListener(CHANGED, listener);
    return () => removeEventListener(CHANGED, listener);
  }, [listener]);
}
