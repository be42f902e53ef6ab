import { cellCount } from '../core/healpix.js';
import type { CoreInstance } from '../core/instance.js';
import { isCancelled } from '../core/slotRecord.js';
import { STATUS } from '../core/status.js';
import { sharingRanges } from '../core/windowRecord.js';
import type { EpochCells, EpochCellsResult, EpochTask } from './tasks.js';

/**
 * Counts all cells at one epoch and lists those in which the tracked satellite's intensity is above 0. One map takes the
 * footprints of all groups: differences add up as sums do.
 */
export function countEpoch(core: CoreInstance, task: EpochTask): EpochCellsResult {
  const { kernels, layout, bytes } = core;
  const { window, rings, map, positions, pairs, slot, satellite } = task;
  const scratch = slot + layout.SLOT_SCRATCH;
  kernels.epochPositions(window, task.epoch, scratch, positions);
  bytes.fill(0, map, map + task.mapBytes);
  for (const [from, to] of sharingRanges(core, window, task.bands)) {
    if (isCancelled(core, slot)) return { status: STATUS.cancelled, ipix: new Uint32Array(), value: new Uint16Array() };
    kernels.addFootprints(window, rings, positions, from, to, map, scratch);
  }
  kernels.sumRings(rings, map);
  const count = kernels.listCovered(window, rings, positions, satellite, map, scratch, pairs);
  return { status: STATUS.ok, ...inOrder(new Uint32Array(core.memory.buffer, pairs, 2 * count), task.nside) };
}

/** Pairs of ipix and a value above 0, ordered by ipix: laid out by cell and read again, which costs less than sorting. */
function inOrder(pairs: Uint32Array, nside: number): EpochCells {
  const values = new Uint16Array(cellCount(nside));
  for (let i = 0; i < pairs.length; i += 2) values[pairs[i] as number] = pairs[i + 1] as number;
  const ipix = new Uint32Array(pairs.length / 2);
  const value = new Uint16Array(pairs.length / 2);
  let next = 0;
  values.forEach((found, cell) => {
    if (found === 0) return;
    ipix[next] = cell;
    value[next++] = found;
  });
  return { ipix, value };
}
