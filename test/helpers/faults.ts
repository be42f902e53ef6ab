/**
 * Environment variable that names a file: threads of test/helpers/faultyWorker.ts that start with it wait until the
 * file exists.
 */
export const GATE = 'SIDELOBE_TEST_GATE';
/** Longest time, in milliseconds, for which these threads wait; then they fail. */
export const GATE_MS = 120_000;

/** Epochs at which a thread of test/helpers/faultyWorker.ts fails, if a task asks for that epoch alone. */
export const FAULT_EPOCHS = { exit: 101, heap: 102, trap: 103, memory: 104, spin: 105 } as const;
export type Fault = keyof typeof FAULT_EPOCHS;
