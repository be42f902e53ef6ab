import { UserError } from '../../errors.js';
import { readCsv } from '../text/csv.js';
import { catalogueNumberOf, isAbsent, labelOf, shown, textOf, type Field, type SourceRecord } from '../text/fields.js';
import { readJsonRecords } from '../text/json.js';
import { eachRecord, RecordError, type Rejection } from '../text/rejection.js';
import { textOfBytes } from '../text/text.js';
import {
  BAUD,
  downlinkOf,
  EIRP,
  FREQUENCY,
  MIN_ELEVATION,
  MODE_LENGTH,
  optionalNumberOf,
  type Transmitter,
} from './transmitter.js';

/** Contents of a transmitter file. */
export interface ParsedTransmitters {
  /** Source whose format the file has. */
  format: Transmitter['source'];
  /** Downlinks in the order of the file. */
  transmitters: Transmitter[];
  /** Records that cannot be used, and why. */
  rejections: Rejection[];
  /** Number of valid records that describe no working downlink, by reason. */
  skipped: Record<string, number>;
  /** Number of records in the file. */
  rowsRead: number;
}

const CSV_COLUMNS = ['norad_cat_id', 'downlink_low_hz', 'downlink_high_hz'] as const;
const ACCEPTED =
  'Accepted are the transmitters of SatNOGS DB as JSON, and CSV with the columns ' +
  `${CSV_COLUMNS.join(', ')} and optionally bandwidth_hz, baud, mode, eirp_dbw, min_elevation_deg, description, each also gzipped.`;

/**
 * Parses the downlinks of a transmitter file. Throws a `UserError` where the file is no transmitter file or unpacks to
 * more than `maxBytes`; `source` names it in messages.
 */
export function parseTransmitters(bytes: Uint8Array, source: string, maxBytes?: number): ParsedTransmitters {
  const text = textOfBytes(bytes, source, ACCEPTED, maxBytes);
  const start = text.trimStart();
  if (/^[[{]/.test(start)) {
    const records = readJsonRecords(text, source);
    if (!records.some(({ keys }) => keys.includes('downlink_low'))) {
      throw new UserError(`${source}: no record of this JSON has a downlink_low. ${ACCEPTED}`);
    }
    return collect('satnogs', records, satnogsTransmitter, satnogsSkip);
  }
  const firstLine = start.split(/\r\n|\n|\r/, 1)[0] ?? '';
  if (!CSV_COLUMNS.some((column) => firstLine.toLowerCase().includes(column))) {
    throw new UserError(`${source}: the file begins with ${shown(firstLine)}. ${ACCEPTED}`);
  }
  const rows = readCsv(text, source, { normalize: (column) => column.toLowerCase(), mandatory: CSV_COLUMNS });
  return collect('csv', rows, csvTransmitter, () => undefined);
}

function collect(
  format: Transmitter['source'],
  records: readonly SourceRecord[],
  read: (field: Field) => Transmitter,
  skip: (field: Field) => string | undefined,
): ParsedTransmitters {
  const skipped: Record<string, number> = {};
  const count = (reason: string): void => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  const { accepted, rejections } = eachRecord(
    records,
    ({ field, fault }) => {
      if (fault !== undefined) throw new RecordError(fault);
      const reason = skip(field);
      if (reason !== undefined) count(reason);
      return reason === undefined ? read(field) : undefined;
    },
    ({ line, field }) => labelOf(line, field, 'norad_cat_id', 'description'),
  );
  const transmitters = new Map<string, Transmitter>();
  for (const transmitter of accepted) {
    if (transmitter === undefined) continue;
    if (transmitters.has(transmitter.externalId)) count('repeated');
    else transmitters.set(transmitter.externalId, transmitter);
  }
  return { format, transmitters: [...transmitters.values()], rejections, skipped, rowsRead: records.length };
}

function satnogsSkip(field: Field): string | undefined {
  if (field('alive') !== true) return 'not alive';
  if (field('status') !== 'active') return 'not active';
  if (isAbsent(field('downlink_low'))) return 'no downlink';
  if (isAbsent(field('norad_cat_id'))) return 'no catalogue number';
  return undefined;
}

/** Reads one transmitter of SatNOGS DB, as its API writes them (https://db.satnogs.org/api/transmitters/). */
function satnogsTransmitter(field: Field): Transmitter {
  const externalId = textOf(field, 'uuid');
  if (externalId === '') throw new RecordError('uuid is missing; allowed: text');
  return {
    noradNumber: catalogueNumberOf(field, 'norad_cat_id'),
    source: 'satnogs',
    externalId,
    description: textOf(field, 'description'),
    ...downlinkOf(field, 'downlink_low', 'downlink_high'),
    bandwidthHz: null,
    baud: field('baud') === 0 ? null : optionalNumberOf(field, 'baud', BAUD),
    mode: textOf(field, 'mode', MODE_LENGTH),
    eirpDbw: null,
    minElevationDeg: null,
  };
}

function csvTransmitter(field: Field): Transmitter {
  const content = {
    noradNumber: catalogueNumberOf(field, 'norad_cat_id'),
    description: textOf(field, 'description'),
    ...downlinkOf(field, 'downlink_low_hz', 'downlink_high_hz'),
    bandwidthHz: optionalNumberOf(field, 'bandwidth_hz', FREQUENCY),
    baud: optionalNumberOf(field, 'baud', BAUD),
    mode: textOf(field, 'mode', MODE_LENGTH),
    eirpDbw: optionalNumberOf(field, 'eirp_dbw', EIRP),
    minElevationDeg: optionalNumberOf(field, 'min_elevation_deg', MIN_ELEVATION),
  };
  // Only the fields that identify a downlink: a later file may change its other fields.
  const externalId = JSON.stringify([
    content.noradNumber,
    content.downlinkLowHz,
    content.downlinkHighHz,
    content.minElevationDeg,
    content.description,
  ]);
  return { ...content, source: 'csv', externalId };
}
