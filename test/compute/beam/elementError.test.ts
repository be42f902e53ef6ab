import test from 'ava';
import { alongTrackSigmaKm, separationSigmaDeg } from '../../../src/compute/sky/elementError.js';

test('an element set is a kilometre off at its epoch, and about a kilometre a day far from it, before as after', (t) => {
  t.is(alongTrackSigmaKm(0), 1);
  t.is(alongTrackSigmaKm(1), Math.SQRT2);
  t.is(alongTrackSigmaKm(-1), Math.SQRT2);
  t.true(Math.abs(alongTrackSigmaKm(10) - 10.05) < 0.01);
});

test('the errors of two satellites add in quadrature, each as an angle at its distance', (t) => {
  const near = { ageDays: 0, rangeKm: 500 };
  const far = { ageDays: 0, rangeKm: 40_000 };
  const alone = (1 / 500) * (180 / Math.PI);
  t.true(Math.abs(separationSigmaDeg(near, near) - alone * Math.SQRT2) < 1e-12);
  t.is(separationSigmaDeg(near, far), separationSigmaDeg(far, near));
  t.true(Math.abs(separationSigmaDeg(near, far) - alone) < 1e-4);
  t.true(separationSigmaDeg({ ...near, ageDays: 3 }, far) > 3 * alone);
});
