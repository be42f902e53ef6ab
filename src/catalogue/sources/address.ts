import { UserError } from '../../errors.js';
import { failureOf } from '../text/rejection.js';
import { shown } from '../text/fields.js';
import { MAX_BYTES } from '../text/text.js';

export interface Address {
  url: URL;
  /** Address without credentials and fragment, for messages and records. */
  name: string;
  headers: Record<string, string>;
}

export interface FetchOptions {
  /** How long a server may be silent, in milliseconds; default 30 s. */
  timeoutMs?: number;
  /** Most bytes that are read; default `MAX_BYTES`. */
  maxBytes?: number;
  /** Ends the request, which then throws the signal's reason. */
  signal?: AbortSignal;
}

/** Validators by which a server tells whether its data has changed (RFC 9110, section 8.8); null if it sent none. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface Answer extends Validators {
  status: number;
  /** Data of the answer; undefined if it has not changed. */
  bytes: Uint8Array | undefined;
}

/** Error of a server that answered with a status of failure, a refused redirect, too much or not all of its data. */
export class RefusedError extends UserError {
  static override readonly name = 'RefusedError';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 30_000;
/** How long a server may take to answer in full. */
const TOTAL_MS = 900_000;
const NOT_MODIFIED = 304;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** Whether a text is meant as an address, and not as the name of a file. */
export function isAddress(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name);
}

/** Parses an http or https address. @throws UserError, which hides credentials, if it is none, or they are malformed */
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

/** Header with the credentials of an address (RFC 7617), since fetch refuses addresses that hold them. */
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
 * Asks an address for its data; with the validators of `known`, only for data that has changed.
 *
 * @throws RefusedError if the server answers with a failure, not with all of its data, or with more than `maxBytes`;
 *   UserError if it cannot be reached, or does not begin to answer in time; the reason of `signal` once it is aborted
 */
export async function fetchAddress(
  { url, name, headers }: Address,
  known: Validators | undefined,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, signal }: FetchOptions = {},
): Promise<Answer> {
  const abort = new AbortController();
  const after = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => abort.abort(new UserError(`${name}: ${url.host} ${what}; giving up`)), ms);
  const silence = after(timeoutMs, `was silent for ${timeoutMs / 1000} s`);
  const total = after(TOTAL_MS, `had not sent everything after ${TOTAL_MS / 1000} s`);
  const stop = (): void => abort.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const condition = conditionOf(known);
  let answered: number | undefined;
  try {
    const response = await follow({ url, name, headers: { ...headers, ...condition } }, abort.signal);
    silence.refresh();
    const validators = { etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') };
    const { status } = response;
    answered = status;
    if (status === NOT_MODIFIED && Object.keys(condition).length > 0)
      return { status, bytes: undefined, ...validators };
    if (!response.ok) throw await refusal(response, name);
    const bytes = await collect(response.body ?? [], name, maxBytes, () => silence.refresh());
    return { status, bytes, ...validators };
  } catch (error) {
    const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
    if (reason instanceof RefusedError || signal?.aborted === true) throw reason;
    const what = answered === undefined ? 'cannot be reached' : 'broke its answer off, of which nothing is taken';
    const message = reason instanceof UserError ? reason.message : `${name}: ${url.host} ${what}: ${causeOf(reason)}`;
    throw answered === undefined ? new UserError(message) : new RefusedError(message, answered);
  } finally {
    clearTimeout(silence);
    clearTimeout(total);
    signal?.removeEventListener('abort', stop);
    abort.abort();
  }
}

/**
 * Sends a request and follows redirects on the same host and port, or to https. The header with credentials goes only
 * to the protocol, host and port of the address itself.
 */
async function follow({ url, name, headers }: Address, signal: AbortSignal): Promise<Response> {
  let at = url;
  let status = 0;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const own = at.host === url.host && at.protocol === url.protocol;
    const { authorization: _secret, ...open } = headers;
    const response = await fetch(at, { headers: own ? headers : open, signal, redirect: 'manual' });
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    status = response.status;
    await response.body?.cancel();
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    const isSafe = next?.protocol === 'https:' || (next?.protocol === at.protocol && next.host === at.host);
    if (next === undefined || !isSafe) {
      const to = next === undefined || next.host === '' ? location : next.origin;
      throw new RefusedError(
        `${name}: the server sends on to ${shown(to)}; allowed: the same host and port, or https. Give that address itself if you trust it`,
        status,
      );
    }
    at = next;
  }
  throw new RefusedError(`${name}: the server sends on more than ${MAX_REDIRECTS} times`, status);
}

function conditionOf(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

/**
 * Makes the error of a response with a status of failure. If the body is plain text, as CelesTrak's is, its beginning
 * is added as the reason.
 */
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

/** Finds the reason of a failed fetch in its chain of causes: the error itself says only "fetch failed". */
function causeOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  const { code, message } = failureOf(deepest);
  return message || code;
}

/**
 * Joins chunks into one array, and calls `received` for each. Throws a `UserError`, which names their source `name`, if
 * they hold more than `maxBytes`.
 */
export async function collect(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  maxBytes: number,
  received: () => void = () => undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    received();
    length += chunk.byteLength;
    if (length > maxBytes) throw new UserError(`${name}: larger than ${maxBytes / 1e6} MB, the most that is read`);
    parts.push(chunk);
  }
  return Buffer.concat(parts, length);
}
