import { UserError } from '../../errors.js';
import { MAX_FREQUENCY_HZ } from '../../spec.js';
import { wrapDeg } from '../reference/orbits.js';
import { type Field, numberOf, type Range, type SourceRecord, textOf } from '../text/fields.js';
import { children, parseXml, rootName } from '../text/xml.js';
import { BAUD } from './transmitter.js';

/** Carrier of a television list: a downlink of one or more of the satellites at an orbital slot. */
export interface SlotCarrier {
  /** Number, from 1, of its record in the list. */
  line: number;
  /** Name of the orbital slot, such as `13.0E Hotbird 13F/13G`; may be empty. */
  slot: string;
  /** Longitude of the orbital slot, degrees east, -180 to below 180. */
  longitudeDeg: number;
  /** Identifier of the carrier within the list: position, frequency and polarisation. */
  externalId: string;
  /** Slot and polarisation. */
  description: string;
  /** Centre of the carrier, in hertz. */
  downlinkLowHz: number;
  /** Symbols a second. */
  baud: number;
  /** Modulation: `DVB-S` or `DVB-S2`. */
  mode: string;
}

const POSITION: Range = {
  text: 'whole tenths of a degree east, -1800 to 3600',
  holds: (value) => Number.isInteger(value) && value >= -1800 && value <= 3600,
};
const MAX_KHZ = MAX_FREQUENCY_HZ / 1000;
const KILOHERTZ: Range = {
  text: `whole kilohertz, above 0, up to ${MAX_KHZ} (300 GHz)`,
  holds: (value) => Number.isInteger(value) && value > 0 && value <= MAX_KHZ,
};
const POLARISATIONS = ['horizontal', 'vertical', 'left-hand circular', 'right-hand circular'];
const POLARISATION: Range = {
  text: POLARISATIONS.map((name, value) => `${value} (${name})`).join(', '),
  holds: (value) => POLARISATIONS[value] !== undefined,
};

/**
 * Reads the list that television receivers keep of transponders by orbital slot (`satellites.xml` of Enigma2 and
 * Neutrino): one record for each transponder, with the fields of its slot. Throws a `UserError` for any other text.
 */
export function readTelevisionList(text: string, source: string): SourceRecord[] {
  const root = parseXml(text, source, { ignoreAttributes: false, attributeNamePrefix: '' });
  const slots = children(root, 'satellites').flatMap((list) => children(list, 'sat'));
  const records = slots.flatMap((slot) => children(slot, 'transponder').map((transponder) => [transponder, slot]));
  if (records.length === 0) {
    throw new UserError(
      `${source}: this XML holds no television list: expected <satellites><sat><transponder>, found <${rootName(root)}>`,
    );
  }
  return records.map((elements, index) => ({
    line: index + 1,
    field: (keyword) => elements.flatMap((element) => children(element, keyword))[0],
  }));
}

/** Reads one record of a television list. Throws a `RecordError` for a missing or wrong value. */
export function slotCarrier(field: Field, line: number): SlotCarrier {
  const position = numberOf(field, 'position', POSITION);
  const kilohertz = numberOf(field, 'frequency', KILOHERTZ);
  const polarisation = numberOf(field, 'polarization', POLARISATION);
  const slot = textOf(field, 'name');
  return {
    line,
    slot,
    longitudeDeg: Math.round(10 * wrapped(position / 10)) / 10,
    externalId: `${position} ${kilohertz} ${polarisation}`,
    description: `${slot}, ${POLARISATIONS[polarisation]}`,
    downlinkLowHz: kilohertz * 1000,
    baud: numberOf(field, 'symbol_rate', BAUD),
    mode: textOf(field, 'system') === '1' ? 'DVB-S2' : 'DVB-S',
  };
}

/** Wraps degrees of longitude to -180 to below 180. */
export const wrapped = (deg: number): number => wrapDeg(deg + 180) - 180;
