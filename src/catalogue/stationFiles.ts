import type { HorizonMask } from '../core/horizonMask.js';
import { UserError } from '../errors.js';
import {
  DISH_DIAMETER_RANGE_M,
  MIN_ELEVATION_RANGE_DEG,
  STATION_DESCRIPTION_LENGTH,
  STATION_ELEVATION_RANGE_M,
  STATION_NAME_LENGTH,
} from '../spec.js';
import { maskOf } from './maskField.js';
import { readCsv } from './text/csv.js';
import { RecordError, type Rejection } from './text/rejection.js';
import {
  type Field,
  isAbsent,
  numberOf,
  type Range,
  readRecords,
  shown,
  type SourceRecord,
  textOf,
} from './text/fields.js';
import { isObject, parseJson } from './text/json.js';
import { textOfBytes } from './text/text.js';

/** Ground station of a file; fields that the file leaves out are undefined, except the elevation: 0. */
interface StationRecord {
  /** Number, from 1, of the station's line in a CSV file, or of its feature in a GeoJSON file. */
  line: number;
  name: string;
  latitudeDeg: number;
  longitudeDeg: number;
  elevationMeters?: number;
  description?: string;
  active?: boolean;
  minElevationDeg?: number;
  dishDiameterM?: number;
  horizonMask?: HorizonMask;
}

interface ParsedStations {
  format: 'csv' | 'geojson';
  stations: StationRecord[];
  rejections: Rejection[];
  rowsRead: number;
}

const CSV_COLUMNS = ['name', 'latitude', 'longitude'] as const;
const ACCEPTED =
  `Accepted are CSV with the columns ${CSV_COLUMNS.join(', ')} and optionally elevation_meters, description, active, ` +
  'min_elevation_deg, dish_diameter_m, horizon_mask, and a GeoJSON FeatureCollection of Points with the property name, ' +
  'each also gzipped.';

/**
 * Parses the stations of a file. Throws a `UserError` if the file is no list of stations; `source` names the file in
 * messages.
 */
export function parseStations(bytes: Uint8Array, source: string): ParsedStations {
  const text = textOfBytes(bytes, source, ACCEPTED);
  const isJson = /^\s*[[{]/.test(text);
  const records = isJson
    ? featuresOf(text, source)
    : readCsv(text, source, { normalize: (column) => column.toLowerCase(), mandatory: CSV_COLUMNS });
  const { accepted, ...rest } = readRecords(records, ['id', 'name'], ({ line, field }) => ({
    line,
    ...stationOf(field),
  }));
  return { format: isJson ? 'geojson' : 'csv', stations: accepted, ...rest };
}

/**
 * Turns GeoJSON points into records: their properties, and fields from their coordinates (RFC 7946: longitude comes
 * first).
 */
function featuresOf(text: string, source: string): SourceRecord[] {
  const parsed = parseJson(text, source);
  const features = isObject(parsed) && parsed['type'] === 'FeatureCollection' ? parsed['features'] : undefined;
  if (!Array.isArray(features)) throw new UserError(`${source}: this JSON is no FeatureCollection. ${ACCEPTED}`);
  return features.map((feature: unknown, index) => {
    const { properties, geometry } = isObject(feature) ? feature : {};
    const { type, coordinates } = isObject(geometry) ? geometry : {};
    const isPoint = type === 'Point' && Array.isArray(coordinates);
    const [longitude, latitude, height] = (isPoint ? coordinates : []) as unknown[];
    const own = isObject(properties) ? properties : {};
    const values: Record<string, unknown> = { elevation_meters: height, ...own, latitude, longitude };
    const found = typeof type === 'string' ? shown(type) : 'missing';
    return {
      line: index + 1,
      field: (keyword) => (Object.hasOwn(values, keyword) ? values[keyword] : undefined),
      fault: isPoint ? undefined : `the geometry is ${found}; allowed: a Point`,
    };
  });
}

function within(low: number, high: number): Range {
  return { text: `${low} to ${high}`, holds: (value) => value >= low && value <= high };
}

const HEIGHT_M = within(STATION_ELEVATION_RANGE_M.low, STATION_ELEVATION_RANGE_M.high);
const DISH_M = within(DISH_DIAMETER_RANGE_M.low, DISH_DIAMETER_RANGE_M.high);
const { low, below } = MIN_ELEVATION_RANGE_DEG;
const MIN_ELEVATION_DEG: Range = {
  text: `${low} to below ${below}`,
  holds: (value) => value >= low && value < below,
};

function stationOf(field: Field): Omit<StationRecord, 'line'> {
  const name = textOf(field, 'name', STATION_NAME_LENGTH);
  if (name === '') throw new RecordError(`name is missing; allowed: 1 to ${STATION_NAME_LENGTH} characters`);
  const description = textOf(field, 'description', STATION_DESCRIPTION_LENGTH);
  const active = activeOf(field);
  const minElevationDeg = ifAny(field, 'min_elevation_deg', MIN_ELEVATION_DEG);
  const dishDiameterM = ifAny(field, 'dish_diameter_m', DISH_M);
  const horizonMask = maskOf(field);
  return {
    name,
    latitudeDeg: numberOf(field, 'latitude', within(-90, 90)),
    longitudeDeg: numberOf(field, 'longitude', within(-180, 180)),
    elevationMeters: numberOf(field, 'elevation_meters', HEIGHT_M, 0),
    ...(description !== '' && { description }),
    ...(active !== undefined && { active }),
    ...(minElevationDeg !== undefined && { minElevationDeg }),
    ...(dishDiameterM !== undefined && { dishDiameterM }),
    ...(horizonMask !== undefined && { horizonMask }),
  };
}

function ifAny(field: Field, keyword: string, range: Range): number | undefined {
  return isAbsent(field(keyword)) ? undefined : numberOf(field, keyword, range);
}

function activeOf(field: Field): boolean | undefined {
  const value = field('active');
  if (isAbsent(value)) return undefined;
  const text = String(value).trim().toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new RecordError(`active is ${shown(value)}; allowed: true, false`);
}
