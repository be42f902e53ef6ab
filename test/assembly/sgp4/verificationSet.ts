import { readFileSync } from 'node:fs';
import type { MeanElements } from '../../../src/core/elements.js';

/** Element set of Vallado's verification file, with the rows that the reference program prints for it. */
export interface VerificationCase {
  number: number;
  elements: MeanElements;
  stopMin: number;
  stepMin: number;
  /** Rows of tsince (min), x, y, z (km), vx, vy, vz (km/s). */
  rows: number[][];
}

const DAY_US = 86_400_000_000;

export function verificationCases(): VerificationCase[] {
  const tle = golden('SGP4-VER.TLE').filter((line) => /^[12] /.test(line));
  const blocks = golden('tcppver.out')
    .join('\n')
    .split(/^\d+ xx$/m)
    .slice(1);
  return blocks.map((block, index) => {
    const [line1 = '', line2 = ''] = tle.slice(2 * index);
    const [, stopMin = NaN, stepMin = NaN] = line2.slice(69).trim().split(/\s+/).map(Number);
    const rows = block.split('\n').filter((row) => row !== '');
    return {
      number: Number(line2.slice(2, 7)),
      elements: parse(line1, line2),
      stopMin,
      stepMin,
      rows: rows.map((row) => row.trim().split(/\s+/).slice(0, 7).map(Number)),
    };
  });
}

function golden(name: string): string[] {
  return readFileSync(new URL(`../../golden/sgp4/${name}`, import.meta.url), 'ascii').split(/\r?\n/);
}

/** Reads fixed columns. Ignores the checksum, which three sets of the file have wrong on purpose. */
function parse(line1: string, line2: string): MeanElements {
  const yy = Number(line1.slice(18, 20));
  const dayOfYear = Number(line1.slice(20, 23));
  const fraction = Number(line1.slice(24, 32).padEnd(8, '0'));
  const bstar = line1.slice(53, 61);
  return {
    // 1e-8 of a day is 864 microseconds.
    epochUs: Date.UTC(yy < 57 ? 2000 + yy : 1900 + yy, 0, 1) * 1000 + (dayOfYear - 1) * DAY_US + fraction * 864,
    bstar: Number(`${bstar.slice(0, 1).trim()}0.${bstar.slice(1, 6)}e${bstar.slice(6, 8)}`),
    inclinationDeg: Number(line2.slice(8, 16)),
    raanDeg: Number(line2.slice(17, 25)),
    eccentricity: Number(`0.${line2.slice(26, 33)}`),
    argPerigeeDeg: Number(line2.slice(34, 42)),
    meanAnomalyDeg: Number(line2.slice(43, 51)),
    meanMotionRevPerDay: Number(line2.slice(52, 63)),
  };
}
