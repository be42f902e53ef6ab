import test from 'ava';
import { inBeamOf, nearestDots } from '../../../src/web/stage/dots.js';

const DOTS = {
  places: Float32Array.of(0, 10, 0, 179, Number.NaN, Number.NaN, 0, -178, 80, 0),
  kinds: [0, 0, 0, 1, 1],
  tints: [0, 6],
};

test('the nearest dots are found across the date line and over a pole, in order; hidden operators have none', (t) => {
  t.deepEqual(nearestDots(DOTS, { latDeg: 0, lonDeg: -179.6 }, 3), [1, 3, 4]);
  t.deepEqual(nearestDots(DOTS, { latDeg: 89, lonDeg: 170 }, 1), [4]);
  t.deepEqual(nearestDots({ ...DOTS, tints: [0, undefined] }, { latDeg: 0, lonDeg: -179 }, 3), [1, 0]);
  t.deepEqual(nearestDots({ ...DOTS, kinds: undefined, tints: [] }, { latDeg: 1, lonDeg: 9 }, 1), [0]);
});

test('those in the beam are where their dots are', (t) => {
  const names = { operators: [], of: [0, 0, 0, 1, 1], norad_numbers: [11, 12, 13, 14, 15] };
  const met = [12, 13, 99].map((noradNumber) => ({ noradNumber, name: `SAT ${noradNumber}` }));
  t.deepEqual(inBeamOf(met, { dots: DOTS, names }), [{ name: 'SAT 12', latDeg: 0, lonDeg: 179 }]);
  t.deepEqual(inBeamOf(met, { dots: DOTS, names: undefined }), []);
});
