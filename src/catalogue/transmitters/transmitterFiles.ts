import { UserError } from '../../errors.js';
import { readCsv } from '../text/csv.js';
import {
  catalogueNumberOf,
  type Field,
  isAbsent,
  labelOf,
  readRecords,
  shown,
  type SourceRecord,
  textOf,
} from '../text/fields.js';
import { readJsonRecords } from '../text/json.js';
import { RecordError, type Rejection } from '../text/rejection.js';
import { textOfBytes } from '../text/text.js';
import { doubtOf, type GivenFrequencies } from './plausibility.js';
import { readTelevisionList, type SlotCarrier, slotCarrier } from './televisionList.js';
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
  /** Format of the file. */
  format: 'satnogs' | 'csv' | 'television';
  /** Downlinks in the order of the file; none of a television list. */
  transmitters: Transmitter[];
  /** Carriers of a television list, which `assignCarriers` gives to satellites; none of another file. */
  carriers: SlotCarrier[];
  /** Records that cannot be used, and why. */
  rejections: Rejection[];
  /** Records that were read but are doubtful, such as megahertz given as hertz, with what is more likely. */
  warnings: Rejection[];
  /** Number of records left out, but not rejected, by reason, such as `not alive`, `no downlink` or `repeated`. */
  skipped: Record<string, number>;
  /** Number of records in the file. */
  rowsRead: number;
}

const CSV_COLUMNS = ['norad_cat_id', 'downlink_low_hz', 'downlink_high_hz'] as const;
const ACCEPTED =
  'Accepted are the transmitters of SatNOGS DB as JSON, the list of television receivers as XML (satellites.xml), and CSV ' +
  `with the columns ${CSV_COLUMNS.join(', ')} and optionally bandwidth_hz, baud, mode, eirp_dbw, min_elevation_deg, description, each also gzipped.`;

/**
 * Parses the downlinks of a transmitter file, in Node also gzipped. Throws a `UserError` if the file is no transmitter
 * file or its gzip unpacks to more than `maxBytes` (256 MB by default). `source` names the file in messages.
 */
export function parseTransmitters(bytes: Uint8Array, source: string, maxBytes?: number): ParsedTransmitters {
  const text = textOfBytes(bytes, source, ACCEPTED, maxBytes);
  const start = text.trimStart();
  if (/^[[{]/.test(start)) {
    const records = readJsonRecords(text, source);
    if (!records.some(({ keys }) => keys.includes('downlink_low'))) {
      throw new UserError(`${source}: no record of this JSON has a downlink_low. ${ACCEPTED}`);
    }
    const { accepted: transmitters, ...rest } = collect(records, LABEL, satnogsTransmitter, satnogsSkip);
    return { format: 'satnogs', transmitters, carriers: [], ...rest };
  }
  if (start.startsWith('<')) {
    const { accepted, ...rest } = collect(readTelevisionList(text, source), ['name', 'frequency'], slotCarrier);
    return { format: 'television', transmitters: [], carriers: accepted, ...rest };
  }
  const firstLine = start.split(/\r\n|\n|\r/, 1)[0] ?? '';
  if (!CSV_COLUMNS.some((column) => firstLine.toLowerCase().includes(column))) {
    throw new UserError(`${source}: the file begins with ${shown(firstLine)}. ${ACCEPTED}`);
  }
  const rows = readCsv(text, source, { normalize: (column) => column.toLowerCase(), mandatory: CSV_COLUMNS });
  const { accepted: transmitters, ...rest } = collect(rows, LABEL, csvTransmitter);
  return { format: 'csv', transmitters, carriers: [], ...rest };
}

/** Keywords of the number and the name of a record. */
const LABEL = ['norad_cat_id', 'description'] as const;

function collect<Read extends GivenFrequencies & { externalId: string }>(
  records: readonly SourceRecord[],
  label: readonly [numberKeyword: string, nameKeyword: string],
  read: (field: Field, line: number) => Read,
  skip: (field: Field) => string | undefined = () => undefined,
) {
  const skipped: Record<string, number> = {};
  const count = (reason: string): void => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  const warnings: Rejection[] = [];
  const { accepted, ...rest } = readRecords(records, label, ({ field, line }) => {
    const skipping = skip(field);
    if (skipping !== undefined) {
      count(skipping);
      return undefined;
    }
    const one = read(field, line);
    const reason = doubtOf(one);
    if (reason !== undefined) warnings.push({ ...labelOf(line, field, ...label), reason });
    return one;
  });
  const byId = new Map<string, Read>();
  for (const one of accepted) {
    if (one === undefined) continue;
    if (byId.has(one.externalId)) count('repeated');
    else byId.set(one.externalId, one);
  }
  return { accepted: [...byId.values()], warnings, skipped, ...rest };
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
