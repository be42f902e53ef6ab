import type { Elset } from '../../src/catalogue/index.js';
import { generateSlot } from '../../src/catalogue/reference/slots.js';

export type Keywords = Readonly<Record<string, string>>;

/** One satellite in three forms: as OMM keywords, as two lines, and as the parsed elset. */
export const ISS: Keywords = {
  OBJECT_NAME: 'ISS (ZARYA)',
  OBJECT_ID: '1998-067A',
  EPOCH: '2024-05-09T08:48:19.938816',
  MEAN_MOTION: '15.51043222',
  ECCENTRICITY: '.0003466',
  INCLINATION: '51.6381',
  RA_OF_ASC_NODE: '147.8590',
  ARG_OF_PERICENTER: '150.4670',
  MEAN_ANOMALY: '338.5502',
  EPHEMERIS_TYPE: '0',
  CLASSIFICATION_TYPE: 'U',
  NORAD_CAT_ID: '25544',
  ELEMENT_SET_NO: '999',
  REV_AT_EPOCH: '45252',
  BSTAR: '.27777E-3',
  MEAN_MOTION_DOT: '.16024E-3',
  MEAN_MOTION_DDOT: '0',
};

export const ISS_TLE = [
  '1 25544U 98067A   24130.36689744  .00016024  00000+0  27777-3 0  9992',
  '2 25544  51.6381 147.8590 0003466 150.4670 338.5502 15.51043222452521',
] as const;

export const ISS_ELSET: Elset = {
  noradNumber: 25544,
  name: 'ISS (ZARYA)',
  objectId: '1998-067A',
  epochUs: Date.UTC(2024, 4, 9, 8, 48, 19) * 1000 + 938_816,
  meanMotionRevPerDay: 15.51043222,
  eccentricity: 0.0003466,
  inclinationDeg: 51.6381,
  raanDeg: 147.859,
  argPerigeeDeg: 150.467,
  meanAnomalyDeg: 338.5502,
  bstar: 0.00027777,
  elementSetNo: 999,
  revAtEpoch: 45252,
  classification: 'U',
  ephemerisType: 0,
  meanMotionDot: 0.00016024,
  meanMotionDdot: 0,
};

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export function csv(...records: Keywords[]): string {
  const columns = Object.keys(records[0] ?? {});
  const quoted = (value: string): string => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const rows = records.map((record) => columns.map((column) => quoted(record[column] ?? '')));
  return [columns, ...rows].map((row) => `${row.join(',')}\n`).join('');
}

export const json = (...records: Keywords[]): string => JSON.stringify(records);

const METADATA = new Set([
  'OBJECT_NAME',
  'OBJECT_ID',
  'CENTER_NAME',
  'REF_FRAME',
  'TIME_SYSTEM',
  'MEAN_ELEMENT_THEORY',
]);
const MEAN_ELEMENTS = new Set(
  'EPOCH MEAN_MOTION ECCENTRICITY INCLINATION RA_OF_ASC_NODE ARG_OF_PERICENTER MEAN_ANOMALY'.split(' '),
);

export function xml(...records: Keywords[]): string {
  const tags = (record: Keywords, wanted: (keyword: string) => boolean): string =>
    Object.entries(record)
      .filter(([keyword]) => wanted(keyword))
      .map(([keyword, value]) => `<${keyword}>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${keyword}>`)
      .join('');
  const messages = records.map(
    (record) =>
      '<omm id="CCSDS_OMM_VERS" version="2.0"><header><CREATION_DATE/></header><body><segment>' +
      `<metadata>${tags(record, (keyword) => METADATA.has(keyword))}</metadata>` +
      `<data><meanElements>${tags(record, (keyword) => MEAN_ELEMENTS.has(keyword))}</meanElements>` +
      `<tleParameters>${tags(record, (keyword) => !METADATA.has(keyword) && !MEAN_ELEMENTS.has(keyword))}` +
      '</tleParameters></data></segment></body></omm>',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ndm>${messages.join('\n')}</ndm>\n`;
}

/** Line with its checksum, the 69th column, corrected. */
export function withChecksum(line: string): string {
  const body = line.slice(0, 68);
  const sum = Array.from(body).reduce((total, at) => total + (at === '-' ? 1 : /\d/.test(at) ? Number(at) : 0), 0);
  return `${body}${sum % 10}`;
}

/** Elset of a geostationary satellite at a longitude in degrees east. */
export const stationary = (noradNumber: number, name: string, longitudeDeg: number): Elset => ({
  ...ISS_ELSET,
  noradNumber,
  name,
  ...generateSlot(name, longitudeDeg, ISS_ELSET.epochUs).orbit,
});

/** Television list of slots, each a position in tenths of a degree, a name and the attributes of transponders. */
export const televisionList = (...slots: [position: number, name: string, ...transponders: string[]][]): string => {
  const texts = slots.map(
    ([position, name, ...transponders]) =>
      `<sat name="${name}" position="${position}">${transponders.map((one) => `<transponder ${one}/>`).join('')}</sat>`,
  );
  return `<?xml version="1.0"?>\n<!-- by hand -->\n<satellites>${texts.join('')}</satellites>`;
};

/** Attributes of a transponder of 27.5 MBd at 11.7 GHz, horizontal, DVB-S2. */
export const TRANSPONDER = 'frequency="11700000" symbol_rate="27500000" polarization="0" system="1"';
