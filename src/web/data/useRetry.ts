import { useEffect } from 'preact/hooks';
import type { PageError } from './client.js';
import { tryAgain } from './retry.js';

/** Tries again by itself for as long as there is an error that passes. */
export function useRetry(error: PageError | undefined, retry: () => void): void {
  useEffect(() => tryAgain(error, retry), [error, retry]);
}
