import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCore } from '../../core/index.js';
import { createErrorFitter, type ErrorFitter } from './fit.js';
import { type FitMessage, type FitTask, unpackSets } from './fitApart.js';

/** Memory of the core: room for the records of one satellite's sets, at most 1,344 bytes each. */
const CORE_MEGABYTES = 16;
/** Nice value of the thread: it gives way to everything else that runs. */
const NICENESS = 19;

// Linux keeps nice values by thread; 0 stands for the calling thread.
setPriority(0, NICENESS);

let fitter: ErrorFitter | undefined;

async function answer(message: FitMessage): Promise<void> {
  fitter ??= createErrorFitter(await createCore({ maxMegabytes: CORE_MEGABYTES }), (workerData as FitTask).nowUs);
  if (message !== 'fit') for (const { name, sets } of message.satellites) fitter.add({ name, sets: unpackSets(sets) });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage(message === 'fit' ? fitter.fit() : null);
}

// The next message comes when this one is answered.
parentPort?.on('message', (message: FitMessage) => void answer(message));
