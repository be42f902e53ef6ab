import test from 'ava';
import { actionOf } from '../../../src/web/map/keyboard.js';
import { barKm } from '../../../src/web/map/fit.js';
import { placeAloud } from '../../../src/web/map/keyboard.js';
import { subsolarPoint } from '../../../src/web/map/satellite.js';

test('arrows move the view their way, so the earth goes the other', (t) => {
  t.deepEqual(actionOf('ArrowRight'), { kind: 'pan', right: -0.1, down: 0 });
  t.deepEqual(actionOf('ArrowUp'), { kind: 'pan', right: 0, down: 0.1 });
  t.deepEqual(actionOf('ArrowLeft'), { kind: 'pan', right: 0.1, down: 0 });
  t.deepEqual(actionOf('ArrowDown'), { kind: 'pan', right: 0, down: -0.1 });
});

test('plus, with or without shift, and minus zoom as much in as out', (t) => {
  const factors = ['+', '=', '-'].map((key) => {
    const action = actionOf(key);
    return action?.kind === 'zoom' ? action.factor : undefined;
  });
  t.deepEqual(factors, [1.4, 1.4, 1 / 1.4]);
});

test('Enter picks, and keys that mean nothing to the map are left to the page', (t) => {
  t.deepEqual(actionOf('Enter'), { kind: 'pick' });
  t.deepEqual(['Tab', 'a', ' ', 'Escape'].map(actionOf), [undefined, undefined, undefined, undefined]);
});

test('a place is read with its intensity and risk level', (t) => {
  t.is(placeAloud({ latDeg: 52.52, lonDeg: 13.4 }, 12, true), '52.5° N, 13.4° E: 12 others, moderate');
  t.is(placeAloud({ latDeg: -0.18, lonDeg: -78.47 }, 1, true), '0.2° S, 78.5° W: 1 other, low');
});

test('clear is told apart from not in view', (t) => {
  t.is(placeAloud({ latDeg: 0, lonDeg: 0 }, 0, true), '0.0° N, 0.0° E: clear');
  t.is(placeAloud({ latDeg: 0, lonDeg: 0 }, undefined, true), '0.0° N, 0.0° E: not in view');
  t.is(placeAloud({ latDeg: 0, lonDeg: 0 }, undefined, false), '0.0° N, 0.0° E: no data');
});

test('the bar is 1, 2 or 5 times a power of ten long, and at least a third of its room', (t) => {
  t.deepEqual([0.5, 1, 2, 9.2, 18, 24].map(barKm), [50, 100, 200, 1000, 1000, 2000]);
});

test('the sun stands where almanacs have it', (t) => {
  // Solstices and an equinox (USNO), at which the declination is 23.44, 0 and -23.44 degrees; the equation of time
  // gives the longitude at 12:00 UTC.
  for (const [time, latDeg, lonDeg] of [
    ['2024-06-20T20:51:00Z', 23.44, undefined],
    ['2024-03-20T03:06:00Z', 0, undefined],
    ['2025-12-21T15:03:00Z', -23.44, undefined],
    // 16.4 minutes ahead early in November, 14.2 behind in the middle of February.
    ['2025-11-03T12:00:00Z', undefined, -4.1],
    ['2026-02-11T12:00:00Z', undefined, 3.56],
  ] as const) {
    const found = subsolarPoint(Date.parse(time));
    if (latDeg !== undefined) t.true(Math.abs(found.latDeg - latDeg) < 0.02, `${time}: ${found.latDeg}`);
    if (lonDeg !== undefined) t.true(Math.abs(found.lonDeg - lonDeg) < 0.05, `${time}: ${found.lonDeg}`);
  }
});
