import { eachRecord, RecordError, type RecordLabel } from './rejection.js';

/**
 * Looks up a record's value under a keyword: text, or in JSON and XML anything; undefined, null or blank text if none.
 */
export type Field = (keyword: string) => unknown;

/** Record of a file. */
export interface SourceRecord {
  /** Number, from 1, of the line in a CSV file, or of the record in a JSON or XML file. */
  line: number;
  field: Field;
  /** Reason why the record as a whole cannot be read. */
  fault?: string | undefined;
}

export interface Range {
  /** Allowed range as messages give it, after "allowed: ". */
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const MAX_TEXT = 256;
// Control characters are replaced: terminals would act on them, and Postgres stores no NUL.
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Formats a value for a message: in one line, and short. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  if (typeof value !== 'string') return String(value);
  const short = value.length > 60 ? `${value.slice(0, 57)}...` : value;
  return `"${short.replace(CONTROL_CHARACTERS, ' ')}"`;
}

/** Reads text or a number as trimmed text, control characters as blanks; empty if absent. RecordError for all else. */
export function textOf(field: Field, keyword: string, maxLength = MAX_TEXT): string {
  const value = field(keyword);
  if (isAbsent(value)) return '';
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new RecordError(`${keyword} is ${shown(value)}; allowed: text`);
  }
  const text = String(value).replace(CONTROL_CHARACTERS, ' ').trim();
  const { length } = Array.from(text);
  if (length > maxLength) {
    throw new RecordError(`${keyword} has ${length} characters; allowed: up to ${maxLength}`);
  }
  return text;
}

/**
 * Reads a field as a number in its range, from a number or decimal text; `fallback` if the field is absent. Throws a
 * `RecordError` if the field is absent and has no fallback, or is no number in the range.
 */
export function numberOf(field: Field, keyword: string, range: Range, fallback?: number): number {
  const value = field(keyword);
  if (isAbsent(value)) {
    if (fallback !== undefined) return fallback;
    throw new RecordError(`${keyword} is missing; allowed: ${range.text}`);
  }
  const number = typeof value === 'number' ? value : decimal(value);
  if (!Number.isFinite(number) || !range.holds(number)) {
    throw new RecordError(`${keyword} is ${shown(value)}; allowed: ${range.text}`);
  }
  // Adding zero turns -0, which "-.00000000" is read as, into 0.
  return number + 0;
}

/** Number that a decimal text stands for; NaN for anything else. */
export function decimal(value: unknown): number {
  if (typeof value !== 'string') return NaN;
  const text = value.trim();
  return DECIMAL.test(text) ? Number(text) : NaN;
}

/**
 * Reads a catalogue number: 1 to 9 digits (CCSDS 502.0-B-3 sets no bound; Space-Track announces up to nine), never 0.
 * Throws a `RecordError` for anything else.
 */
export function catalogueNumberOf(field: Field, keyword: string): number {
  const value = field(keyword);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number === 0) {
    const found = isAbsent(value) ? 'missing' : shown(value);
    throw new RecordError(`${keyword} is ${found}; allowed: 1 to 999999999`);
  }
  return number;
}

/** Label of a record: its line, and its number and name as far as they can be read. */
export function labelOf(line: number, field: Field, numberKeyword: string, nameKeyword: string): RecordLabel {
  const said = [field(numberKeyword), field(nameKeyword)]
    .filter((value) => (typeof value === 'string' || typeof value === 'number') && !isAbsent(value))
    .map((value) => String(value).replace(CONTROL_CHARACTERS, ' ').trim().slice(0, 60));
  return { line, record: said.length > 0 ? said.join(' ') : 'without number and name' };
}

/** Reads every record of a file: see `eachRecord`. One with a fault is rejected unread. */
export function readRecords<Output>(
  records: readonly SourceRecord[],
  [numberKeyword, nameKeyword]: readonly [string, string],
  read: (record: SourceRecord) => Output,
) {
  const { accepted, rejections } = eachRecord(
    records,
    (record) => {
      if (record.fault !== undefined) throw new RecordError(record.fault);
      return read(record);
    },
    ({ line, field }) => labelOf(line, field, numberKeyword, nameKeyword),
  );
  return { accepted, rejections, rowsRead: records.length };
}
