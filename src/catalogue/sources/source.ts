import { createReadStream } from 'node:fs';
import { unfit } from '../../core/arguments.js';
import { UserError } from '../../errors.js';
import { collect, fetchAddress, isAddress, parseAddress } from './address.js';
import { failureOf } from '../text/rejection.js';
import { MAX_BYTES } from '../text/text.js';
import { parseCatalogue, type ParsedCatalogue } from '../elsets/formats.js';
import { type ParsedTransmitters, parseTransmitters } from '../transmitters/transmitterFiles.js';

/** Bounds for reading a file or an address. */
export interface SourceOptions {
  /** How long a server may be silent, in milliseconds; default 30 s. */
  timeoutMs?: number;
  /** Most bytes that are read, and that gzip may unpack to; default 256,000,000. */
  maxBytes?: number;
}

/**
 * Reads a file, or the answer of an http or https address: its bytes, and its name (an address without credentials and
 * fragment). Throws a `UserError` that names the file or host and the cause; for anything but a text a TypeError, or a
 * RangeError for a number.
 */
export async function readSource(
  fileOrUrl: string,
  options: SourceOptions = {},
): Promise<{ bytes: Uint8Array; source: string }> {
  if (typeof fileOrUrl !== 'string') throw unfit('fileOrUrl', fileOrUrl, 'a text, a path or an address,');
  if (!isAddress(fileOrUrl)) {
    return { bytes: await readFile(fileOrUrl, options.maxBytes ?? MAX_BYTES), source: fileOrUrl };
  }
  const address = parseAddress(fileOrUrl);
  const { bytes } = await fetchAddress(address, undefined, options);
  if (bytes === undefined) throw new Error('an answer without condition has no data');
  return { bytes, source: address.name };
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

/**
 * Reads a file, or the answer of an http or https address, and parses its elsets like `parseCatalogue`. Throws a
 * `UserError` if it cannot be read.
 */
export async function readCatalogue(fileOrUrl: string, options?: SourceOptions): Promise<ParsedCatalogue> {
  const { bytes, source } = await readSource(fileOrUrl, options);
  return parseCatalogue(bytes, source, options?.maxBytes);
}

/**
 * Reads a file, or the answer of an http or https address, and parses its downlinks like `parseTransmitters`. Throws a
 * `UserError` if it cannot be read.
 */
export async function readTransmitters(fileOrUrl: string, options?: SourceOptions): Promise<ParsedTransmitters> {
  const { bytes, source } = await readSource(fileOrUrl, options);
  return parseTransmitters(bytes, source, options?.maxBytes);
}
