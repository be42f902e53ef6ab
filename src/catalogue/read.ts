import { parseCatalogue, type ParsedCatalogue } from './catalogueFiles.js';
import { readSource, type SourceOptions } from './source.js';
import { parseTransmitters, type ParsedTransmitters } from './transmitterFiles.js';

/**
 * Reads a file, or what an http or https address answers, and parses its elsets like `parseCatalogue`. Throws a
 * `UserError` where it cannot be read.
 */
export async function readCatalogue(fileOrUrl: string, options?: SourceOptions): Promise<ParsedCatalogue> {
  const { bytes, source } = await readSource(fileOrUrl, options);
  return parseCatalogue(bytes, source, options?.maxBytes);
}

/**
 * Reads a file, or what an http or https address answers, and parses its downlinks like `parseTransmitters`. Throws a
 * `UserError` where it cannot be read.
 */
export async function readTransmitters(fileOrUrl: string, options?: SourceOptions): Promise<ParsedTransmitters> {
  const { bytes, source } = await readSource(fileOrUrl, options);
  return parseTransmitters(bytes, source, options?.maxBytes);
}
