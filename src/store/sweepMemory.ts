import type { OwnedCore } from '../core/instance.js';
import type { LoadedWindow } from './loadedWindow.js';
import { noRoomForMap } from './noRoom.js';
import type { RingTables } from './ringTables.js';

/** What one thread needs to sweep a block of epochs: pointers, and the map's length. */
export interface SweepMemory {
  readonly rings: number;
  readonly scratch: number;
  /** x, y, z of every satellite of the window, f64. */
  readonly positions: number;
  /** Of one emitter group, and its prefix counts. */
  readonly map: number;
  readonly prefix: number;
  readonly mapBytes: number;
  /** One map for each distinct band set of the tracked satellites. */
  readonly sums: number;
  /** Where a map holds each of the cells whose series are made (u32). */
  readonly offsets: number;
  /** Occupancies of these cells: cell x group x epoch of the block (u16). */
  readonly rows: number;
  readonly coding: number;
}

export interface SweepShape {
  bandSets: number;
  /** Cells whose series are made, NESTED. */
  ipix: Uint32Array;
  blockEpochs: number;
}

const POSITION_BYTES = 24;

/** @throws ServiceError OVERLOADED when the memory has no room */
export function placeSweepMemory(
  core: OwnedCore,
  ringTables: RingTables,
  window: LoadedWindow,
  { bandSets, ipix, blockEpochs }: SweepShape,
): { memory: SweepMemory; free: () => void } {
  const table = ringTables.of(window.nside);
  const { mapBytes } = table;
  const sizes = {
    scratch: core.layout.SLOT_SCRATCH_BYTES,
    positions: window.satelliteCount * POSITION_BYTES,
    map: mapBytes,
    prefix: mapBytes,
    sums: bandSets * mapBytes,
    offsets: ipix.length * 4,
    rows: ipix.length * window.record.groupCount * blockEpochs * 2,
    coding: core.layout.CODING_BYTES,
  };
  const total = Object.values(sizes).reduce((sum, bytes) => sum + aligned(bytes), 0);
  const block = core.arena.allocate(total);
  if (block === undefined) throw noRoomForMap(window.nside);
  let next = block;
  const take = (bytes: number): number => {
    const pointer = next;
    next += aligned(bytes);
    return pointer;
  };
  const memory: SweepMemory = {
    rings: table.pointer,
    mapBytes,
    scratch: take(sizes.scratch),
    positions: take(sizes.positions),
    map: take(sizes.map),
    prefix: take(sizes.prefix),
    sums: take(sizes.sums),
    offsets: take(sizes.offsets),
    rows: take(sizes.rows),
    coding: take(sizes.coding),
  };
  new Uint32Array(core.memory.buffer, memory.offsets, ipix.length).set(ipix.map((cell) => table.offsetOf(cell)));
  return { memory, free: () => core.arena.free(block) };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
