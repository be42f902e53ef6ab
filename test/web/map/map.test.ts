import test from 'ava';
import { placeAloud } from '../../../src/web/map/cells.js';
import { clusterAt, clustersOf } from '../../../src/web/map/clusters.js';
import { viewOf } from '../../../src/web/map/projection.js';
import { subsolarPoint } from '../../../src/web/map/satellite.js';

test('a place is read aloud with its intensity and risk level; nobody differs from not in view', (t) => {
  for (const [latDeg, lonDeg, intensity, isKnown, told] of [
    [52.52, 13.4, 12, true, '52.5° N, 13.4° E: 12 others, moderate'],
    [-0.18, -78.47, 1, true, '0.2° S, 78.5° W: 1 other, low'],
    [0, 0, 0, true, '0.0° N, 0.0° E: no others'],
    [0, 0, undefined, true, '0.0° N, 0.0° E: not in view'],
    [0, 0, undefined, false, '0.0° N, 0.0° E: no data'],
  ] as const) {
    t.is(placeAloud({ latDeg, lonDeg }, intensity, isKnown), told);
  }
});

test('stations whose symbols would overlap share one, which zooms to all of them; the chosen station stands alone', (t) => {
  const view = { latDeg: 0, lonDeg: 0, zoom: 1 };
  const frame = { projection: 'flat' as const, view, widthPx: 720, heightPx: 360 };
  const pins = [0, 1, 2, 60].map((lonDeg, id) => ({ id, name: '', active: true, latDeg: 0, lonDeg }));
  const idsOf = (chosen?: number) =>
    clustersOf(frame, pins, chosen).map(({ stations }) => stations.map(({ id }) => id));
  t.deepEqual(idsOf(), [[0, 1, 2], [3]]);
  t.deepEqual(idsOf(1), [[0, 2], [3], [1]]);
  t.is(clusterAt(clustersOf(frame, pins), { x: 362, y: 181 })?.stations.length, 3);
  t.is(clusterAt(clustersOf(frame, pins), { x: 420, y: 181 }), undefined);
  const near = viewOf(frame, pins.slice(0, 3), 24);
  t.deepEqual([near.lonDeg, near.zoom], [1, 24]);
});

test('the sun stands where almanacs have it', (t) => {
  // Sun at solstices and an equinox (USNO): the declination is 23.44, 0 and -23.44 degrees. The longitude at 12:00 UTC
  // follows from the equation of time.
  for (const [time, latDeg, lonDeg] of [
    ['2024-06-20T20:51:00Z', 23.44, undefined],
    ['2024-03-20T03:06:00Z', 0, undefined],
    ['2025-12-21T15:03:00Z', -23.44, undefined],
    // The equation of time is 16.4 minutes early in November, and -14.2 minutes in the middle of February.
    ['2025-11-03T12:00:00Z', undefined, -4.1],
    ['2026-02-11T12:00:00Z', undefined, 3.56],
  ] as const) {
    const found = subsolarPoint(Date.parse(time));
    if (latDeg !== undefined) t.true(Math.abs(found.latDeg - latDeg) < 0.02, `${time}: ${found.latDeg}`);
    if (lonDeg !== undefined) t.true(Math.abs(found.lonDeg - lonDeg) < 0.05, `${time}: ${found.lonDeg}`);
  }
});
