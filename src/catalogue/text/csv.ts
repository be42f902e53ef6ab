import { parse } from 'csv-parse/sync';
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
const WELL_QUOTED = /^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/;

/**
 * Parses a comma-separated file with a header. No value that Sidelobe reads spans lines, so a stray quotation mark
 * spoils only its own line. Throws a `UserError` where the header lacks or repeats a column.
 */
export function readCsv(text: string, source: string, options: CsvOptions): SourceRecord[] {
  const lines = Array.from(linesOf(text), ({ line, text: content }) => ({ line, content }));
  const readable = lines.filter(({ content }) => fault(content) === undefined);
  const values = parse(readable.map(({ content }) => content).join('\n'), {
    recordDelimiter: '\n',
    relaxColumnCount: true,
  });

  const header = lines[0];
  if (header === undefined || header !== readable[0]) {
    throw new UserError(`${source}: the header ${header ? fault(header.content) : 'is missing'}`);
  }
  const columns = (values[0] ?? []).map((column) => options.normalize(column.trim()));
  checkHeader(columns, `${source}: the header (line ${header.line})`, options);

  const position = new Map(columns.map((column, index) => [column, index]));
  const byLine = new Map(readable.map(({ line }, index) => [line, values[index] ?? []]));
  return lines.slice(1).map(({ content, line }) => {
    const row = byLine.get(line);
    return {
      line,
      field: (column) => row?.[position.get(column) ?? -1],
      fault: row === undefined ? `the line ${fault(content)}` : widthFault(row.length, columns.length),
    };
  });
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
