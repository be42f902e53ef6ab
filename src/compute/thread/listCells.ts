import { cellCount } from '../../core/healpix.js';
import type { CoreInstance } from '../../core/instance.js';
import { isCancelled } from '../../core/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { writeMapSlice } from '../../core/sweepRecord.js';
import { sharingRanges } from '../../core/windowRecord.js';
import { cellsJson, type EpochCells } from '../cellsJson.js';
import { PORTION_MS } from './portion.js';
import type { EpochSpan } from '../runIndex.js';
import type { CellsResult, CellsTask, PackedCellsResult, PackedCellsTask } from '../tasks.js';

/** The cells in which the tracked satellite's intensity is above 0, at the epochs of the first spans. */
export function listCells(core: CoreInstance, task: CellsTask): CellsResult {
  const pieces: Buffer[] = [];
  let count = 0;
  const { status, done } = inPortion(core, task, task.spans.length, (i) => {
    const { epoch, skip, take } = task.spans[i] as EpochSpan;
    const { ipix, value } = countEpoch(core, task, epoch);
    const cells = { ipix: ipix.subarray(skip, skip + take), value: value.subarray(skip, skip + take) };
    if (cells.ipix.length === 0) return;
    if (pieces.length > 0) pieces.push(Buffer.from(','));
    pieces.push(...cellsJson(task.runId, task.nside, epoch, cells));
    count += cells.ipix.length;
  });
  return { status, spans: done, count, json: Buffer.concat(pieces) };
}

/**
 * The same at the first epochs of a range, as numbers (little-endian): how many cells, their ipix (u32 each), their values
 * (u16), and zeros up to a multiple of 4 bytes.
 */
export function packCells(core: CoreInstance, task: PackedCellsTask): PackedCellsResult {
  const pieces: Uint8Array[] = [];
  const { status, done } = inPortion(core, task, task.to - task.from, (i) => {
    const { ipix, value } = countEpoch(core, task, task.from + i);
    const padded = new Uint16Array(value.length + (value.length & 1));
    padded.set(value);
    for (const { buffer } of [Uint32Array.of(ipix.length), ipix, padded]) pieces.push(new Uint8Array(buffer));
  });
  return { status, epochs: done, bytes: Buffer.concat(pieces) };
}

/** Does the first of `count` steps, and as many more as there is time for; how many it did. */
function inPortion(
  core: CoreInstance,
  { window, places, slot }: Omit<CellsTask, 'runId' | 'spans'>,
  count: number,
  step: (i: number) => void,
): { status: number; done: number } {
  const endMs = performance.now() + PORTION_MS;
  core.kernels.openPlaces(window, places);
  let done = 0;
  while (done < count && (done === 0 || performance.now() < endMs)) {
    if (isCancelled(core, slot)) return { status: STATUS.cancelled, done };
    step(done++);
  }
  return { status: STATUS.ok, done };
}

/**
 * Counts the cells of the tracked satellite's footprint and lists those above 0. One map takes the footprints of all
 * groups: differences add up as sums do.
 */
function countEpoch(core: CoreInstance, task: Omit<CellsTask, 'runId' | 'spans'>, epoch: number): EpochCells {
  const { kernels, layout } = core;
  const { window, rings, map, places, work, pairs, slot, satellite } = task;
  const scratch = slot + layout.SLOT_SCRATCH;
  const ranges = sharingRanges(core, window, task.bands);
  for (const [from, to] of ranges) kernels.epochPositions(window, epoch, from, to, scratch, places);
  kernels.clearMap(rings, map);
  writeMapSlice(core, work, { rings, firstRing: 1, lastRing: 4 * task.nside - 1, heads: map, maps: map });
  for (const [from, to] of ranges) kernels.addFootprints(work, 0, places, from, to, satellite);
  kernels.sumRings(rings, map);
  const count = kernels.listCovered(rings, places, satellite, map, scratch, pairs);
  return inOrder(new Uint32Array(core.memory.buffer, pairs, 2 * count), task.nside);
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
