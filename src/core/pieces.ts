/** Work that can pause between its pieces, each of some milliseconds at most. */
export type Pieces<T> = Generator<void, T, void>;

/** Does the work without a pause. */
export function atOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value;
  }
}
