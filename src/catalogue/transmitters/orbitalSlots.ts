import type { MeanElements } from '../../core/elements.js';
import type { Elset } from '../elsets/elset.js';
import { EARTH_RATE_DEG_PER_DAY, gmstDeg } from '../reference/orbits.js';
import type { Rejection } from '../text/rejection.js';
import { type SlotCarrier, wrapped } from './televisionList.js';
import type { Transmitter } from './transmitter.js';

/** Carriers of a television list as transmitters of satellites. */
export interface AssignedCarriers {
  /** Transmitters, each carrier once for every satellite that may send it. */
  transmitters: Transmitter[];
  /** Orbital slots at which the catalogue has no satellite, by their first record in the list. */
  unmatched: Rejection[];
}

/** Largest distance, in degrees of longitude, of a satellite from its orbital slot. */
const REACH_DEG = 0.3;
/** Largest drift, in degrees of longitude a day, of a satellite that is kept at its slot. */
const MAX_DRIFT_DEG_PER_DAY = 0.2;
/** Largest inclination, in degrees, of a geostationary orbit: the protected region of IADC-02-01 reaches as far. */
const MAX_INCLINATION_DEG = 15;

/**
 * Gives the carriers of a television list to the geostationary satellites that stand within 0.3 degrees of their
 * orbital slots, by mean longitude at the epoch of the newest element set. If the slot's name names any of these
 * satellites, only the named ones get its carriers (source `television`), else all of them do (source `slot`).
 *
 * @param elsets element sets of a catalogue, any number of each satellite
 */
export function assignCarriers(
  carriers: readonly SlotCarrier[],
  elsets: readonly Pick<Elset, 'noradNumber' | 'name' | keyof MeanElements>[],
): AssignedCarriers {
  const newest = new Map<number, (typeof elsets)[number]>();
  for (const elset of elsets) {
    if (elset.epochUs >= (newest.get(elset.noradNumber)?.epochUs ?? -Infinity)) newest.set(elset.noradNumber, elset);
  }
  const stationary = [...newest.values()]
    .filter(isStationary)
    .map((elset) => ({ ...elset, longitudeDeg: meanLongitudeDeg(elset), names: namesOf(elset.name) }));
  const slots = new Map<string, [SlotCarrier, ...SlotCarrier[]]>();
  for (const carrier of carriers) {
    const key = `${carrier.longitudeDeg} ${carrier.slot}`;
    const known = slots.get(key);
    if (known === undefined) slots.set(key, [carrier]);
    else known.push(carrier);
  }
  const assigned: AssignedCarriers = { transmitters: [], unmatched: [] };
  for (const own of slots.values()) {
    const [{ slot, longitudeDeg, line }] = own;
    const near = stationary.filter((one) => Math.abs(wrapped(one.longitudeDeg - longitudeDeg)) <= REACH_DEG);
    const listed = listedNames(slot);
    const named = near.filter(({ names }) => names.some((name) => listed.some((other) => isSameName(name, other))));
    const source = named.length > 0 ? 'television' : 'slot';
    for (const { noradNumber } of named.length > 0 ? named : near) {
      assigned.transmitters.push(...own.map((one) => transmitterOf(one, noradNumber, source)));
    }
    if (near.length > 0) continue;
    const where = `${Math.abs(longitudeDeg)} ${longitudeDeg < 0 ? 'W' : 'E'}`;
    const reason = `no geostationary satellite of the catalogue stands within ${REACH_DEG} degrees of ${where}; carriers that go to none: ${own.length}`;
    assigned.unmatched.push({ line, record: slot, reason });
  }
  return assigned;
}

function transmitterOf(carrier: SlotCarrier, noradNumber: number, source: Transmitter['source']): Transmitter {
  const { externalId, description, downlinkLowHz, baud, mode } = carrier;
  const unknown = { downlinkHighHz: null, bandwidthHz: null, eirpDbw: null, minElevationDeg: null };
  const told = { description, downlinkLowHz, baud, mode };
  return { noradNumber, source, externalId: `${externalId} ${noradNumber}`, ...told, ...unknown };
}

function isStationary({ meanMotionRevPerDay, inclinationDeg }: MeanElements): boolean {
  const driftDegPerDay = 360 * meanMotionRevPerDay - EARTH_RATE_DEG_PER_DAY;
  return Math.abs(driftDegPerDay) <= MAX_DRIFT_DEG_PER_DAY && inclinationDeg <= MAX_INCLINATION_DEG;
}

/** Mean longitude, degrees east, of a geostationary satellite at the epoch of its elements. */
function meanLongitudeDeg({ raanDeg, argPerigeeDeg, meanAnomalyDeg, epochUs }: MeanElements): number {
  return wrapped(raanDeg + argPerigeeDeg + meanAnomalyDeg - gmstDeg(epochUs));
}

/** Beginnings of names in the catalogue, and the beginnings that television lists have instead. */
const ALIASES: readonly [catalogue: RegExp, list: string][] = [
  [/^ZHONGXING/, 'CHINASAT'],
  [/^DIRECTV/, 'T'],
];

/** Letters A to Z, in capitals, and digits of a name: lists and catalogues write blanks, accents etc. differently. */
const squeezed = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

/** Names, squeezed, that one name in the catalogue holds: two in `BADR-7 (ARABSAT-6B)`. Adds aliases. */
function namesOf(name: string): string[] {
  return name
    .split(/[()&/]/)
    .map(squeezed)
    .flatMap((part) => [part, ...ALIASES.flatMap(([own, other]) => (own.test(part) ? part.replace(own, other) : []))]);
}

/** Names, squeezed, of satellites in the name of an orbital slot, such as `9.0E Ku-band Amazonas 2/3 & Ka-Sat 9A`. */
function listedNames(slot: string): string[] {
  const text = slot.replaceAll(/\(?\b\d+\.\d°?[EW]\b\)?|\b(?:C|Ku|Ka|S)[- ]band\b/g, ' ');
  return text.split(/[&,+]/).flatMap((group) => {
    const [first = '', ...others] = group.trim().split('/');
    const fleet = first.replace(/\S+$/, '');
    return [first, ...others.flatMap((other) => [other, fleet + other])].map(squeezed);
  });
}

/**
 * Whether two squeezed names are equal, or one of three characters or more begins or ends the other, as `HOTBIRD13F`
 * ends `EUTELSATHOTBIRD13F`. The longer must not be cut behind a digit: `ABS2` is not `ABS2A`.
 */
function isSameName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short === long) return short !== '';
  if (short.length < 3) return false;
  const begins = long.startsWith(short) && /\D$/.test(short);
  return begins || (long.endsWith(short) && /\D/.test(long.charAt(long.length - short.length - 1)));
}
