import { builtin } from '../../core/program/builtin.js';
import { UserError } from '../../errors.js';
import { failureOf } from './rejection.js';
import { shown } from './fields.js';

/** Largest size of a file, packed or unpacked: some ten times the public catalogue as XML. */
export const MAX_BYTES = 256_000_000;

const SIGNATURES = [
  { name: 'a JPEG image', bytes: [0xff, 0xd8, 0xff] },
  { name: 'a PNG image', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { name: 'a GIF image', bytes: [0x47, 0x49, 0x46, 0x38] },
  { name: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { name: 'a ZIP archive', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'gzip within gzip', bytes: [0x1f, 0x8b] },
] as const;

/**
 * Decodes the text of a file: UTF-8 or, by its byte order mark, UTF-16; gzip is unpacked first. Throws a `UserError`
 * for an empty file, binary data or an HTML page, whose message says what the file holds, then `accepted`; also for
 * gzip that does not unpack, or unpacks to more than `maxBytes`, and outside of Node for all gzip.
 */
export function textOfBytes(bytes: Uint8Array, source: string, accepted: string, maxBytes = MAX_BYTES): string {
  const unpacked = isGzip(bytes) ? gunzip(bytes, source, maxBytes) : bytes;
  const signature = SIGNATURES.find((candidate) => startsWith(unpacked, candidate.bytes));
  if (signature) throw new UserError(`${source}: the file is ${signature.name}. ${accepted}`);
  const text = decode(unpacked, source, accepted);
  if (text.trim() === '') throw new UserError(`${source}: the file is empty. ${accepted}`);
  const start = text.slice(0, 4096);
  if (/[^\P{Cc}\t\n\v\f\r]/u.test(start)) {
    throw new UserError(`${source}: the file holds binary data. ${accepted}`);
  }
  if (/<!doctype\s+html|<html[\s>]/i.test(start)) {
    const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]?.trim();
    throw new UserError(`${source}: the file is an HTML page${title ? `, titled ${shown(title)}` : ''}. ${accepted}`);
  }
  return text;
}

export function isGzip(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x1f, 0x8b]);
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function gunzip(bytes: Uint8Array, source: string, maxBytes: number): Uint8Array {
  const zlib = builtin('node:zlib');
  if (zlib === undefined) {
    throw new UserError(
      `${source}: the file is gzipped, which Node alone unpacks here; a DecompressionStream does so elsewhere`,
    );
  }
  try {
    return zlib.gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const { code, message } = failureOf(error);
    throw new UserError(
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `${source}: the file unpacks to more than ${maxBytes / 1e6} MB, the most that is read`
        : `${source}: the file begins as gzip but does not unpack (is it complete?): ${message}`,
    );
  }
}

function decode(bytes: Uint8Array, source: string, accepted: string): string {
  const encoding = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${source}: the file is binary, or text that is neither UTF-8 nor UTF-16. ${accepted}`);
  }
}

export interface TextLine {
  /** Number of the line in the file, from 1. */
  line: number;
  text: string;
}

/** Yields the lines of a text, without blank ones. */
export function* linesOf(text: string): Generator<TextLine> {
  const ends = /\r\n|\n|\r|$/g;
  let from = 0;
  for (let line = 1; from <= text.length; line++) {
    ends.lastIndex = from;
    const { 0: end = '', index = from } = ends.exec(text) ?? {};
    const content = text.slice(from, index);
    if (content.trim() !== '') yield { line, text: content };
    from = index + Math.max(1, end.length);
  }
}
