/** Header by which requests name the analysis window that they are about, and answers the one that they are from. */
export const WINDOW_HEADER = 'X-Analysis-Window';

/** Has a `change` event whenever a request has met another window than its own. */
export const windows = new EventTarget();

export function windowOf(response: Response): string {
  return response.headers.get(WINDOW_HEADER) ?? '';
}
