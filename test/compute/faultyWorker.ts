import { existsSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { ScanTask } from '../../src/compute/thread/fill.js';
import { type Call, run as runTask, type WorkerSetup } from '../../src/compute/thread/worker.js';
import { attachInstance } from '../../src/core/instance.js';
import { type Fault, FAULT_EPOCHS, GATE, GATE_MS } from './faults.js';

export { ready } from '../../src/compute/thread/worker.js';

const gate = process.env[GATE];
const isClosed = (): boolean => gate !== undefined && !existsSync(gate);
const endMs = performance.now() + GATE_MS;
while (isClosed()) {
  if (performance.now() > endMs) throw new Error(`${gate} did not come`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

const setup = workerData as WorkerSetup;
const { kernels, layout } = attachInstance(setup.module, setup.memory);

/**
 * Program whose function adds 1 to the word at an address of the shared memory, over and over: (module (import "m" "m"
 * (memory 1 65536 shared)) (func (export "spin") (param i32) ...)).
 */
const SPINNING = await WebAssembly.compile(
  Buffer.from(
    '0061736d0100000001050160017f00020b01016d016d020301808004' +
      '03020100070801047370696e00000a1601140003402000200028020041016a3602000c000b0b',
    'hex',
  ),
);

const FAULTS: Readonly<Record<Fault, (task: ScanTask) => never>> = {
  exit: () => process.exit(3),
  heap() {
    for (const taken: number[][] = []; ;) taken.push(Array.from({ length: 2 ** 20 }, () => taken.length + 0.5));
  },
  trap(task) {
    runTask({ name: 'fill', task: { ...task, window: setup.memory.buffer.byteLength - 8 } });
    throw new Error('never');
  },
  memory() {
    for (const taken: WebAssembly.Memory[] = []; ;)
      taken.push(new WebAssembly.Memory({ initial: 65_536, maximum: 65_536, shared: true }));
  },
  spin,
};

/** Runs a task; a task for one epoch of FAULT_EPOCHS alone fails with that fault instead. */
export function run(call: Call): unknown {
  const { from = 0, to = 0 } = call.task as Partial<ScanTask>;
  const fault = to - from === 1 && (Object.keys(FAULTS) as Fault[]).find((name) => FAULT_EPOCHS[name] === from);
  return fault ? FAULTS[fault](call.task as ScanTask) : runTask(call);
}

/** Fills a little of the series, then writes to the slot's text for ever and ignores the slot's word `cancel`. */
function spin({ window, satellite, series, slot, bands, from, to }: ScanTask): never {
  kernels.coverTracked(window, satellite, series + layout.SERIES_SITE, from, to, slot);
  kernels.openFill(window, series, bands, slot);
  kernels.countFill(window, series, bands, slot, slot + layout.SLOT_WORK, 0);
  const instance = new WebAssembly.Instance(SPINNING, { m: { m: setup.memory } });
  (instance.exports['spin'] as (address: number) => void)(slot + layout.SLOT_TEXT);
  throw new Error('never');
}
