import type { PageError } from './data/client.js';
import { retrySeconds } from './loading/retry.js';

type Explained = Pick<PageError, 'status' | 'code' | 'message' | 'retryAfterSeconds'> &
  Partial<Pick<PageError, 'details'>>;

/**
 * Explanation of an error for the person at the page: what happened, and what to do.
 *
 * @param isRepeated whether the page sends the request again by itself, which it never does with a form
 */
export function explain(error: Explained, isRepeated = true) {
  const wait = error.retryAfterSeconds === undefined ? 'in a moment' : `in ${error.retryAfterSeconds}\u00A0s`;
  const again = `${isRepeated ? 'The page will try' : 'Try'} again ${wait}.`;
  const [happened, toDo] = told(error, again);
  return { happened, toDo };
}

function told(error: Explained, again: string): [happened: string, toDo: string] {
  const reason = error.message.replace(/\.$/, '');
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  switch (error.code) {
    case 'UNREACHABLE':
      return ['The server does not answer.', `Are you connected? ${again}`];
    case 'WINDOW_CHANGED':
      return ['A new analysis window has begun.', 'The page is loading it.'];
    case 'NO_COOKIE':
      return [
        'The browser did not keep the session.',
        'Open the page over HTTPS or on localhost, allow cookies, then sign in again.',
      ];
    case 'ENTERPRISE_REQUIRED':
      return [
        'Interference needs the Enterprise plan; this account has another one.',
        'Stations, tracked satellites and tokens work without it. The operator of this server can change the plan.',
      ];
    case 'RATE_LIMITED':
      return ['This account has made too many requests.', again];
    case 'ANALYSIS_NOT_READY':
      if (error.details?.['status'] !== 'failed') return [`The analysis is not ready: ${reason}.`, again];
      return [
        `There is nothing to show: ${reason}.`,
        'The operator of this server imports a newer catalogue: sidelobe catalogue import FILE|URL. Then the page goes on by itself.',
      ];
    case 'OVERLOADED':
    case 'UNAVAILABLE':
      return [`The server cannot answer now: ${reason}.`, again];
    case 'UNAUTHORIZED':
      return ['Your session has ended.', 'Sign in again to go on where you were.'];
    case 'NOT_FOUND':
      if (error.details?.['norad_number'] === undefined) {
        return [`Not found: ${reason}.`, 'It may have been deleted or untracked. Choose another one.'];
      }
      return [
        sentence,
        'A newer catalogue may have it, which the operator of this server imports: sidelobe catalogue import FILE|URL.',
      ];
    case 'INTERNAL_ERROR':
      return [
        'Something went wrong on the server.',
        'Try again; if it keeps happening, tell the operator of this server.',
      ];
    default:
      if (retrySeconds(error) !== undefined) return [sentence, again];
      return [sentence, error.status >= 500 || error.status === 0 ? 'Try again.' : 'Change what you asked for.'];
  }
}
