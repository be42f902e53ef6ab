import { checkList, optionsOf, unfit } from '../core/arguments.js';
import { checkElements, checkMinElevation, type MeanElements } from '../core/elements.js';
import { atOnce, type Pieces } from '../core/pieces.js';
import { DAY_MS, DEFAULT_MIN_ELEVATION_DEG, ELSET_MAX_AGE_DAYS } from '../spec.js';
import { bandMaskOf, type Downlink, satelliteBands, type SatelliteBands } from './bands.js';
import { type Constellation, constellationOf } from './constellations.js';
import { downlinksByNumber } from './frequencies/ranges.js';
import type { Elset } from './elsets/elset.js';
import type { Transmitter } from './transmitters/transmitter.js';

/**
 * Satellite of a catalogue as `core.openWindow` takes it, with its bands, its minimum elevation and its row of the
 * built-in table.
 */
export interface CatalogueSatellite<E extends DatedElset = Elset> {
  /** Catalogue number. */
  noradNumber: number;
  /** Name by its newest element set that gives one, as the catalogue writes it; empty if none does. */
  name: string;
  /** The element set nearest to the window's start. */
  elements: E;
  /** Mask of its bands, bit k for entry k of `BANDS`; 0 if none has a known downlink: it interferes with no other. */
  bands: number;
  /** The larger of the window's minimum elevation and its own, degrees; the window's with `uniformElevation`. */
  minElevationDeg: number;
  /** Row of the built-in table that its name matches. */
  constellation: Constellation | undefined;
}

/** Satellites of a window; also which satellites are left out, and which have no known downlink. */
export interface CatalogueSatellites<E extends DatedElset = Elset> {
  /** Satellites of the window, ascending by catalogue number. */
  satellites: CatalogueSatellite<E>[];
  /**
   * Catalogue numbers of satellites that are left out: their nearest element set is more than 14 days from the start.
   */
  tooFar: number[];
  /** Catalogue numbers of satellites without a known downlink; they are among the satellites. */
  silent: number[];
}

/** Rules by which a catalogue becomes a window's satellites. */
export interface CatalogueOptions {
  /** Start of the window. */
  start: Date;
  /**
   * Imported transmitters, which count beside the built-in table; of several with the same source and id the last
   * counts.
   */
  transmitters?: readonly Transmitter[];
  /** Elevation below which no satellite counts: 0 to below 90 degrees, 10 by default. */
  minElevationDeg?: number;
  /** Whether the satellites' own minimum elevations are ignored. False by default. */
  uniformElevation?: boolean;
}

const MAX_AGE_US = ELSET_MAX_AGE_DAYS * DAY_MS * 1000;

/**
 * Turns parsed element sets into satellites for `core.openWindow`, by the rules of the service's own windows; the
 * service also prefers fresh supplemental element sets (SupGP). Per catalogue number the element set whose epoch is
 * nearest to the start counts (of two equally near the later, then the one with the higher `elementSetNo`, then the
 * last), unless it is more than 14 days away. Bands and minimum elevation come from the satellite's transmitters and
 * from the row of the built-in table that its name matches, joined by `satelliteBands`.
 *
 * @param elsets element sets of `parseCatalogue`, in any order, any number of each satellite
 * @throws RangeError that names the option, element set or transmitter that is out of range, by its index, and its
 *   value; TypeError for an element or elevation that is no number at all, another argument of a wrong type, and a
 *   misspelt option
 */
export function windowSatellites<E extends DatedElset>(
  elsets: readonly E[],
  options: CatalogueOptions,
): CatalogueSatellites<E> {
  const known = optionsOf(options, ['start', 'transmitters', 'minElevationDeg', 'uniformElevation']);
  const { start, transmitters = [], minElevationDeg = DEFAULT_MIN_ELEVATION_DEG, uniformElevation = false } = known;
  if (!(start instanceof Date)) throw unfit('start', start, 'a Date');
  if (Number.isNaN(start.getTime())) throw new RangeError('start Invalid Date: a time is needed');
  checkMinElevation(minElevationDeg, 'minElevationDeg');
  checkList('elsets', elsets, [], 'an array, as elsets of parseCatalogue,');
  checkList('transmitters', transmitters);
  elsets.forEach((elset, i) => {
    checkElements(elset, `elsets[${i}]`);
    checkNumber(`elsets[${i}].noradNumber`, elset.noradNumber);
  });
  transmitters.forEach((transmitter, i) => checkTransmitter(`transmitters[${i}]`, transmitter));
  const given = { startUs: start.getTime() * 1000, minElevationDeg, uniformElevation };
  return atOnce(joiningSatellites(elsets, downlinksByNumber(transmitters), given));
}

