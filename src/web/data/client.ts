/** Header that names an analysis window: in a request the one it is about, in an answer the one it is from. */
const WINDOW_HEADER = 'X-Analysis-Window';

/** Emits `change` when a request about one analysis window is answered from another. */
export const windows = new EventTarget();

export function windowOf(response: Response): string {
  return response.headers.get(WINDOW_HEADER) ?? '';
}

/** Error of a request; `status` is that of the answer, or 0 if no answer came or the page itself found the error. */
export class PageError extends Error {
  override readonly name = 'PageError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Any thrown value as a PageError; one that is none yet gets status 0 and the code UNEXPECTED. */
export function pageErrorOf(error: unknown): PageError {
  if (error instanceof PageError) return error;
  return new PageError(0, 'UNEXPECTED', error instanceof Error ? error.message : String(error));
}

interface ErrorBody {
  error?: { code?: string; message?: string; details?: Record<string, unknown> };
}

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Query parameters; undefined ones are left out. */
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Media type of the answer; undefined: JSON. */
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Analysis window that the request is about; an answer from another one is refused. */
  window?: string;
}

let onSignedOut = (): void => undefined;

/** Sets the function that is called when the server no longer knows the session. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

async function errorOf(response: Response): Promise<PageError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const {
    code = 'UNKNOWN',
    message = `the server answered with status ${response.status}`,
    details,
  } = body.error ?? {};
  const wait = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new PageError(response.status, code, message, details, Number.isFinite(wait) ? wait : undefined);
}

/**
 * Sends a request. Throws PageError, with the code WINDOW_CHANGED if another window answers, or the signal's
 * AbortError.
 */
export async function ask(path: string, asked: Asked = {}): Promise<Response> {
  const { method = 'GET', query = {}, body, accept, signal, window } = asked;
  let response: Response;
  try {
    response = await fetch(pathWith(path, query), {
      method,
      credentials: 'same-origin',
      signal: signal ?? null,
      headers: {
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
        ...(accept !== undefined && { Accept: accept }),
        ...(window !== undefined && { [WINDOW_HEADER]: window }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new PageError(0, 'UNREACHABLE', 'the server does not answer');
  }
  const answering = windowOf(response);
  if (window !== undefined && answering !== '' && answering !== window) {
    windows.dispatchEvent(new Event('change'));
    throw new PageError(0, 'WINDOW_CHANGED', 'a new analysis window has begun');
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.status === 401 && path !== '/page/session') onSignedOut();
  throw error;
}

/** Requests JSON; returns the `data` of the answer. */
export async function askJson<T>(path: string, asked?: Asked): Promise<T> {
  return dataOf(await ask(path, asked));
}

export async function dataOf<T>(response: Response): Promise<T> {
  const { data } = (await response.json()) as { data: T };
  return data;
}

export async function askBytes(path: string, asked?: Asked): Promise<ArrayBuffer> {
  const response = await ask(path, asked);
  return response.arrayBuffer();
}

/** Path with its query; undefined values are left out. */
function pathWith(path: string, query: NonNullable<Asked['query']>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.set(name, String(value));
  return pairs.size === 0 ? path : `${path}?${pairs.toString()}`;
}

/** Prefix of the API's routes as the page calls them, with the session's cookie. */
export const API = '/page/api/v1';
