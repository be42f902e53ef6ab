import { sweepBlock } from '../../src/compute/thread/sweepBlock.js';
import { BANDS } from '../../src/spec.js';
import { measure, rate, type Workload } from './measure.js';
import { pythonWith, runPython, timesInPython } from './python.js';
import { taskOf } from './sweep.js';
import type { World } from './world.js';

const REPETITIONS = 3;
const DEG = Math.PI / 180;

/**
 * A block of a sweep, all of it, against the counting of one epoch as a pipeline in Python does it, which is given the
 * positions: one numpy map of counts for each band, healpy's discs.
 */
export function sharedMap(world: World): Workload {
  return {
    name: 'counting against numpy and healpy',
    async measure() {
      const python = pythonWith('healpy', 'numpy');
      if (python === undefined) return [];
      const { core, window } = world;
      const { task, free } = taskOf(world, 100);
      const minutes = task.epochs * window.satelliteCount;
      const run = (i: number): unknown => sweepBlock(core, { ...task, from: i * task.epochs });
      const own = await measure({ pieces: minutes, run });
      free();
      const { input, placed } = inputOf(world);
      const seconds = runPython(python, 'sharedMap.py', input) as number[];
      const peer = timesInPython(seconds.map((second) => (1000 * second) / placed));
      const unit = 'M satellite-minutes/s';
      const ratio = { value: peer.paceMs / own.paceMs, to: 'x numpy and healpy' };
      return [
        { workload: this.name, ...own, rates: [rate(own, 1e-6, unit)], ratio },
        { workload: '  numpy and healpy, counting alone', ...peer, rates: [rate(peer, 1e-6, unit)] },
      ];
    },
  };
}

/** What sharedMap.py reads, of the satellites that transmit and are placed at the window's first epoch. */
function inputOf({ core, window, satellites, block }: World): { input: Uint8Array; placed: number } {
  const scratch = block(core.layout.SCRATCH_BYTES);
  const position = block(24);
  const records = satellites.flatMap(({ noradNumber, bands, minElevationDeg }) => {
    const index = window.satellite(noradNumber)?.index ?? 0;
    const failed = core.kernels.writeEphemeris(window.record.pointer, index, 0, 1, scratch, position);
    if (bands === 0 || failed > 0) return [];
    const record = Buffer.alloc(40);
    [0, 8, 16].forEach((at) => record.writeDoubleLE(core.view.getFloat64(position + at, true), at));
    record.writeDoubleLE(minElevationDeg * DEG, 24);
    record.writeUInt32LE(bands, 32);
    return [record];
  });
  const head = Uint32Array.of(records.length, BANDS.length, window.nside, REPETITIONS);
  return { input: Buffer.concat([new Uint8Array(head.buffer), ...records]), placed: records.length };
}
