import { readFile } from 'node:fs/promises';

/** A set of test/golden/healpix/grids.json, which scripts/goldens/healpixGrids.py writes and explains. */
interface Recorded {
  nside: number;
  angles: RecordedPoints;
  lonLat: RecordedPoints;
  vectors: RecordedPoints;
  ring: string;
  nest: string;
  centresAngles: string;
  centresVectors: string;
  neighbours: string;
  boundaries: string;
  interpolated: string;
  interpolationCells: string;
  interpolationWeights: string;
}
export interface RecordedPoints {
  points: string;
  cells: string;
  edges: number[];
  misplaced: number[];
}

const file = new URL('../../golden/healpix/grids.json', import.meta.url);
const content: { sets: Recorded[] } = JSON.parse(await readFile(file, 'utf8'));
export const GOLDEN = content.sets;

export function f64s(base64: string): Float64Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new Float64Array(bytes.buffer);
}

/** Cells as bigints; healpy's -1 is 2^64 - 1. */
export function cellsIn(base64: string): BigUint64Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new BigUint64Array(bytes.buffer);
}
