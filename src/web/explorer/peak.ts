/** Leading digits of rounded numbers. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const SAMPLES = 8;
/**
 * Golden ratio: fractional parts of its multiples are evenly spread, however many are taken, and resonate with no
 * orbit.
 */
const GOLDEN = 0.618_033_988_75;

/** Next round number at or above a count; at least 10, so that a few satellites look like few. */
export function roundedUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, count)));
  return power * (STEPS.find((step) => step * power >= count) ?? 10);
}

/** Epochs sampled from a window to stand for all of it. */
export function sampleEpochs(epochCount: number): number[] {
  return Array.from({ length: SAMPLES }, (_none, index) => Math.floor((((index + 1) * GOLDEN) % 1) * epochCount));
}
