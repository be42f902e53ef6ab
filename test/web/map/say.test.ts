import test from 'ava';
import { placeAloud } from '../../../src/web/map/say.js';

test('a place is read with its intensity and risk level', (t) => {
  t.is(placeAloud({ latDeg: 52.52, lonDeg: 13.4 }, 12, true), '52.5° N, 13.4° E: 12 others, moderate');
  t.is(placeAloud({ latDeg: -0.18, lonDeg: -78.47 }, 1, true), '0.2° S, 78.5° W: 1 other, low');
});

test('clear is told apart from not in view', (t) => {
  t.is(placeAloud({ latDeg: 0, lonDeg: 0 }, 0, true), '0.0° N, 0.0° E: clear');
  t.is(placeAloud({ latDeg: 0, lonDeg: 0 }, undefined, true), '0.0° N, 0.0° E: not in view');
  t.is(placeAloud({ latDeg: 0, lonDeg: 0 }, undefined, false), '0.0° N, 0.0° E: no data');
});
