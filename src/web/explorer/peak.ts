/** Steps of the rounded numbers, as parts of a power of ten. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const SAMPLES = 8;
/** Multiples of it, less their whole parts, lie evenly however many are taken, and keep step with no orbit. */
const GOLDEN = 0.618_033_988_75;

/** The next round number at or above a count; at least 10, so that some single satellites look like few. */
export function roundedUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, count)));
  return power * (STEPS.find((step) => step * power >= count) ?? 10);
}

/** Epochs that stand for all of a window. */
export function sampleEpochs(epochCount: number): number[] {
  return Array.from({ length: SAMPLES }, (_none, index) => Math.floor((((index + 1) * GOLDEN) % 1) * epochCount));
}
