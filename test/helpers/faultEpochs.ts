/** Epochs at which a thread of test/helpers/faultyWorker.ts fails, where it is asked about that one alone. */
export const FAULT_EPOCHS = { exit: 101, heap: 102, trap: 103, memory: 104, spin: 105 } as const;
export type Fault = keyof typeof FAULT_EPOCHS;
