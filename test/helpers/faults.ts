/** Variable that names a file; threads of test/helpers/faultyWorker.ts that are started with it wait until that is there. */
export const GATE = 'SIDELOBE_TEST_GATE';
/** How long they wait, at most: then they fail. */
export const GATE_MS = 120_000;

/** Epochs at which a thread of test/helpers/faultyWorker.ts fails, where it is asked about that one alone. */
export const FAULT_EPOCHS = { exit: 101, heap: 102, trap: 103, memory: 104, spin: 105 } as const;
export type Fault = keyof typeof FAULT_EPOCHS;
