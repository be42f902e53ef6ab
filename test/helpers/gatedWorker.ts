import { existsSync } from 'node:fs';
import { GATE, GATE_MS } from './gate.js';

export { ready, run } from './faultyWorker.js';

const gate = process.env[GATE];
const endMs = performance.now() + GATE_MS;
const nothing = new Int32Array(new SharedArrayBuffer(4));
const isClosed = (): boolean => gate !== undefined && !existsSync(gate);
while (isClosed()) {
  if (performance.now() > endMs) throw new Error(`${gate} did not come`);
  Atomics.wait(nothing, 0, 0, 5);
}
