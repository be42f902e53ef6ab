import type { MeanElements } from '../../src/core/elements.js';

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
