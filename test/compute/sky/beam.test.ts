import test from 'ava';
import { beamDeg } from '../../../src/compute/sky/beam.js';

const GHZ = 1e9;
const LIGHT = 299_792_458;

test('a dish of 50 wavelengths and more has a beam of 1 degree, or of 100 wavelengths over its diameter', (t) => {
  t.is(beamDeg(13, 8.2 * GHZ), 1);
  t.is(beamDeg(100, LIGHT), 1);
  // A dish of 2.4 m is 93.7 wavelengths wide at 11.7 GHz.
  t.true(Math.abs(beamDeg(2.4, 11.7 * GHZ) - 1.067_65) < 1e-4);
  t.is(beamDeg(50, LIGHT), 2);
});

test('a smaller dish has a beam of 2 degrees, or of 114 (D/λ)^-1.09', (t) => {
  // The formula for dishes below 50 wavelengths gives 114 · 40^-1.09 = 2.0449. Just below 50 it gives less than 2,
  // which is the least.
  t.true(Math.abs(beamDeg(40, LIGHT) - 2.0449) < 1e-3);
  t.is(beamDeg(49.9, LIGHT), 2);
  t.true(Math.abs(beamDeg(10, LIGHT) - 9.266) < 1e-3);
});

test('no beam is wider than 90 degrees', (t) => {
  t.is(beamDeg(0.1, 0.137 * GHZ), 90);
});
