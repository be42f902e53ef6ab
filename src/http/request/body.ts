import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../response/serviceError.js';
import { jsonFault } from './jsonFault.js';
import { quote } from './validation.js';

const JSON_MEDIA_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `the body is larger than ${limitBytes} bytes, the most that this call takes`,
  );
}

/**
 * Reads the whole body. Rejects with BAD_REQUEST if it breaks off, and with PAYLOAD_TOO_LARGE beyond the limit. Node
 * discards the rest once the answer is sent, so a client that writes before it reads still sees the answer.
 */
function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (action: () => void) => {
      request.off('data', take).off('end', finish).off('close', leave).off('error', leave);
      action();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) settle(() => reject(tooLarge(limitBytes)));
      else chunks.push(chunk);
    };
    const finish = () => settle(() => resolve(Buffer.concat(chunks)));
    const leave = () =>
      settle(() => reject(new ServiceError('BAD_REQUEST', 'the body ended before its announced length')));
    request.on('data', take).on('end', finish).on('close', leave).on('error', leave);
  });
}

/** Tokens of valid JSON: strings (with a colon behind names), brackets and braces. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{[]|[}\]]/g;

/**
 * Finds a name that the outermost object has twice. JSON.parse keeps the last value, other parsers the first; RFC 8259,
 * section 4, calls the outcome unpredictable.
 */
function repeatedName(text: string): string | undefined {
  const names = new Set<string>();
  let depth = 0;
  for (const [token, string, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && string !== undefined && colon !== undefined) {
      const name: string = JSON.parse(string);
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('INVALID_BODY', 'the body is not JSON in UTF-8: its bytes are no UTF-8');
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? 'a text (was it encoded as JSON twice?)' : `a ${typeof value}`;
}

function parseObject(bytes: Buffer): object {
  const text = textOf(bytes);
  if (text.trim() === '') throw new ServiceError('INVALID_BODY', 'the body is empty; it must be a JSON object');
  const fault = jsonFault(text);
  if (fault) {
    const { line, column, found, expected } = fault;
    const message = `the body is not JSON: line ${line}, column ${column} has ${found} in place of ${expected}`;
    throw new ServiceError('INVALID_BODY', message, { line, column });
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError(
      'INVALID_BODY',
      `the body is JSON, but ${kindOf(value)}; it must be an object: {"name": value}`,
    );
  }
  const name = repeatedName(text);
  if (name !== undefined) throw new ServiceError('INVALID_BODY', `the body has ${quote(name)} more than once`);
  return value;
}

/**
 * Reads a request's JSON object. Throws UNSUPPORTED_MEDIA_TYPE for another type or charset or any content encoding but
 * `identity`, PAYLOAD_TOO_LARGE beyond the limit, BAD_REQUEST if the body breaks off, and INVALID_BODY for anything but
 * a JSON object in UTF-8 that has each of its outermost names once.
 */
export async function readJsonObject(request: IncomingMessage, limitBytes: number): Promise<object> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!JSON_MEDIA_TYPE.test(type.trim())) {
    const came = type === '' ? 'without a Content-Type' : `as ${quote(type)}`;
    const message = `the body must be JSON in UTF-8 with the header "Content-Type: application/json"; it came ${came}`;
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'the body must come without Content-Encoding');
  }
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  return parseObject(await readBytes(request, limitBytes));
}
