import type { CoreInstance } from '../instance.js';
import { writeWords } from '../layout.js';

/**
 * Writes the record of the slice that has all rings of one map, at a pointer to FOOTPRINT_WORK_BYTES. `rings` and `map`
 * point to the ring table and the map.
 */
export function writeWholeSlice(core: CoreInstance, pointer: number, rings: number, nside: number, map: number): void {
  const all = { FIRST_RING: 1, LAST_RING: 4 * nside - 1 };
  writeWords(core, 'RING_SLICE', pointer, { RINGS: rings, ...all, HEADS: map, MAPS: map, STRIDE: 0, MARKS: 0 });
}
