import { cellCount } from '../../core/healpix.js';
import type { CoreInstance } from '../../core/instance.js';
import { isCancelled } from '../../core/records/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { writeRingSlice } from '../../core/records/sweepRecord.js';
import { sharingRanges } from '../../core/records/emitterGroups.js';
import type { MapMemory } from '../../memory/mapBlocks.js';
import { cellsJson, type EpochCells } from '../cellsJson.js';
import type { EpochSpan } from '../runIndex.js';
import { PORTION_MS } from './portion.js';

/** What counting all cells at an epoch works on: pointers into the shared memory. */
export interface MapTask extends MapMemory {
  window: number;
  nside: number;
  slot: number;
}

/** All cells at some epochs, seen from a tracked satellite. */
interface FootprintTask extends MapTask {
  /** Index of the tracked satellite in the window. */
  satellite: number;
  /** Mask of the bands of which an interferer must have one. */
  bands: number;
}

export interface CellsTask extends FootprintTask {
  spans: EpochSpan[];
  /** Run whose ids the cells get. */
  runId: number;
}

/** The cells of as many of the spans, from the first one on, as a turn has time for. */
interface CellsResult {
  status: number;
  spans: number;
  count: number;
  /** Entries of an array without its brackets, in the order of the epochs and then of the cells. */
  json: Uint8Array;
}

/** Lists the cells in which the tracked satellite's intensity is above 0, as JSON text. */
export function cells(core: CoreInstance, task: CellsTask): CellsResult {
  const pieces: Buffer[] = [];
  let count = 0;
  const { status, done } = inPortion(core, task, task.spans.length, (i) => {
    const { epoch, skip, take } = task.spans[i] as EpochSpan;
    const { ipix, value } = countEpoch(core, task, epoch);
    const some = { ipix: ipix.subarray(skip, skip + take), value: value.subarray(skip, skip + take) };
    if (some.ipix.length === 0) return;
    if (pieces.length > 0) pieces.push(Buffer.from(','));
    pieces.push(...cellsJson(task.runId, task.nside, epoch, some));
    count += some.ipix.length;
  });
  return { status, spans: done, count, json: Buffer.concat(pieces) };
}

/** Epochs [from, to). */
interface PackedCellsTask extends FootprintTask {
  from: number;
  to: number;
}

/** The cells of as many of the epochs, from the first one on, as a turn has time for. */
interface PackedCellsResult {
  status: number;
  epochs: number;
  bytes: Uint8Array;
}

/**
 * Lists the cells in which the tracked satellite's intensity is above 0, as numbers (little-endian), epoch by epoch: how
 * many cells, their ipix (u32 each), their values (u16), and zeros up to a multiple of 4 bytes.
 */
export function packedCells(core: CoreInstance, task: PackedCellsTask): PackedCellsResult {
  const pieces: Uint8Array[] = [];
  const { status, done } = inPortion(core, task, task.to - task.from, (i) => {
    const { ipix, value } = countEpoch(core, task, task.from + i);
    const padded = new Uint16Array(value.length + (value.length & 1));
    padded.set(value);
    for (const { buffer } of [Uint32Array.of(ipix.length), ipix, padded]) pieces.push(new Uint8Array(buffer));
  });
  return { status, epochs: done, bytes: Buffer.concat(pieces) };
}

/** Takes the first of `count` steps, and as many more as there is time for; returns how many it took. */
function inPortion(
  core: CoreInstance,
  { window, positions, slot }: MapTask,
  count: number,
  step: (i: number) => void,
): { status: number; done: number } {
  const endMs = performance.now() + PORTION_MS;
  core.kernels.openPositions(window, positions);
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
function countEpoch(core: CoreInstance, task: FootprintTask, epoch: number): EpochCells {
  const { kernels, layout } = core;
  const { window, rings, map, positions, work, pairs, slot, satellite } = task;
  const scratch = slot + layout.SLOT_SCRATCH;
  const ranges = sharingRanges(core, window, task.bands);
  for (const [from, to] of ranges) kernels.epochPositions(window, epoch, from, to, scratch, positions);
  kernels.clearMap(rings, map);
  writeRingSlice(core, work, { rings, firstRing: 1, lastRing: 4 * task.nside - 1, heads: map, maps: map });
  for (const [from, to] of ranges) kernels.addFootprints(work, 0, positions, from, to, satellite);
  kernels.sumRings(rings, map);
  const count = kernels.listCovered(rings, positions, satellite, map, scratch, pairs);
  return inOrder(new Uint32Array(core.memory.buffer, pairs, 2 * count), task.nside);
}

/** Sorts pairs of ipix and a value above 0 by ipix: laid out by cell and read again, which costs less than sorting. */
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
