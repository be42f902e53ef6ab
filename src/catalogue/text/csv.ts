import { UserError } from '../../errors.js';
import type { SourceRecord } from './fields.js';
import { linesOf } from './text.js';

interface CsvOptions {
  /** Turns the name of a column into the keyword of its field. */
  normalize: (column: string) => string;
  mandatory: readonly string[];
  /** Returns text to add to the message about missing columns. */
  hint?: (columns: readonly string[]) => string;
}

const MAX_LINE = 20_000;
/** Field, quoted or plain, and the comma after it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*)),/g;
const WELL_QUOTED = /^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/;

/**
 * Parses a comma-separated file with a header. No value that Sidelobe reads spans lines, so a stray quotation mark
 * spoils only its own line. Throws a `UserError` if the header is missing or malformed, or lacks or repeats a column.
 */
export function readCsv(text: string, source: string, options: CsvOptions): SourceRecord[] {
  const lines = Array.from(linesOf(text), ({ line, text: content }) => ({ line, content }));
  const [header, ...rows] = lines;
  const headerFault = header === undefined ? 'is missing' : fault(header.content);
  if (header === undefined || headerFault !== undefined) throw new UserError(`${source}: the header ${headerFault}`);
  const columns = fieldsOf(header.content).map((column) => options.normalize(column.trim()));
  checkHeader(columns, `${source}: the header (line ${header.line})`, options);

  const position = new Map(columns.map((column, index) => [column, index]));
  return rows.map(({ content, line }) => {
    const lineFault = fault(content);
    const row = lineFault === undefined ? fieldsOf(content) : [];
    return {
      line,
      field: (column) => row[position.get(column) ?? -1],
      fault: lineFault === undefined ? widthFault(row.length, columns.length) : `the line ${lineFault}`,
    };
  });
}

/** Fields of a line without a fault. */
function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return Array.from(`${line},`.matchAll(FIELD), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

function fault(line: string): string | undefined {
  if (line.length > MAX_LINE) return `has ${line.length} characters; allowed: up to ${MAX_LINE}`;
  if (line.includes('"') && !WELL_QUOTED.test(line)) return 'has a quotation mark that opens or closes no field';
  return undefined;
}

function widthFault(fields: number, columns: number): string | undefined {
  return fields === columns ? undefined : `the row has ${fields} fields; allowed: ${columns}, as in the header`;
}

function checkHeader(columns: readonly string[], header: string, { mandatory, hint }: CsvOptions): void {
  const repeated = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (repeated !== undefined) throw new UserError(`${header} names the column ${repeated.slice(0, 60)} more than once`);
  const missing = mandatory.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const noun = missing.length === 1 ? 'column' : 'columns';
    throw new UserError(
      `${header} lacks the ${noun} ${missing.join(', ')}${hint?.(columns) ?? ''}. Needed are ${mandatory.join(', ')}.`,
    );
  }
}
