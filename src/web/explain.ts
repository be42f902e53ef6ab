import type { PageError } from './data/client.js';

export interface Explanation {
  happened: string;
  toDo: string;
}

/** Explanation of an error for the person at the page: what happened, and what to do. */
export function explain(error: Pick<PageError, 'status' | 'code' | 'message' | 'retryAfterSeconds'>): Explanation {
  const wait = error.retryAfterSeconds === undefined ? 'in a moment' : `in ${error.retryAfterSeconds}\u00A0s`;
  switch (error.code) {
    case 'UNREACHABLE':
      return {
        happened: 'The server does not answer.',
        toDo: 'Check that it is running and that you are connected, then try again.',
      };
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
      return { happened: 'You are signed out.', toDo: 'Sign in again to return to this view.' };
    case 'NOT_FOUND':
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
        toDo: error.status >= 500 || error.status === 0 ? 'Try again.' : 'Change what you asked for.',
      };
  }
}

/** Whether a refusal passes by itself. */
export function passes(error: Pick<PageError, 'status'>): boolean {
  return error.status === 429 || error.status === 503;
}

function bare(text: string): string {
  return text.replace(/\.$/, '');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
