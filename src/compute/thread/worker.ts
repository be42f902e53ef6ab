import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { attachInstance, type CoreInstance } from '../../core/instance.js';
import type { WasmMemory, WasmModule } from '../../core/module.js';
import * as tasks from './tasks.js';

/** Data that a thread is started with. */
export interface WorkerSetup {
  module: WasmModule;
  memory: WasmMemory;
  /** Nice value of the thread, where the system has them: 0 is ordinary, 19 gives way to everything. */
  niceness: number;
}

/** A call of one of the tasks. */
export interface Call {
  name: string;
  task: object;
}

const setup = workerData as WorkerSetup;
// Linux keeps nice values by thread; 0 stands for the calling thread.
if (setup.niceness > 0) setPriority(0, setup.niceness);

let attached: CoreInstance | undefined;
/**
 * Attaches at the first call, not while this module loads: Node 20 aborts the process if a module throws in a thread
 * that is just being ended.
 */
const core = (): CoreInstance => (attached ??= attachInstance(setup.module, setup.memory));

const byName: Readonly<Record<string, (core: CoreInstance, task: never) => unknown>> = tasks;

/** Returns the names of the tasks that this thread runs, once it can compute. */
export function ready(): string[] {
  core().kernels.gmst82(0);
  return Object.keys(byName);
}

/** Runs a task. @throws RangeError if no task has the name, and the errors of the task */
export function run({ name, task }: Call): unknown {
  const found = byName[name];
  if (found === undefined) throw new RangeError(`no task is named ${name}`);
  return found(core(), task as never);
}
