import type { MeanElements } from '../../src/core/elements.js';
import type { FrozenSatellite } from '../../src/memory/loadedWindow.js';
import { json2satrec, type SatRec } from 'satellite.js';
import fc from 'fast-check';

/** Satellite as the questions of scripts/goldens have it: n in revolutions a day, angles in degrees. */
export interface ElementsRow {
  name: string;
  norad: number;
  epoch: string;
  n: number;
  e: number;
  i: number;
  raan: number;
  argp: number;
  ma: number;
  bstar: number;
  minElevation: number;
}

export function elementsOf(row: ElementsRow): MeanElements {
  return {
    epochUs: microseconds(row.epoch),
    meanMotionRevPerDay: row.n,
    eccentricity: row.e,
    inclinationDeg: row.i,
    raanDeg: row.raan,
    argPerigeeDeg: row.argp,
    meanAnomalyDeg: row.ma,
    bstar: row.bstar,
  };
}

function microseconds(iso: string): number {
  const [whole = '', fraction = ''] = iso.replace('Z', '').split('.');
  return Date.parse(`${whole}Z`) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** Converts a satellite to the form that the questions of scripts/goldens have. */
export function rowOf({
  name,
  noradNumber,
  elements,
  minElevationDeg,
}: Pick<FrozenSatellite, 'noradNumber' | 'elements' | 'minElevationDeg'> & { name: string }): ElementsRow {
  return {
    name,
    norad: noradNumber,
    epoch: instantOf(elements.epochUs),
    n: elements.meanMotionRevPerDay,
    e: elements.eccentricity,
    i: elements.inclinationDeg,
    raan: elements.raanDeg,
    argp: elements.argPerigeeDeg,
    ma: elements.meanAnomalyDeg,
    bstar: elements.bstar,
    minElevation: minElevationDeg,
  };
}

/** Elements of a low orbit, nearly round and inclined by 51 degrees, without drag; with these differences. */
export const orbitAt = (epochUs: number, differences: Partial<MeanElements> = {}): MeanElements => ({
  epochUs,
  meanMotionRevPerDay: 15,
  eccentricity: 0.001,
  inclinationDeg: 51,
  raanDeg: 0,
  argPerigeeDeg: 0,
  meanAnomalyDeg: 0,
  bstar: 0,
  ...differences,
});

/** ISO 8601 time with as many decimals of a second as needed, but at least three. */
function instantOf(us: number): string {
  const ms = Math.floor(us / 1000);
  const rest = us - 1000 * ms;
  return new Date(ms).toISOString().replace('Z', rest === 0 ? 'Z' : `${String(rest).padStart(3, '0')}Z`);
}

/** Elements as a record of satellite.js: WGS72, improved mode. The epoch is cut to whole milliseconds. */
export function satrecOf(elements: MeanElements): SatRec {
  const omm = {
    OBJECT_NAME: '',
    OBJECT_ID: '',
    NORAD_CAT_ID: 1,
    EPOCH: new Date(elements.epochUs / 1000).toISOString().slice(0, -1),
    MEAN_MOTION: elements.meanMotionRevPerDay,
    ECCENTRICITY: elements.eccentricity,
    INCLINATION: elements.inclinationDeg,
    RA_OF_ASC_NODE: elements.raanDeg,
    ARG_OF_PERICENTER: elements.argPerigeeDeg,
    MEAN_ANOMALY: elements.meanAnomalyDeg,
    BSTAR: elements.bstar,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
    EPHEMERIS_TYPE: 0 as const,
    CLASSIFICATION_TYPE: 'U' as const,
    ELEMENT_SET_NO: 0,
    REV_AT_EPOCH: 0,
  };
  return json2satrec(omm, 'i');
}

/**
 * Random orbits of every kind: low and decaying, eccentric, half-day, geosynchronous; epochs within a week of
 * `epochUs`.
 */
export function randomElements(epochUs: number): fc.Arbitrary<MeanElements> {
  const angle = fc.double({ min: 0, max: 359.9999, noNaN: true });
  const orbit = fc.oneof(
    fc.record({ meanMotionRevPerDay: number(12.5, 16.3), eccentricity: number(0, 0.02) }),
    fc.record({ meanMotionRevPerDay: number(2, 12), eccentricity: number(0, 0.2) }),
    fc.record({ meanMotionRevPerDay: number(1.99, 2.02), eccentricity: number(0, 0.73) }),
    fc.record({ meanMotionRevPerDay: number(0.98, 1.02), eccentricity: number(0, 0.3) }),
  );
  const bstar = fc.oneof(number(-1e-3, 1e-3), number(-0.05, 0.05));
  return fc
    .record({
      orbit,
      bstar,
      inclinationDeg: number(0, 170),
      raanDeg: angle,
      argPerigeeDeg: angle,
      meanAnomalyDeg: angle,
      ageMinutes: fc.integer({ min: -10_080, max: 10_080 }),
    })
    .map(({ orbit: shape, ageMinutes, ...rest }) => ({
      ...shape,
      ...rest,
      epochUs: epochUs + 60_000_000 * ageMinutes,
    }));
}

/** Random elements of a satellite, often a low one, that stays in orbit for weeks. */
export function lastingElements(epochUs: number): fc.Arbitrary<MeanElements> {
  return fc
    .record({
      meanMotionRevPerDay: fc.oneof(number(12, 15.5), number(12, 15.5), number(0.98, 12)),
      inclinationDeg: number(40, 140),
      raanDeg: number(0, 359),
      meanAnomalyDeg: number(0, 359),
    })
    .map((orbit) => ({ ...orbit, epochUs, eccentricity: 0.001, argPerigeeDeg: 90, bstar: 1e-5 }));
}

function number(min: number, max: number): fc.Arbitrary<number> {
  return fc.double({ min, max, noNaN: true });
}

/**
 * Random elements that the core takes; most are of no real satellite, and an import refuses most. Four in ten have mean
 * motions above 17.6 rev/day: their perigees, and at small eccentricities their whole orbits, lie inside the Earth,
 * unless drag of the wrong sign lifts them out.
 */
export function extremeElements(next: () => number, startUs: number): MeanElements {
  const between = (low: number, high: number): number => low + (high - low) * next();
  const oneOf = <T>(choices: readonly (() => T)[]): T => choices[Math.floor(next() * choices.length)]!();
  const angle = (): number => between(0, 360);
  // Drag need only be finite.
  const magnitude = 10 ** (next() < 0.95 ? between(-6, 0) : between(0, 300));
  return {
    epochUs: startUs + 60e6 * Math.floor(between(-20_160, 20_160)),
    meanMotionRevPerDay: oneOf([
      () => between(17.6, 18.2),
      () => between(17.6, 18.2),
      () => between(17.6, 18.2),
      () => between(17.6, 20),
      () => between(15.5, 17.6),
      () => between(6.4, 15.5),
      () => between(11, 16.5),
      () => between(0.05, 6.4),
      () => oneOf([() => between(0.98, 1.02), () => between(1.98, 2.02)]),
      () => 10 ** between(-5, 0),
    ]),
    eccentricity: oneOf([
      () => between(0, 0.002),
      () => between(0, 0.05),
      () => between(0, 0.9),
      () => 1 - 10 ** between(-9, 0),
    ]),
    inclinationDeg: oneOf([
      () => between(0, 180),
      () => oneOf([() => 0, () => 63.4349, () => 90, () => 98, () => 180]),
    ]),
    raanDeg: angle(),
    argPerigeeDeg: angle(),
    meanAnomalyDeg: angle(),
    bstar: next() < 0.5 ? -magnitude : magnitude,
  };
}
