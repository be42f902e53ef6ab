import { setImmediate } from 'node:timers/promises';
import type { Pieces } from './pieces.js';

/** Time in ms after which other work gets its turn. The piece under way then is finished first. */
const TURN_MS = 3;

/** Does the work, and lets the event loop do other work every few milliseconds. */
export async function inTurns<T>(pieces: Pieces<T>): Promise<T> {
  let fromMs = performance.now();
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value;
    if (performance.now() - fromMs < TURN_MS) continue;
    await setImmediate();
    fromMs = performance.now();
  }
}
