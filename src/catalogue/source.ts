import { createReadStream } from 'node:fs';
import { UserError } from '../errors.js';
import { failureOf } from './failure.js';
import { shown } from './fields.js';
import { MAX_BYTES } from './text.js';

export interface SourceOptions {
  /** How long a server may be silent, in milliseconds; default 30 s. */
  timeoutMs?: number;
  /** The most that is read, and that gzip may unpack to; default `MAX_BYTES`. */
  maxBytes?: number;
}

const TIMEOUT_MS = 30_000;

/**
 * Bytes of a file, or of what an http or https address answers, and the name to call it by (without the credentials
 * and the fragment of an address). Throws a `UserError` that names the file or host and the cause.
 */
export async function readSource(
  fileOrUrl: string,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: SourceOptions = {},
): Promise<{ bytes: Uint8Array; source: string }> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(fileOrUrl)) {
    return { bytes: await readFile(fileOrUrl, maxBytes), source: fileOrUrl };
  }
  const address = parseAddress(fileOrUrl);
  return { bytes: await readAddress(address, timeoutMs, maxBytes), source: address.name };
}

interface Address {
  url: URL;
  name: string;
  headers: Record<string, string>;
}

function parseAddress(text: string): Address {
  // The text may hold credentials: messages leave them out.
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

async function readAddress({ url, name, headers }: Address, timeoutMs: number, maxBytes: number): Promise<Uint8Array> {
  const abort = new AbortController();
  const silence = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const response = await fetch(url, { headers, signal: abort.signal });
    if (!response.ok) throw await refusal(response, name);
    return await collect(response.body ?? [], name, maxBytes, () => silence.refresh());
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (abort.signal.aborted) {
      throw new UserError(`${name}: ${url.host} was silent for ${timeoutMs / 1000} s; giving up`);
    }
    throw new UserError(`${name}: ${url.host} cannot be reached: ${causeOf(error)}`);
  } finally {
    clearTimeout(silence);
    abort.abort();
  }
}

/** A server that refuses in plain text says why, as CelesTrak does. */
async function refusal(response: Response, name: string): Promise<UserError> {
  const status = `${response.status} ${response.statusText}`.trim();
  const plain = response.headers.get('content-type')?.startsWith('text/plain') ?? false;
  const start = plain ? await response.body?.getReader().read() : undefined;
  const said = Buffer.from(start?.value ?? [])
    .toString()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return new UserError(`${name}: the server answered ${status}${said === '' ? '' : `: ${said}`}`);
}

/** fetch says "fetch failed" and keeps the reason in a chain of causes. */
function causeOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  const { code, message } = failureOf(deepest);
  return message || code;
}

async function readFile(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await collect(createReadStream(path), path, maxBytes);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = failureOf(error);
    if (code === 'ENOENT') throw new UserError(`${path}: no such file`);
    if (code === 'EISDIR') throw new UserError(`${path}: is a directory; allowed: a file, or an http or https address`);
    throw new UserError(`${path}: cannot be read: ${message}`);
  }
}

async function collect(
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
