/**
 * Environment variable that names a file. A thread of faultyWorker.ts that starts while it is set waits
 * until the file exists.
 */
export const GATE = 'SIDELOBE_TEST_GATE';
/** Milliseconds after which a thread of faultyWorker.ts that waits for the file of GATE fails. */
export const GATE_MS = 120_000;

/**
 * Faults of a thread of faultyWorker.ts, each with the epoch at which it occurs: in a task for that epoch
 * alone.
 */
export const FAULT_EPOCHS = { exit: 101, heap: 102, trap: 103, memory: 104, spin: 105 } as const;
export type Fault = keyof typeof FAULT_EPOCHS;