/** Number of satellites handled between two pauses: a millisecond of work at most. */
const PIECE_SATELLITES = 250;

/**
 * Does the work of `windowSatellites`, with a pause about once a millisecond. It expects values that have been checked.
 */
export function* joiningSatellites<E extends DatedElset>(
  elsets: readonly E[],
  downlinks: ReadonlyMap<number, readonly Downlink[]>,
  options: { startUs: number; minElevationDeg: number; uniformElevation: boolean },
): Pieces<CatalogueSatellites<E>> {
  const joined: CatalogueSatellites<E> = { satellites: [], tooFar: [], silent: [] };
  /** Bands of satellites without imported transmitters, by their row of the built-in table. */
  const ofTable = new Map<Constellation | undefined, SatelliteBands>();
  const nearest = yield* nearestElsets(elsets, options.startUs);
  for (const [i, { elset, name }] of nearest.entries()) {
    if (i % PIECE_SATELLITES === PIECE_SATELLITES - 1) yield;
    const { noradNumber } = elset;
    if (Math.abs(elset.epochUs - options.startUs) > MAX_AGE_US) {
      joined.tooFar.push(noradNumber);
      continue;
    }
    const imported = downlinks.get(noradNumber);
    const constellation = constellationOf(name);
    const known =
      (imported === undefined ? ofTable.get(constellation) : undefined) ??
      satelliteBands(imported ?? [], constellation);
    if (imported === undefined) ofTable.set(constellation, known);
    if (known.mask === 0) joined.silent.push(noradNumber);
    const own = options.uniformElevation ? 0 : (known.minElevationDeg ?? 0);
    const minElevationDeg = Math.max(options.minElevationDeg, own);
    joined.satellites.push({ noradNumber, name, elements: elset, bands: known.mask, minElevationDeg, constellation });
  }
  return joined;
}

function checkTransmitter(
  where: string,
  { noradNumber, downlinkLowHz, downlinkHighHz, minElevationDeg }: Transmitter,
): void {
  checkNumber(`${where}.noradNumber`, noradNumber);
  if (minElevationDeg !== null) checkMinElevation(minElevationDeg, `${where}.minElevationDeg`);
  try {
    bandMaskOf([{ lowHz: downlinkLowHz, highHz: downlinkHighHz }]);
  } catch (error) {
    throw new RangeError(`${where}: ${(error as RangeError).message}`);
  }
}

function checkNumber(where: string, noradNumber: number): void {
  if (Number.isSafeInteger(noradNumber) && noradNumber > 0) return;
  throw new RangeError(`${where} ${noradNumber}: a whole number from 1 is needed`);
}

/** Element set with the fields by which one of several is chosen: numbers, name, epoch and elements. */
export type DatedElset = Pick<Elset, 'noradNumber' | 'name' | 'elementSetNo' | keyof MeanElements>;

/** The element set of a satellite that is nearest to a time. */
interface Nearest<E> {
  elset: E;
  /** Name in the satellite's newest element set that gives one; empty if none does. */
  name: string;
}

/** Number of element sets handled between two pauses: a millisecond of work at most. */
const PIECE_ELSETS = 2_000;

/**
 * Chooses, per catalogue number, the element set whose epoch is nearest to a time, microseconds since 1970; of two that
 * are equally near the later, then the one with the higher number, then the last. Ascending by catalogue number.
 */
function* nearestElsets<E extends DatedElset>(elsets: readonly E[], toUs: number): Pieces<Nearest<E>[]> {
  const chosen = new Map<number, Nearest<E> & { nameUs: number }>();
  for (const [i, elset] of elsets.entries()) {
    if (i % PIECE_ELSETS === PIECE_ELSETS - 1) yield;
    const { noradNumber, name, epochUs } = elset;
    const known = chosen.get(noradNumber);
    if (known === undefined) {
      chosen.set(noradNumber, { elset, name, nameUs: name === '' ? -Infinity : epochUs });
      continue;
    }
    if (!isPreferred(known.elset, elset, toUs)) known.elset = elset;
    if (name === '' || epochUs < known.nameUs) continue;
    known.name = name;
    known.nameUs = epochUs;
  }
  return [...chosen.values()].sort((a, b) => a.elset.noradNumber - b.elset.noradNumber);
}

/** Whether element set `a` is preferred to one that comes after it in the catalogue. */
function isPreferred(a: DatedElset, later: DatedElset, toUs: number): boolean {
  const further = Math.abs(later.epochUs - toUs) - Math.abs(a.epochUs - toUs);
  return (further || a.epochUs - later.epochUs || a.elementSetNo - later.elementSetNo) > 0;
}
