import type { PageError } from '../data/client.js';

const BROWSER = globalThis as unknown as EventTarget;
/** Emits `begin` when the user has signed in. */
export const sessions = new EventTarget();
const UNREACHABLE_SECONDS = 3;
const BUSY_SECONDS = 5;
/**
 * Statuses of failures that may pass: 0 for no answer, 429 and 503 of a server that cannot answer now, 502 to 504 of a
 * proxy while the server restarts.
 */
const PASSING = new Set([0, 429, 502, 503, 504]);
/** Codes of failures with status 0 that another try would not cure. */
const LASTING = new Set(['NO_COOKIE', 'UNEXPECTED']);

/** Seconds until a request that failed is worth another try; undefined if it would fail again, or without an error. */
export function retrySeconds(
  error: Pick<PageError, 'status' | 'code' | 'retryAfterSeconds'> | undefined,
): number | undefined {
  if (!error || !PASSING.has(error.status) || LASTING.has(error.code)) return undefined;
  return error.retryAfterSeconds ?? (error.status === 0 ? UNREACHABLE_SECONDS : BUSY_SECONDS);
}

/**
 * Calls `retry` when an error may have passed: after a pause, or at once when the browser is online again; if the
 * session has ended, after the next sign-in; never for other errors. Returns a function that cancels this.
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
