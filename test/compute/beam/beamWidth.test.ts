import test from 'ava';
import { beamDeg } from '../../../src/compute/sky/beamWidth.js';

const GHZ = 1e9;
const LIGHT = 299_792_458;

test('a dish of 50 wavelengths and more has a beam of 1 degree, or of 100 wavelengths over its diameter', (t) => {
  t.is(beamDeg(13, 8.2 * GHZ), 1);
  t.is(beamDeg(100, LIGHT), 1);
  // 2.4 m at 11.7 GHz: 93.7 wavelengths.
  t.true(Math.abs(beamDeg(2.4, 11.7 * GHZ) - 1.067_65) < 1e-4);
  t.is(beamDeg(50, LIGHT), 2);
});

test('a smaller dish has a beam of 2 degrees, or of 114 (D/λ)^-1.09', (t) => {
  // 114 · 40^-1.09 = 2.0449, and just below 50 wavelengths the formula gives less than 2.
  t.true(Math.abs(beamDeg(40, LIGHT) - 2.0449) < 1e-3);
  t.is(beamDeg(49.9, LIGHT), 2);
  t.true(Math.abs(beamDeg(10, LIGHT) - 9.266) < 1e-3);
});

test('no beam is wider than 90 degrees', (t) => {
  t.is(beamDeg(0.1, 0.137 * GHZ), 90);
});

test('a larger dish or a higher frequency never widens the beam within a rule', (t) => {
  for (const [from, to] of [
    [1, 49.9],
    [50, 400],
  ] as const) {
    let before = Infinity;
    for (let diameters = from; diameters <= to; diameters += 0.1) {
      const angle = beamDeg(diameters / 10, 10 * LIGHT);
      t.true(angle <= before);
      before = angle;
    }
  }
});
