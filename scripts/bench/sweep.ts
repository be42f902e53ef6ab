import { sweepBlock } from '../../src/compute/thread/sweepBlock.js';
import type { SweepBlockTask } from '../../src/compute/thread/sweepBlock.js';
import { cellOf } from '../../src/core/healpix.js';
import type { CoreInstance } from '../../src/core/instance.js';
import type { Kernels } from '../../src/core/module.js';
import { planSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { allocateSweepMemory } from '../../src/memory/sweep/sweepMemory.js';
import { randomPlaces } from '../random.js';
import { measure, median, rate, type Row, type Workload } from './measure.js';
import type { World } from './world.js';

/** What a block costs hardly depends on it. */
const TRACKED = [1, 100, 5000];
const STATIONS = 100;
/** Epochs of a block as the product cuts a window of so few cells. */
const BLOCK_EPOCHS = 60;
const REPETITIONS = 5;

const STAGES: Record<string, (keyof Kernels)[]> = {
  positions: ['epochPositions'],
  footprints: ['addFootprints'],
  sums: ['sumGroups'],
  counts: ['pickPositions', 'countCovered'],
};

/** One block of epochs on this thread, and the share of each stage in it. */
export function sweep(world: World): Workload[] {
  return TRACKED.map((tracked) => sweepOf(world, tracked));
}

function sweepOf(world: World, count: number): Workload {
  const { core, window } = world;
  return {
    name: `sweep: ${BLOCK_EPOCHS} epochs, ${count} tracked, ${STATIONS} stations`,
    async measure() {
      const { task, free } = taskOf(world, count);
      const blockOf = (repetition: number): SweepBlockTask => ({ ...task, from: repetition * BLOCK_EPOCHS });
      const times = await measure({ run: (i) => sweepBlock(core, blockOf(i)) }, REPETITIONS);
      const minutes = BLOCK_EPOCHS * window.satelliteCount;
      const rates = [
        rate(times, BLOCK_EPOCHS, 'epochs/s'),
        rate(times, minutes / 1e6, 'M satellite-minutes/s per thread'),
      ];
      const row = { workload: this.name, ...times, rates: [...rates, ...(await shares(core, blockOf))] };
      free();
      return [row];
    },
  };
}

export function taskOf(
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

/**
 * How much of a block each stage takes, from runs of their own: looking at the clock around each kernel costs some
 * per cent.
 */
async function shares(core: CoreInstance, blockOf: (repetition: number) => SweepBlockTask): Promise<Row['rates']> {
  const measured: Record<string, number>[] = [];
  await measure({ run: (i) => measured.push(stagesOf(core, blockOf(i))) }, REPETITIONS);
  const kept = measured.slice(-REPETITIONS);
  return [...Object.keys(STAGES), 'encode', 'rest'].map((stage) => {
    const share = kept.map((stages) => (stages[stage] ?? 0) / Object.values(stages).reduce((sum, ms) => sum + ms, 0));
    return { value: 100 * median(share), unit: `% ${stage}` };
  });
}

/** Milliseconds in each stage of one block. */
function stagesOf(core: CoreInstance, task: SweepBlockTask): Record<string, number> {
  const stages: Record<string, number> = {};
  const kernels: Kernels = { ...core.kernels };
  let lastKernel = 0;
  for (const [stage, names] of Object.entries(STAGES)) {
    for (const name of names) {
      const kernel = core.kernels[name] as (...args: number[]) => number;
      const timed = (...args: number[]): number => {
        const from = performance.now();
        const result = kernel(...args);
        lastKernel = performance.now();
        stages[stage] = (stages[stage] ?? 0) + lastKernel - from;
        return result;
      };
      Object.assign(kernels, { [name]: timed });
    }
  }
  const from = performance.now();
  sweepBlock({ ...core, kernels }, task);
  const end = performance.now();
  const inKernels = Object.values(stages).reduce((sum, ms) => sum + ms, 0);
  // Nothing but encoding follows the last kernel.
  return { ...stages, encode: end - lastKernel, rest: lastKernel - from - inKernels };
}
