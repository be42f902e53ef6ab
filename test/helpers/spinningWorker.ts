import { workerData } from 'node:worker_threads';
import type { ScanTask } from '../../src/compute/scan.js';
import { type Call, run as runTask, type WorkerSetup } from '../../src/compute/thread/worker.js';
import { attachInstance } from '../../src/core/instance.js';

export { ready } from '../../src/compute/thread/worker.js';

const setup = workerData as WorkerSetup;
const { kernels, layout } = attachInstance(setup.module, setup.memory);

/** (module (import "m" "m" (memory 1 65536 shared)) (func (export "spin") (param i32) (loop: add 1 to the word there))) */
const SPINNING = await WebAssembly.compile(
  Buffer.from(
    '0061736d0100000001050160017f00020b01016d016d020301808004' +
      '03020100070801047370696e00000a1601140003402000200028020041016a3602000c000b0b',
    'hex',
  ),
);

/** Runs every task but that of one epoch, of which there is no end. */
export function run(call: Call): unknown {
  const { from = 0, to = 0 } = call.task as Partial<ScanTask>;
  return to - from === 1 ? spin(call.task as ScanTask) : runTask(call);
}

/** Fills a little of the series, and then writes to the slot's text for ever, whatever its cancel word says. */
function spin({ window, satellite, series, slot, bands, from, to }: ScanTask): never {
  kernels.coverTracked(window, satellite, series + layout.SERIES_SITE, from, to, slot);
  kernels.openFill(window, series, bands, slot);
  kernels.countFill(window, series, bands, slot, slot + layout.SLOT_WORK, 1);
  const instance = new WebAssembly.Instance(SPINNING, { m: { m: setup.memory } });
  (instance.exports['spin'] as (address: number) => void)(slot + layout.SLOT_TEXT);
  throw new Error('never');
}
