/** Work that can pause between its pieces, each of some milliseconds at most. */
export type Pieces<T> = Generator<void, T, void>;

/** Does the work without a pause. */
export function atOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value;
  }
}

/** Time in ms after which other work gets its turn, once the piece under way has ended. */
const TURN_MS = 3;

/** Does the work, and lets the event loop do other work every few milliseconds. Only for Node. */
export async function inTurns<T>(pieces: Pieces<T>): Promise<T> {
  let fromMs = performance.now();
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value;
    if (performance.now() - fromMs < TURN_MS) continue;
    await new Promise(setImmediate);
    fromMs = performance.now();
  }
}
