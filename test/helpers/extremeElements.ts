import type { MeanElements } from '../../src/core/elements.js';

/**
 * Elements such as an import accepts, far beyond what satellites have. Four in ten circle so low, above 17.6 rev/day, that
 * only drag the wrong way lifts them out of the Earth.
 */
export function extremeElements(next: () => number, startUs: number): MeanElements {
  const between = (low: number, high: number): number => low + (high - low) * next();
  const oneOf = <T>(choices: readonly (() => T)[]): T => choices[Math.floor(next() * choices.length)]!();
  const angle = (): number => between(0, 360);
  // An import asks of drag that it is finite, no more.
  const magnitude = 10 ** (next() < 0.95 ? between(-6, 0) : between(0, 300));
  return {
    epochUs: startUs + 60e6 * Math.floor(between(-20_160, 20_160)),
    meanMotionRevPerDay: oneOf([
      () => between(17.6, 18.2),
      () => between(17.6, 18.2),
      () => between(17.6, 18.2),
      () => between(17.6, 20),
      () => between(15.5, 17.6),
      () => between(6.4, 15.5),
      () => between(11, 16.5),
      () => between(0.05, 6.4),
      () => oneOf([() => between(0.98, 1.02), () => between(1.98, 2.02)]),
      () => 10 ** between(-5, 0),
    ]),
    eccentricity: oneOf([
      () => between(0, 0.002),
      () => between(0, 0.05),
      () => between(0, 0.9),
      () => 1 - 10 ** between(-9, 0),
    ]),
    inclinationDeg: oneOf([
      () => between(0, 180),
      () => oneOf([() => 0, () => 63.4349, () => 90, () => 98, () => 180]),
    ]),
    raanDeg: angle(),
    argPerigeeDeg: angle(),
    meanAnomalyDeg: angle(),
    bstar: next() < 0.5 ? -magnitude : magnitude,
  };
}
