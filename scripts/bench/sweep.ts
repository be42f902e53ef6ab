import { sweepBlock } from '../../src/compute/thread/sweepBlock.js';
import type { SweepBlockTask } from '../../src/compute/thread/sweepBlock.js';
import { cellOf } from '../../src/core/healpix.js';
import { planSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { allocateSweepMemory } from '../../src/memory/sweep/sweepMemory.js';
import { randomPlaces } from '../random.js';
import { measure, rate, type Workload } from './measure.js';
import type { World } from './world.js';

/** Numbers of tracked satellites: a block's cost hardly depends on them. */
const TRACKED = [1, 100, 5000];
const STATIONS = 100;
/** Epochs of a block: a sweep of so few cells is cut like this. */
const BLOCK_EPOCHS = 60;
const REPETITIONS = 5;

/** One block of epochs of a sweep, on this thread. */
export function sweep(world: World): Workload[] {
  return TRACKED.map((tracked) => sweepOf(world, tracked));
}

function sweepOf(world: World, count: number): Workload {
  const { core, window } = world;
  return {
    name: `sweep: ${BLOCK_EPOCHS} epochs, ${count} tracked, ${STATIONS} stations`,
    async measure() {
      const { task, free } = taskOf(world, count);
      const run = (i: number): unknown => sweepBlock(core, { ...task, from: i * BLOCK_EPOCHS });
      const times = await measure({ run }, REPETITIONS);
      const minutes = BLOCK_EPOCHS * window.satelliteCount;
      const rates = [
        rate(times, BLOCK_EPOCHS, 'epochs/s'),
        rate(times, minutes / 1e6, 'M satellite-minutes/s per thread'),
      ];
      const row = { workload: this.name, ...times, rates };
      free();
      return [row];
    },
  };
}

function taskOf(
  { core, window, satellites, ringTables }: World,
  count: number,
): { task: SweepBlockTask; free: () => void } {
  const audible = satellites.filter(({ bands }) => bands !== 0);
  const every = Math.max(1, Math.floor(audible.length / count));
  const tracked = audible.filter((_, i) => i % every === 0).slice(0, count);
  const noradNumbers = tracked.map(({ noradNumber }) => noradNumber);
  const places = randomPlaces(STATIONS, 1);
  const ipix = places.map(({ latDeg, lonDeg }) => cellOf(core.kernels, window.nside, latDeg, lonDeg));
  const cut = { blockEpochs: BLOCK_EPOCHS, partCells: STATIONS, partRows: count };
  const plan = planSweep(window, { id: 1, windowId: window.id, status: 'running', noradNumbers, ipix, ...cut });
  const { memory, free } = allocateSweepMemory(core, ringTables, window, { ...plan, blockEpochs: BLOCK_EPOCHS });
  const block = { window: window.record.pointer, satellites: window.satelliteCount, from: 0, epochs: BLOCK_EPOCHS };
  const wanted = { cells: ipix.length, cellRows: window.record.groupCount, partCells: STATIONS, partRows: count };
  return { task: { ...memory, ...block, ...wanted }, free };
}
