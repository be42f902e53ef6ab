import type { PageError } from '../data/client.js';

const BROWSER = globalThis as unknown as EventTarget;
/** Has a `begin` event when somebody has signed in again. */
export const sessions = new EventTarget();
const UNREACHABLE_SECONDS = 3;
const BUSY_SECONDS = 5;
/**
 * Statuses that pass: of a proxy while the server restarts, of a server that cannot answer now, and 0 for no answer.
 */
const PASSING = new Set([0, 429, 502, 503, 504]);
/** Failures without an answer that another try would not mend. */
const LASTING = new Set(['NO_COOKIE', 'UNEXPECTED']);

/** Seconds until a request that failed is worth another try; undefined where it would fail again. */
export function retrySeconds(
  error: Pick<PageError, 'status' | 'code' | 'retryAfterSeconds'> | undefined,
): number | undefined {
  if (!error || !PASSING.has(error.status) || LASTING.has(error.code)) return undefined;
  return error.retryAfterSeconds ?? (error.status === 0 ? UNREACHABLE_SECONDS : BUSY_SECONDS);
}

/**
 * Tries again once an error may have passed, at once when the browser is online again; returns the function that
 * cancels it.
 */
export function tryAgain(error: PageError | undefined, retry: () => void): () => void {
  if (error?.status === 401) {
    sessions.addEventListener('begin', retry);
    return () => sessions.removeEventListener('begin', retry);
  }
  const seconds = retrySeconds(error);
  if (seconds === undefined) return () => undefined;
  const timer = setTimeout(retry, 1000 * seconds);
  BROWSER.addEventListener('online', retry);
  return () => {
    clearTimeout(timer);
    BROWSER.removeEventListener('online', retry);
  };
}
