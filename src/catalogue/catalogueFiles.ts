import { UserError } from '../errors.js';
import { ACCEPTED_CATALOGUES, detectFormat, type CatalogueFormat } from './elsets/detect.js';
import type { ParsedElsets } from './elsets/omm.js';
import { parseOmmCsv } from './elsets/ommCsv.js';
import { parseOmmJson } from './elsets/ommJson.js';
import { parseOmmXml } from './elsets/ommXml.js';
import { textOfBytes } from './text/text.js';
import { parseTle } from './elsets/tle.js';

/** What a catalogue file holds. */
export interface ParsedCatalogue extends ParsedElsets {
  /** Its name in messages. */
  source: string;
  /** Its format, as detected. */
  format: CatalogueFormat;
}

const PARSERS: Record<CatalogueFormat, (text: string, source: string) => ParsedElsets> = {
  'omm-csv': parseOmmCsv,
  'omm-json': parseOmmJson,
  'omm-xml': parseOmmXml,
  tle: parseTle,
  '3le': parseTle,
};

/**
 * Parses the elsets of a catalogue file, whatever its format; records that cannot be used are among the rejections.
 * Throws a `UserError` where the file as a whole is no catalogue or unpacks to more than `maxBytes`; `source` names it
 * in messages.
 */
export function parseCatalogue(bytes: Uint8Array, source: string, maxBytes?: number): ParsedCatalogue {
  const text = textOfBytes(bytes, source, ACCEPTED_CATALOGUES, maxBytes);
  const format = detectFormat(text, source);
  const parsed = PARSERS[format](text, source);
  if (parsed.rowsRead === 0) throw new UserError(`${source}: the file holds no records. ${ACCEPTED_CATALOGUES}`);
  return { source, format, ...parsed };
}
