import { setImmediate } from 'node:timers/promises';

/** Work that can pause between its pieces, each of some milliseconds at most. */
export type Pieces<T> = Generator<void, T, void>;

/** Others wait no longer than this and a piece. */
const TURN_MS = 3;

/** Does the work without a pause. */
export function atOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value;
  }
}

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
