import { setImmediate } from 'node:timers/promises';
import type { Pieces } from './pieces.js';

/** Longest time in ms that other work waits, beside the time of one piece. */
const TURN_MS = 3;

/** Does the work, and lets the event loop turn every few milliseconds. */
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
