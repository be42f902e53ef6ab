import type { PageError } from './data/client.js';
import { retrySeconds } from './loading/retry.js';

export interface Explanation {
  happened: string;
  toDo: string;
}

type Explained = Pick<PageError, 'status' | 'code' | 'message' | 'retryAfterSeconds'> &
  Partial<Pick<PageError, 'details'>>;

/** Explanation of an error for the person at the page: what happened, and what to do. */
export function explain(error: Explained): Explanation {
  const wait = error.retryAfterSeconds === undefined ? 'in a moment' : `in ${error.retryAfterSeconds}\u00A0s`;
  switch (error.code) {
    case 'UNREACHABLE':
      return {
        happened: 'The server does not answer.',
        toDo: 'Are you connected? The page tries again by itself.',
      };
    case 'WINDOW_CHANGED':
      return { happened: 'A new analysis window has begun.', toDo: 'The page is loading it.' };
    case 'NO_COOKIE':
      return {
        happened: 'The browser did not keep the session.',
        toDo: 'Open the page over HTTPS or on localhost, allow cookies, then sign in again.',
      };
    case 'ENTERPRISE_REQUIRED':
      return {
        happened: 'Interference needs the Enterprise plan; this account has another one.',
        toDo: 'Stations, tracked satellites and tokens work without it. The operator of this server can change the plan.',
      };
    case 'RATE_LIMITED':
      return { happened: 'This account has made too many requests.', toDo: `The page will try again ${wait}.` };
    case 'ANALYSIS_NOT_READY':
      if (error.details?.['status'] === 'failed') {
        return {
          happened: `There is nothing to show: ${bare(error.message)}.`,
          toDo: 'The operator of this server imports a newer catalogue: sidelobe catalogue import FILE|URL. Then the page goes on by itself.',
        };
      }
      return {
        happened: `The analysis is not ready: ${bare(error.message)}.`,
        toDo: `The page will try again ${wait}.`,
      };
    case 'OVERLOADED':
    case 'UNAVAILABLE':
      return {
        happened: `The server cannot answer now: ${bare(error.message)}.`,
        toDo: `The page will try again ${wait}.`,
      };
    case 'UNAUTHORIZED':
      return { happened: 'Your session has ended.', toDo: 'Sign in again to go on where you were.' };
    case 'NOT_FOUND':
      if (error.details?.['norad_number'] !== undefined) {
        return {
          happened: `${sentence(bare(error.message))}.`,
          toDo: 'A newer catalogue may have it, which the operator of this server imports: sidelobe catalogue import FILE|URL.',
        };
      }
      return {
        happened: `Not found: ${bare(error.message)}.`,
        toDo: 'It may have been deleted or untracked. Choose another one.',
      };
    case 'INTERNAL_ERROR':
      return {
        happened: 'Something went wrong on the server.',
        toDo: 'Try again; if it keeps happening, tell the operator of this server.',
      };
    default:
      return {
        happened: `${sentence(bare(error.message))}.`,
        toDo: toDoAfter(error, wait),
      };
  }
}

function toDoAfter(error: Explained, wait: string): string {
  if (retrySeconds(error) !== undefined) return `The page will try again ${wait}.`;
  return error.status >= 500 || error.status === 0 ? 'Try again.' : 'Change what you asked for.';
}

function bare(text: string): string {
  return text.replace(/\.$/, '');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
