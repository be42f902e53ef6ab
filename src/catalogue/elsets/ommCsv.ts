import { readCsv } from '../text/csv.js';
import { elsetsOfOmm, OMM_MANDATORY, type ParsedElsets } from './omm.js';

/**
 * Parses OMM as CSV, as CelesTrak and Space-Track write it. Throws a `UserError` on a header that lacks or repeats a
 * column.
 */
export function parseOmmCsv(text: string, source: string): ParsedElsets {
  const rows = readCsv(text, source, {
    normalize: (column) => column.toUpperCase(),
    mandatory: OMM_MANDATORY,
    hint: (columns) =>
      columns.includes('SEMI_MAJOR_AXIS') && !columns.includes('MEAN_MOTION')
        ? ' (SEMI_MAJOR_AXIS does not replace MEAN_MOTION)'
        : '',
  });
  return elsetsOfOmm(rows);
}
