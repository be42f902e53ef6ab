import type { MeanElements } from '../../src/core/elements.js';
import type { FrozenSatellite } from '../../src/memory/loadedWindow.js';

/** A satellite as the questions of scripts/goldens have it. */
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

/** Writes a satellite as questions have it. */
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

/** ISO 8601 with as many digits as it takes, three at least. */
function instantOf(us: number): string {
  const ms = Math.floor(us / 1000);
  const rest = us - 1000 * ms;
  return new Date(ms).toISOString().replace('Z', rest === 0 ? 'Z' : `${String(rest).padStart(3, '0')}Z`);
}
