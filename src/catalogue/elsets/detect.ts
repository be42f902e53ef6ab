import { UserError } from '../../errors.js';
import { shown } from '../text/fields.js';
import { OMM_MANDATORY } from './omm.js';
import { hasElementLines, isElementLine } from './tleLines.js';

/** Format of a catalogue file. */
export type CatalogueFormat = 'omm-csv' | 'omm-json' | 'omm-xml' | 'tle' | '3le';

export const ACCEPTED_CATALOGUES = 'Accepted are OMM as JSON, CSV or XML, TLE and 3LE, each also gzipped.';

const HEADER_KEYWORDS: ReadonlySet<string> = new Set([...OMM_MANDATORY, 'OBJECT_NAME', 'OBJECT_ID']);
/** Texts that CelesTrak answers, with status 200 or 403, instead of elements. */
const ANSWERS = /No GP data found|Invalid query|GP data has not updated|No SATCAT records found/i;

/**
 * Detects the format of a catalogue by its content. Throws a `UserError` that says what was found and what is accepted.
 */
export function detectFormat(text: string, source: string): CatalogueFormat {
  const start = text.slice(0, 65_536).trimStart();
  if (/^[[{]/.test(start)) return 'omm-json';
  if (start.startsWith('<')) return 'omm-xml';
  const firstLine = start.split(/\r\n|\n|\r/, 1)[0] ?? '';
  const columns = firstLine.split(',').map((column) => column.replaceAll('"', '').trim().toUpperCase());
  if (columns.length > 1 && columns.some((column) => HEADER_KEYWORDS.has(column))) return 'omm-csv';
  if (isElementLine(firstLine)) return 'tle';
  if (hasElementLines(text)) return '3le';
  throw new UserError(`${source}: ${otherText(start, firstLine)}. ${ACCEPTED_CATALOGUES}`);
}

function otherText(start: string, firstLine: string): string {
  if (/^CCSDS_OMM_VERS\s*=/.test(start)) return 'the file is an OMM in keyword notation (KVN)';
  if (ANSWERS.test(start.slice(0, 1000))) return `the file holds no elements but an answer: ${shown(firstLine)}`;
  return `the file begins with ${shown(firstLine)}, which is neither an OMM nor a TLE`;
}
