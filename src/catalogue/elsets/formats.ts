import { UserError } from '../../errors.js';
import { shown } from '../text/fields.js';
import { textOfBytes } from '../text/text.js';
import { OMM_KEYWORDS, parseOmmCsv, parseOmmJson, parseOmmXml, type ParsedElsets } from './omm.js';
import { parseTle } from './tle.js';
import { hasElementLines, isElementLine } from './tleLines.js';

/** Format of a catalogue file; `3le` is TLE with name lines. */
export type CatalogueFormat = 'omm-csv' | 'omm-json' | 'omm-xml' | 'tle' | '3le';

/** Contents of a catalogue file. */
export interface ParsedCatalogue extends ParsedElsets {
  /** Name of the file in messages. */
  source: string;
  /** Detected format of the file. */
  format: CatalogueFormat;
}

/** Text of a file and the parts of it by which its format is detected. */
interface Clues {
  text: string;
  /** First 65,536 characters of the text, without leading blanks. */
  start: string;
  firstLine: string;
}

interface Format {
  name: CatalogueFormat;
  isMeant: (clues: Clues) => boolean;
  parse: (text: string, source: string) => ParsedElsets;
}

/** All formats, in the order in which they are tried. */
const FORMATS: readonly Format[] = [
  { name: 'omm-json', isMeant: ({ start }) => /^[[{]/.test(start), parse: parseOmmJson },
  { name: 'omm-xml', isMeant: ({ start }) => start.startsWith('<'), parse: parseOmmXml },
  { name: 'omm-csv', isMeant: ({ firstLine }) => isOmmHeader(firstLine), parse: parseOmmCsv },
  { name: 'tle', isMeant: ({ firstLine }) => isElementLine(firstLine), parse: parseTle },
  { name: '3le', isMeant: ({ text }) => hasElementLines(text), parse: parseTle },
];
const ACCEPTED = 'Accepted are OMM as JSON, CSV or XML, TLE and 3LE, each also gzipped.';

/** Texts that CelesTrak sends, with status 200 or 403, instead of elements. */
const ANSWERS = /No GP data found|Invalid query|GP data has not updated|No SATCAT records found/i;

/**
 * Parses the elsets of a catalogue file in any `CatalogueFormat`, in Node also gzipped; records that cannot be used are
 * among the rejections. Throws a `UserError` if the file as a whole is no catalogue or its gzip unpacks to more than
 * `maxBytes` (256 MB by default). `source` names the file in messages.
 */
export function parseCatalogue(bytes: Uint8Array, source: string, maxBytes?: number): ParsedCatalogue {
  const text = textOfBytes(bytes, source, ACCEPTED, maxBytes);
  const start = text.slice(0, 65_536).trimStart();
  const firstLine = start.split(/\r\n|\n|\r/, 1)[0] ?? '';
  const format = FORMATS.find(({ isMeant }) => isMeant({ text, start, firstLine }));
  if (format === undefined) throw new UserError(`${source}: ${otherText(start, firstLine)}. ${ACCEPTED}`);
  const parsed = format.parse(text, source);
  if (parsed.rowsRead === 0) throw new UserError(`${source}: the file holds no records. ${ACCEPTED}`);
  return { source, format: format.name, ...parsed };
}

function isOmmHeader(line: string): boolean {
  const columns = line.split(',').map((column) => column.replaceAll('"', '').trim().toUpperCase());
  return columns.length > 1 && columns.some((column) => OMM_KEYWORDS.has(column));
}

function otherText(start: string, firstLine: string): string {
  if (/^CCSDS_OMM_VERS\s*=/.test(start)) return 'the file is an OMM in keyword notation (KVN)';
  if (ANSWERS.test(start.slice(0, 1000))) return `the file holds no elements but an answer: ${shown(firstLine)}`;
  return `the file begins with ${shown(firstLine)}, which is neither an OMM nor a TLE`;
}
