import { eciToEcf, gstime, type SatRec, sgp4 } from 'satellite.js';
import { satrecOf } from '../../test/helpers/elements.js';
import { measure, measurePair, rate, type Row, type Subject, type Workload } from './measure.js';
import { type World } from './world.js';
import { sweepBlock, type SweepBlockTask } from '../../src/compute/thread/sweepBlock.js';
import { cellOf } from '../../src/core/healpix.js';
import { planSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { atOnce } from '../../src/core/pieces.js';
import { allocatingSweepMemory } from '../../src/memory/sweep/sweepMemory.js';
import { randomPlaces } from '../random.js';

const EPOCHS = 8;
const MINUTE_MS = 60_000;
const REFERENCE_SATELLITES = 2000;
const REFERENCE_EPOCHS = 10;
const REFERENCE_REPETITIONS = 50;

/**
 * Near-earth or deep-space satellites of the window: the range of their indexes, and their records for satellite.js.
 */
interface Kind {
  name: string;
  from: number;
  to: number;
  satrecs: { satrec: SatRec; epochUs: number }[];
}

/** Measures SGP4 and SDP4, with the rotation to Earth-fixed positions, beside satellite.js. */
export function positions(world: World): Workload {
  return {
    name: 'SGP4 and SDP4 to Earth-fixed',
    async measure() {
      const rows: Row[] = [];
      for (const kind of kindsOf(world)) {
        if (kind.from < kind.to) rows.push(...(await measureKind(world, kind)));
      }
      return rows;
    },
  };
}

function kindsOf({ core, window, satellites }: World): Kind[] {
  const near = core.view.getUint32(window.record.pointer + core.layout.WINDOW_NEAR_COUNT, true);
  const placed = satellites
    .map(({ noradNumber, elements }) => ({ index: window.satellite(noradNumber)?.index ?? 0, elements }))
    .sort((a, b) => a.index - b.index)
    .map(({ elements }) => ({ satrec: satrecOf(elements), epochUs: elements.epochUs }));
  return [
    { name: 'SGP4 in pairs', from: 0, to: near, satrecs: placed.slice(0, near) },
    { name: 'SDP4 in pairs', from: near, to: placed.length, satrecs: placed.slice(near) },
  ];
}

async function measureKind(world: World, kind: Kind): Promise<Row[]> {
  const { own, peer, ratio } = await measurePair(inPairs(world, kind), inJavaScript(world, kind));
  const unit = (times: typeof own) => ({ ...times, rates: [rate(times, 1e-6, 'M/s')] });
  return [
    { workload: kind.name, ...unit(own), ratio: { value: ratio, to: 'x satellite.js' } },
    { workload: '  satellite.js 7.1.0', ...unit(peer), ratio: { value: 1 / ratio, to: 'x in pairs' } },
  ];
}

function inPairs({ core, window, satellites, block }: World, { from, to }: Kind): Subject {
  const planes = block(core.kernels.positionsBytes(satellites.length));
  core.kernels.openPositions(window.record.pointer, planes);
  const scratch = block(core.layout.SCRATCH_BYTES);
  return {
    pieces: EPOCHS * (to - from),
    run(i) {
      for (let k = i * EPOCHS; k < (i + 1) * EPOCHS; k++) {
        core.kernels.epochPositions(window.record.pointer, k, from, to, scratch, planes);
      }
    },
  };
}

function inJavaScript({ window }: World, { satrecs }: Kind): Subject {
  return {
    pieces: satrecs.length,
    run(i) {
      const us = window.startUs + i * EPOCHS * MINUTE_MS * 1000;
      const gmst = gstime(new Date(us / 1000));
      for (const { satrec, epochUs } of satrecs) {
        const state = sgp4(satrec, (us - epochUs) / 60e6);
        if (state !== null) eciToEcf(state.position, gmst);
      }
    },
  };
}

/**
 * Number of positions that satellite.js computes in a second of one thread's processor time. It tells the speed of the
 * machine, whatever changes in our code. The fastest repetition counts, as other work on the machine delayed it least.
 */
export function referenceRate({ window, satellites }: World): number {
  const satrecs = satellites.slice(0, REFERENCE_SATELLITES).map(({ elements }) => ({
    satrec: satrecOf(elements),
    tsinceMin: (window.startUs - elements.epochUs) / 60e6,
  }));
  const seconds = Array.from({ length: REFERENCE_REPETITIONS }, () => {
    const before = process.cpuUsage();
    for (let k = 0; k < REFERENCE_EPOCHS; k++) {
      for (const { satrec, tsinceMin } of satrecs) sgp4(satrec, tsinceMin + k);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return (satrecs.length * REFERENCE_EPOCHS) / Math.min(...seconds);
}

/** Numbers of tracked satellites to measure with; the time of a block hardly depends on them. */
const TRACKED = [1, 100, 5000];
const STATIONS = 100;
/** Number of epochs of a block in a sweep of STATIONS cells. */
const BLOCK_EPOCHS = 60;
const REPETITIONS = 5;

/** Measures one block of epochs of a sweep, on this thread. */
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
  const { memory, free } = atOnce(
    allocatingSweepMemory(core, ringTables, window, { ...plan, blockEpochs: BLOCK_EPOCHS }),
  );
  const block = { window: window.record.pointer, satellites: window.satelliteCount, from: 0, epochs: BLOCK_EPOCHS };
  const wanted = { cells: ipix.length, cellRows: window.record.groupCount, partCells: STATIONS, partRows: count };
  return { task: { ...memory, ...block, ...wanted }, free };
}
