import { readFile } from 'node:fs/promises';

/** A set of test/golden/healpix/grids.json, which scripts/goldens/healpixGrids.py writes and explains. */
interface Recorded {
  nside: number;
  lonLat: { points: string; cells: string; edges: number[]; misplaced: number[] };
  ring: string;
  nest: string;
  centresAngles: string;
  neighbours: string;
  boundaries: string;
}

const file = new URL('../../golden/healpix/grids.json', import.meta.url);
const content: { sets: Recorded[] } = JSON.parse(await readFile(file, 'utf8'));
/** The sets whose nside the core has. */
export const GOLDEN = content.sets.filter(({ nside }) => nside <= 8192);

export function f64s(base64: string): Float64Array {
  return new Float64Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
}

/** Cells, which the file has as 64-bit numbers. */
export function cellsIn(base64: string): Int32Array {
  const { buffer } = Uint8Array.from(Buffer.from(base64, 'base64'));
  return Int32Array.from(new BigInt64Array(buffer), Number);
}
