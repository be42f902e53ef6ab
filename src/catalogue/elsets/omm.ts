import { meanPerigeeKm } from '../describe.js';
import type { Elset } from './elset.js';
import { ommEpochUs } from './epoch.js';
import {
  catalogueNumberOf,
  type Field,
  isAbsent,
  numberOf,
  type Range,
  readRecords,
  shown,
  type SourceRecord,
  textOf,
} from '../text/fields.js';
import { RecordError, type Rejection } from '../text/rejection.js';
import { readCsv } from '../text/csv.js';
import { UserError } from '../../errors.js';
import { readJsonRecords } from '../text/json.js';
import { children, type Node, parseXml, rootName } from '../text/xml.js';

/** Keywords without which an OMM holds no SGP4 elements (CCSDS 502.0-B-3, table 4-3). */
const MANDATORY = [
  'NORAD_CAT_ID',
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
  'BSTAR',
] as const;

/** Keywords of which the header of a CSV file of OMMs has at least one. */
export const OMM_KEYWORDS: ReadonlySet<string> = new Set([...MANDATORY, 'OBJECT_NAME', 'OBJECT_ID']);

const MEAN_MOTION: Range = { text: '0.05 to 20 rev/day', holds: (value) => value >= 0.05 && value <= 20 };
const ECCENTRICITY: Range = { text: 'from 0 to below 1', holds: (value) => value >= 0 && value < 1 };
const INCLINATION: Range = { text: '0 to 180 degrees', holds: (value) => value >= 0 && value <= 180 };
const ANGLE: Range = { text: '-360 to 360 degrees', holds: (value) => value >= -360 && value <= 360 };
const FINITE: Range = { text: 'a finite number', holds: () => true };
const MAX_COUNT = 2 ** 31 - 1;
const COUNT: Range = {
  text: `a whole number, 0 to ${MAX_COUNT}`,
  holds: (value) => Number.isInteger(value) && value >= 0 && value <= MAX_COUNT,
};
const EPHEMERIS_TYPE: Range = {
  text: '0, 1 or 2, which SGP4 propagates (4 is SGP4-XP)',
  holds: (value) => value === 0 || value === 1 || value === 2,
};

const THEORY = /^(?:SGP|SGP4|SDP4)(?:\/(?:SGP|SGP4|SDP4))*$/i;

/**
 * Allowed values of metadata, if given. The first four make sure that the elements are SGP4 mean elements of an earth
 * satellite; the last one checks only the form of the security classification.
 */
const CONVENTIONS = [
  { keyword: 'CENTER_NAME', holds: /^EARTH$/i, allowed: 'EARTH' },
  { keyword: 'REF_FRAME', holds: /^TEME$/i, allowed: 'TEME' },
  { keyword: 'TIME_SYSTEM', holds: /^UTC$/i, allowed: 'UTC' },
  { keyword: 'MEAN_ELEMENT_THEORY', holds: THEORY, allowed: 'SGP4 and its family SGP, SDP4, SGP/SGP4' },
  { keyword: 'CLASSIFICATION_TYPE', holds: /^[A-Z]$/, allowed: 'one capital letter' },
] as const;

/** Element sets of a catalogue file, and the records that cannot be used. */
export interface ParsedElsets {
  /** Element sets in the order of the file, any number of each satellite. */
  elsets: Elset[];
  /** Records that cannot be used, and why. */
  rejections: Rejection[];
  /** Number of all records, with the rejected ones. */
  rowsRead: number;
}

/** Reads the elsets of OMM records, in any encoding. */
function elsetsOfOmm(records: readonly SourceRecord[]): ParsedElsets {
  const { accepted, ...rest } = readRecords(records, ['NORAD_CAT_ID', 'OBJECT_NAME'], ({ field }) =>
    elsetFromKeywords(field, () => ommEpochUs(field('EPOCH'))),
  );
  return { elsets: accepted, ...rest };
}

/**
 * Makes an elset from values under OMM keywords and an epoch in microseconds of UTC since 1970. Throws a `RecordError`
 * that names the keyword, its value and the allowed range.
 */
