import { UserError } from '../errors.js';
import { collect } from './collect.js';
import { failureOf } from './text/failure.js';
import { shown } from './text/fields.js';
import { MAX_BYTES } from './text/text.js';

export interface Address {
  url: URL;
  /** What to call it by: without credentials and fragment. */
  name: string;
  headers: Record<string, string>;
}

export interface FetchOptions {
  /** How long a server may be silent, in milliseconds; default 30 s. */
  timeoutMs?: number;
  /** How long it may take to answer in full, in milliseconds; default 15 minutes. */
  totalMs?: number;
  /** The most that is read; default `MAX_BYTES`. */
  maxBytes?: number;
  /** Gives the request up; what is thrown then is its reason. */
  signal?: AbortSignal;
}

/** By what a server tells whether its data is still what it was (RFC 9110, section 8.8); null where it did not say. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface Answer extends Validators {
  status: number;
  /** Undefined where the data is what it was. */
  bytes: Uint8Array | undefined;
}

/** A server that answered, but not with data. */
export class RefusedError extends UserError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 30_000;
const TOTAL_MS = 900_000;
const NOT_MODIFIED = 304;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** Whether a name is meant as an address and not as a file. */
export function isAddress(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name);
}

/** @throws UserError for what is no http or https address; it never holds the credentials */
export function parseAddress(text: string): Address {
  const visible = shown(text.replace(/\/\/.*@/, '//'));
  if (!URL.canParse(text)) throw new UserError(`${visible} is not a valid address`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UserError(`${visible}: addresses begin with http:// or https://, other names are files`);
  }
  const headers = { 'user-agent': 'sidelobe', ...authorization(url, visible) };
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, name: url.href, headers };
}

/** fetch refuses addresses with credentials; a header carries them (RFC 7617). */
function authorization({ username, password }: URL, visible: string): Record<string, string> {
  if (username === '' && password === '') return {};
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  } catch {
    throw new UserError(`${visible}: the user name or password before the @ is not percent-encoded UTF-8`);
  }
}

/**
 * Asks an address for its data, and where `known` says by what the data of before is recognised, only for other data.
 *
 * @throws RefusedError where the server answers with a status of failure, UserError where it cannot be reached, is
 *   silent for too long or sends too much
 */
export async function fetchAddress(
  { url, name, headers }: Address,
  known: Validators | undefined,
  { timeoutMs = TIMEOUT_MS, totalMs = TOTAL_MS, maxBytes = MAX_BYTES, signal }: FetchOptions = {},
): Promise<Answer> {
  const abort = new AbortController();
  const after = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => abort.abort(new UserError(`${name}: ${url.host} ${what}; giving up`)), ms);
  const silence = after(timeoutMs, `was silent for ${timeoutMs / 1000} s`);
  const total = after(totalMs, `had not sent everything after ${totalMs / 1000} s`);
  const stop = (): void => abort.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const condition = conditionOf(known);
  try {
    const response = await follow({ url, name, headers: { ...headers, ...condition } }, abort.signal);
    const validators = { etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') };
    const { status } = response;
    if (status === NOT_MODIFIED && Object.keys(condition).length > 0)
      return { status, bytes: undefined, ...validators };
    if (!response.ok) throw await refusal(response, name);
    const bytes = await collect(response.body ?? [], name, maxBytes, () => silence.refresh());
    return { status, bytes, ...validators };
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (abort.signal.aborted) throw abort.signal.reason;
    throw new UserError(`${name}: ${url.host} cannot be reached: ${causeOf(error)}`);
  } finally {
    clearTimeout(silence);
    clearTimeout(total);
    signal?.removeEventListener('abort', stop);
    abort.abort();
  }
}

/**
 * Asks, and goes where the server sends: on the same host, or to https. What is secret among the headers stays with the host
 * that it was meant for.
 */
async function follow({ url, name, headers }: Address, signal: AbortSignal): Promise<Response> {
  let at = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const own = at.host === url.host && at.protocol === url.protocol;
    const { authorization: _secret, ...open } = headers;
    const response = await fetch(at, { headers: own ? headers : open, signal, redirect: 'manual' });
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    const isSafe = next?.protocol === 'https:' || (next?.protocol === at.protocol && next.hostname === at.hostname);
    if (next === undefined || !isSafe) {
      const to = next === undefined || next.host === '' ? location : next.origin;
      throw new UserError(
        `${name}: the server sends on to ${shown(to)}; allowed: the same host, or https. Give that address itself if you trust it`,
      );
    }
    at = next;
  }
  throw new UserError(`${name}: the server sends on more than ${MAX_REDIRECTS} times`);
}

function conditionOf(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

/** A server that refuses in plain text says why, as CelesTrak does. */
async function refusal(response: Response, name: string): Promise<RefusedError> {
  const status = `${response.status} ${response.statusText}`.trim();
  const plain = response.headers.get('content-type')?.startsWith('text/plain') ?? false;
  const start = plain ? await response.body?.getReader().read() : undefined;
  const said = Buffer.from(start?.value ?? [])
    .toString()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return new RefusedError(`${name}: the server answered ${status}${said === '' ? '' : `: ${said}`}`, response.status);
}

/** fetch says "fetch failed" and keeps the reason in a chain of causes. */
function causeOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  const { code, message } = failureOf(deepest);
  return message || code;
}
