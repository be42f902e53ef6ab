/** Variable that names a file; threads of test/helpers/faultyWorker.ts that are started with it wait until that is there. */
export const GATE = 'SIDELOBE_TEST_GATE';
/** How long they wait, at most: then they fail. */
export const GATE_MS = 10_000;