export function elsetFromKeywords(field: Field, readEpochUs: () => number): Elset {
  const noradNumber = catalogueNumberOf(field, 'NORAD_CAT_ID');
  for (const { keyword, holds, allowed } of CONVENTIONS) {
    const text = textOf(field, keyword);
    if (text !== '' && !holds.test(text)) {
      throw new RecordError(`${keyword} is ${shown(text)}; allowed: ${allowed}`);
    }
  }
  if (isAbsent(field('MEAN_MOTION')) && !isAbsent(field('SEMI_MAJOR_AXIS'))) {
    throw new RecordError(
      'MEAN_MOTION is missing, and SEMI_MAJOR_AXIS does not replace it: SGP4 elements are defined by their mean motion; ' +
        `allowed: ${MEAN_MOTION.text}`,
    );
  }
  const meanMotionRevPerDay = numberOf(field, 'MEAN_MOTION', MEAN_MOTION);
  const eccentricity = numberOf(field, 'ECCENTRICITY', ECCENTRICITY);
  const perigeeKm = meanPerigeeKm({ meanMotionRevPerDay, eccentricity });
  if (perigeeKm < 0) {
    throw new RecordError(
      `MEAN_MOTION ${meanMotionRevPerDay} and ECCENTRICITY ${eccentricity} put the perigee at a height of ` +
        `${Math.floor(perigeeKm)} km; allowed: 0 km or higher`,
    );
  }
  return {
    noradNumber,
    name: textOf(field, 'OBJECT_NAME'),
    objectId: textOf(field, 'OBJECT_ID'),
    epochUs: readEpochUs(),
    meanMotionRevPerDay,
    eccentricity,
    inclinationDeg: numberOf(field, 'INCLINATION', INCLINATION),
    raanDeg: numberOf(field, 'RA_OF_ASC_NODE', ANGLE),
    argPerigeeDeg: numberOf(field, 'ARG_OF_PERICENTER', ANGLE),
    meanAnomalyDeg: numberOf(field, 'MEAN_ANOMALY', ANGLE),
    bstar: numberOf(field, 'BSTAR', FINITE),
    elementSetNo: numberOf(field, 'ELEMENT_SET_NO', COUNT, 0),
    revAtEpoch: numberOf(field, 'REV_AT_EPOCH', COUNT, 0),
    classification: textOf(field, 'CLASSIFICATION_TYPE') || 'U',
    ephemerisType: numberOf(field, 'EPHEMERIS_TYPE', EPHEMERIS_TYPE, 0),
    meanMotionDot: numberOf(field, 'MEAN_MOTION_DOT', FINITE, 0),
    meanMotionDdot: numberOf(field, 'MEAN_MOTION_DDOT', FINITE, 0),
  };
}

/**
 * Parses OMM as CSV, as CelesTrak and Space-Track write it. Throws a `UserError` on a header that lacks or repeats a
 * column.
 */
export function parseOmmCsv(text: string, source: string): ParsedElsets {
  const rows = readCsv(text, source, {
    normalize: (column) => column.toUpperCase(),
    mandatory: MANDATORY,
    hint: (columns) =>
      columns.includes('SEMI_MAJOR_AXIS') && !columns.includes('MEAN_MOTION')
        ? ' (SEMI_MAJOR_AXIS does not replace MEAN_MOTION)'
        : '',
  });
  return elsetsOfOmm(rows);
}

/**
 * Parses OMM as JSON: an array of records or one, values as numbers or as text. Throws a `UserError` for anything else.
 */
export function parseOmmJson(text: string, source: string): ParsedElsets {
  const records = readJsonRecords(text, source);
  const keywords: ReadonlySet<string> = new Set(MANDATORY);
  if (records.length > 0 && !records.some(({ keys }) => keys.some((key) => keywords.has(key)))) {
    const keys = records[0]?.keys.slice(0, 6) ?? [];
    const found = keys.length > 0 ? `begins with an object of ${shown(keys.join(', '))}` : 'begins with no object';
    throw new UserError(
      `${source}: this JSON ${found}, and none of its records has a keyword of an OMM. ` +
        `Needed are ${MANDATORY.join(', ')}.`,
    );
  }
  return elsetsOfOmm(records);
}

/** Parses OMM as XML (CCSDS 505.0-B): an `ndm` of many `omm`, or one `omm`. Throws a `UserError` for anything else. */
export function parseOmmXml(text: string, source: string): ParsedElsets {
  const root = parseXml(text, source, { removeNSPrefix: true });
  const messages = [root, ...children(root, 'ndm')].flatMap((element) => children(element, 'omm'));
  const segments = messages.flatMap((message) => {
    const found = children(message, 'body').flatMap((body) => children(body, 'segment'));
    return found.length > 0 ? found : [message];
  });
  if (segments.length === 0) {
    throw new UserError(
      `${source}: this XML holds no OMM: expected <ndm><omm><body><segment>, found <${rootName(root)}>`,
    );
  }
  return elsetsOfOmm(segments.map((segment, index) => ({ line: index + 1, field: segmentField(segment) })));
}

function segmentField(segment: Node): Field {
  const data = children(segment, 'data');
  const groups = [
    ...children(segment, 'metadata'),
    ...data.flatMap((element) => children(element, 'meanElements')),
    ...data.flatMap((element) => children(element, 'tleParameters')),
  ];
  return (keyword) => {
    const values = groups.map((group) => children(group, keyword)).find((found) => found.length > 0) ?? [];
    return values.length > 1 ? values : values[0];
  };
}
