import type { Elset } from './elset.js';
import { tleEpochUs } from './epoch.js';
import { shown } from '../text/fields.js';
import { elsetFromKeywords, type ParsedElsets } from './omm.js';
import { eachRecord, RecordError } from '../text/rejection.js';
import type { TextLine } from '../text/text.js';
import { groupTle, type TleRecord } from './tleLines.js';

/**
 * Parses two-line element sets, with or without name lines. Columns, checksum and implied decimal points follow
 * CelesTrak's "NORAD Two-Line Element Set Format" and Hoots and Roehrich, Spacetrack Report No. 3 (1980).
 */
export function parseTle(text: string): ParsedElsets {
  const records = groupTle(text);
  const { accepted, rejections } = eachRecord(records, elsetFromTle, labelOfTle);
  return { elsets: accepted, rejections, rowsRead: records.length };
}

const LINE_LENGTH = 69;
const BLANK_COLUMNS = { 1: [2, 9, 18, 33, 44, 53, 62, 64], 2: [2, 8, 17, 26, 34, 43, 52] } as const;
const DESIGNATOR = /^(\d{2})(\d{3}[A-Z]{1,3})$/;
/**
 * Letters that Alpha-5 numbers begin with, without I and O. They stand for 10 to 33: A is 10, H 17, J 18, N 22, P 23, Z
 * 33.
 */
const ALPHA_5 = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

function elsetFromTle({ name, one, two, fault }: TleRecord): Elset {
  if (fault !== undefined || !one || !two) throw new RecordError(fault ?? 'the set lacks a line');
  checkLine(one, 1);
  checkLine(two, 2);
  const noradNumber = catalogueNumber(one, 1);
  const second = catalogueNumber(two, 2);
  if (noradNumber !== second) {
    throw new RecordError(`line 1 is of catalogue number ${noradNumber}, line 2 of ${second}`, two.line);
  }
  const values: Readonly<Record<string, string | number>> = {
    OBJECT_NAME: name?.text ?? '',
    NORAD_CAT_ID: noradNumber,
    CLASSIFICATION_TYPE: columns(one, 8, 8),
    OBJECT_ID: objectId(columns(one, 10, 17).trim()),
    MEAN_MOTION_DOT: columns(one, 34, 43),
    MEAN_MOTION_DDOT: impliedDecimal(one, 45, 52, 'second derivative of the mean motion'),
    BSTAR: impliedDecimal(one, 54, 61, 'BSTAR'),
    EPHEMERIS_TYPE: columns(one, 63, 63),
    ELEMENT_SET_NO: columns(one, 65, 68),
    INCLINATION: columns(two, 9, 16),
    RA_OF_ASC_NODE: columns(two, 18, 25),
    ECCENTRICITY: eccentricity(two),
    ARG_OF_PERICENTER: columns(two, 35, 42),
    MEAN_ANOMALY: columns(two, 44, 51),
    MEAN_MOTION: columns(two, 53, 63),
    REV_AT_EPOCH: columns(two, 64, 68),
  };
  return elsetFromKeywords(
    (keyword) => values[keyword],
    () => tleEpochUs(columns(one, 19, 32)),
  );
}

/** Text of the columns `from` to `to` of a line, both included, counted from 1 as the format does. */
const columns = (line: TextLine, from: number, to: number): string => line.text.slice(from - 1, to);

function checkLine(line: TextLine, number: 1 | 2): void {
  if (line.text.length !== LINE_LENGTH) {
    throw new RecordError(
      `line ${number} of the set has ${line.text.length} characters; allowed: ${LINE_LENGTH}`,
      line.line,
    );
  }
  const expected = checksum(line.text);
  if (columns(line, LINE_LENGTH, LINE_LENGTH) !== String(expected)) {
    const found = shown(columns(line, LINE_LENGTH, LINE_LENGTH));
    throw new RecordError(
      `the checksum of line ${number} of the set (column 69) is ${found}; computed: ${expected}`,
      line.line,
    );
  }
  for (const column of BLANK_COLUMNS[number]) {
    if (columns(line, column, column) !== ' ') {
      const found = shown(columns(line, column, column));
      throw new RecordError(`column ${column} of line ${number} of the set is ${found}; allowed: a blank`, line.line);
    }
  }
}

/** Checksum of a line: the sum of its digits, and 1 for each minus sign, modulo 10. */
function checksum(text: string): number {
  let sum = 0;
  for (const character of text.slice(0, LINE_LENGTH - 1)) {
    if (character === '-') sum += 1;
    else if (character >= '0' && character <= '9') sum += Number(character);
  }
  return sum % 10;
}

function catalogueNumber(line: TextLine, number: 1 | 2): number {
  const text = columns(line, 3, 7);
  const value = decodeAlpha5(text);
  if (value === undefined || value === 0) {
    throw new RecordError(
      `the catalogue number in line ${number} of the set (columns 3-7) is ${shown(text)}; ` +
        'allowed: 00001 to 99999, or Alpha-5 from A0000 to Z9999 without the letters I and O',
      line.line,
    );
  }
  return value;
}

function decodeAlpha5(text: string): number | undefined {
  if (/^ {0,4}\d+$/.test(text)) return Number(text);
  const letter = ALPHA_5.indexOf(text.charAt(0));
  return letter >= 0 && /^[A-Z]\d{4}$/.test(text) ? (letter + 10) * 10_000 + Number(text.slice(1)) : undefined;
}

function objectId(designator: string): string {
  const match = DESIGNATOR.exec(designator);
  if (!match) return designator;
  return `${Number(match[1]) < 57 ? 20 : 19}${match[1]}-${match[2]}`;
}

/** Parses a sign, five decimals behind an implied point, and an exponent with its sign: ` 27777-3` is 0.27777e-3. */
function impliedDecimal(line: TextLine, from: number, to: number, what: string): string {
  const text = columns(line, from, to);
  if (!/^[ +-]\d{5}[ +-]\d$/.test(text)) {
    throw new RecordError(
      `${what} (columns ${from}-${to}) is ${shown(text)}; allowed: sign, five digits, sign, exponent`,
      line.line,
    );
  }
  return `${text.charAt(0)}.${text.slice(1, 6)}e${text.slice(6).trim()}`.trim();
}

function eccentricity(line: TextLine): string {
  const text = columns(line, 27, 33);
  if (!/^[ \d]{0,6}\d$/.test(text)) {
    throw new RecordError(`ECCENTRICITY (columns 27-33) is ${shown(text)}; allowed: seven digits`, line.line);
  }
  return `.${text.replaceAll(' ', '0')}`;
}

function labelOfTle({ name, one, two }: TleRecord): { line: number; record: string } {
  const first = one ?? two;
  const text = first ? columns(first, 3, 7).trim() : '';
  const record = [decodeAlpha5(text) ?? text, name?.text.slice(0, 60)].filter(Boolean).join(' ');
  return { line: (first ?? name)?.line ?? 1, record: record || 'without number and name' };
}
