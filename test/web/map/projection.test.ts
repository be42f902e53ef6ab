import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { wrapLon } from '../../../src/web/data/geodetic.js';
import { cellOf } from '../../../src/web/map/healpix.js';
import {
  fitView,
  type Frame,
  panned,
  placeAt,
  pointOf,
  projectionOf,
  scalePx,
  zoomed,
} from '../../../src/web/map/projection.js';
import { paintRaster, rasterOf } from '../../../src/web/map/raster.js';
import { beamView, interfererAt, ringsOf, planeOf, type SkyView } from '../../../src/web/stage/scene.js';
import { interferer } from '../interferer.js';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const places = fc.record({ latDeg: number(-90, 90), lonDeg: number(-180, 179.999) });
const frames: fc.Arbitrary<Frame> = fc
  .record({
    projection: fc.constantFrom('globe' as const, 'flat' as const),
    view: fc.record({ latDeg: number(-90, 90), lonDeg: number(-180, 179.999), zoom: number(1, 24) }),
    widthPx: fc.integer({ min: 100, max: 2000 }),
    heightPx: fc.integer({ min: 100, max: 1200 }),
  })
  .map(fitView);

test('a point of the screen leads to a place, which leads back to the point', (t) => {
  fc.assert(
    fc.property(frames, number(0, 1), number(0, 1), (frame, across, down) => {
      const point = { x: across * frame.widthPx, y: down * frame.heightPx };
      const place = placeAt(frame, point);
      fc.pre(place !== undefined);
      const back = pointOf(frame, place);
      // Leaves out points where rounding decides: on the globe's rim between front and back, at the flat map's ends
      // between left and right.
      const east = Math.abs(wrapLon(place.lonDeg - frame.view.lonDeg));
      fc.pre(frame.projection === 'flat' ? east < 179.999 : back !== undefined);
      assert.ok(back && Math.hypot(back.x - point.x, back.y - point.y) < 1e-3, JSON.stringify({ point, back }));
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

test('places are projected as by d3, which draws the land', (t) => {
  fc.assert(
    fc.property(frames, places, (frame, place) => {
      const point = pointOf(frame, place);
      fc.pre(point !== undefined && Math.abs(wrapLon(place.lonDeg - frame.view.lonDeg)) < 179.999);
      const [x, y] = projectionOf(frame)([place.lonDeg, place.latDeg]) ?? [Number.NaN, Number.NaN];
      // The tolerance is for d3, which omits rotations by less than a millionth of a radian.
      assert.ok(Math.hypot(point.x - x, point.y - y) < 0.05, JSON.stringify({ point, x, y }));
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

test('a globe hides its far side, and beside it there is no place', (t) => {
  const frame: Frame = { projection: 'globe', view: { latDeg: 0, lonDeg: 0, zoom: 1 }, widthPx: 800, heightPx: 600 };
  t.is(pointOf(frame, { latDeg: 0, lonDeg: 91 }), undefined);
  t.truthy(pointOf(frame, { latDeg: 0, lonDeg: 89 }));
  t.is(placeAt(frame, { x: 10, y: 10 }), undefined);
  t.is(placeAt({ ...frame, projection: 'flat' }, { x: 400, y: 5 }), undefined);
});

test('at zoom 1 the whole earth is seen, however the container is shaped', (t) => {
  fc.assert(
    fc.property(frames, places, (frame, place) => {
      const whole = fitView({ ...frame, view: { ...frame.view, zoom: 0 } });
      const point = pointOf(whole, place);
      fc.pre(point !== undefined);
      assert.ok(
        point.x >= -1e-6 && point.x <= frame.widthPx + 1e-6 && point.y >= -1e-6 && point.y <= frame.heightPx + 1e-6,
      );
    }),
  );
  t.pass();
});

test('the flat map shows nothing beyond a pole while it is taller than the container', (t) => {
  fc.assert(
    fc.property(frames, (frame) => {
      fc.pre(frame.projection === 'flat' && scalePx(frame) * Math.PI > frame.heightPx);
      assert.ok(placeAt(frame, { x: frame.widthPx / 2, y: 0.001 }));
      assert.ok(placeAt(frame, { x: frame.widthPx / 2, y: frame.heightPx - 0.001 }));
    }),
  );
  t.pass();
});

test('dragging takes the earth along', (t) => {
  const frame: Frame = { projection: 'globe', view: { latDeg: 20, lonDeg: 179, zoom: 2 }, widthPx: 800, heightPx: 600 };
  const middle = placeAt(frame, { x: 400, y: 300 }) ?? { latDeg: 0, lonDeg: 0 };
  const { x, y } = pointOf({ ...frame, view: panned(frame, 10, 5) }, middle) ?? { x: 0, y: 0 };
  t.true(Math.hypot(x - 410, y - 305) < 0.5);
  t.is(panned(frame, -2000, 0).lonDeg < 180, true);
  t.is(panned(frame, 0, 1e6).latDeg, 90);
});

test('zooming keeps the place under the pointer and stays in range', (t) => {
  const frame: Frame = { projection: 'flat', view: { latDeg: 0, lonDeg: 0, zoom: 3 }, widthPx: 800, heightPx: 400 };
  const pointer = { x: 500, y: 150 };
  const before = placeAt(frame, pointer);
  const after = placeAt({ ...frame, view: zoomed(frame, 2, pointer) }, pointer);
  t.true(Math.abs((before?.latDeg ?? 0) - (after?.latDeg ?? 1)) < 1e-9);
  t.true(Math.abs((before?.lonDeg ?? 0) - (after?.lonDeg ?? 1)) < 1e-9);
  t.is(zoomed(frame, 1000, pointer).zoom, 24);
  t.is(zoomed(frame, 0.001, pointer).zoom, 1);
});

test('each pixel has the cell of the place in its middle', (t) => {
  for (const projection of ['globe', 'flat'] as const) {
    for (const [latDeg, lonDeg, zoom, density] of [
      [0.1, 0.2, 1, 1],
      [51.3, 178.7, 1, 2],
      [-89.9, -120.4, 3.3, 1],
      [33.3, -44.4, 17, 1 / 3],
    ] as const) {
      const seen = fitView({ projection, view: { latDeg, lonDeg, zoom }, widthPx: 151, heightPx: 100 });
      const { cells, widthPx, heightPx } = rasterOf(seen, 64, density);
      const wrong = [...cells].filter((ipix, i) => {
        const x = (((i % widthPx) + 0.5) * seen.widthPx) / widthPx;
        const y = ((Math.floor(i / widthPx) + 0.5) * seen.heightPx) / heightPx;
        const place = placeAt(seen, { x, y });
        return ipix !== (place ? cellOf(64, place) : 12 * 64 * 64);
      });
      t.is(cells.length, widthPx * heightPx);
      // On an edge the last bit of rounding decides the cell; that may concern one pixel in ten thousand.
      t.true(wrong.length <= cells.length / 1e4, `${projection}: ${wrong.length} of ${cells.length}`);
    }
  }
});

test('a pixel takes the colour of its cell, and none beside the earth', (t) => {
  const raster = { nside: 1, widthPx: 2, heightPx: 2, cells: Int32Array.of(3, 12, 0, 3) };
  const colours = new Uint32Array(13);
  colours[3] = 0xff112233;
  const pixels = new Uint32Array(4).fill(7);
  paintRaster(raster, colours, pixels);
  t.deepEqual([...pixels], [0xff112233, 0, 0, 0xff112233]);
});

const SKY: SkyView = { kind: 'sky' };
/**
 * Pixels of a direction on a disc of 100 pixels, to the right of its middle and below it; undefined if it is not on the
 * disc.
 */
function onDisc(view: SkyView, azimuthDeg: number, elevationDeg: number): [x: number, y: number] | undefined {
  const at = planeOf({ view, sizePx: 236 }).pointOf({ azimuthDeg, elevationDeg });
  return at && [Math.round(100 * (at.x - 118)) / 100 + 0, Math.round(100 * (at.y - 118)) / 100 + 0];
}

test('in the sky north is up and east is right; the zenith is the middle, the horizon the rim', (t) => {
  t.deepEqual(
    [0, 90, 180, 270].map((azimuth) => onDisc(SKY, azimuth, 0)),
    [
      [0, -100],
      [100, 0],
      [0, 100],
      [-100, 0],
    ],
  );
  t.deepEqual(onDisc(SKY, 90, 45), [50, 0]);
  t.deepEqual(onDisc(SKY, 17, 90), [0, 0]);
  t.is(onDisc(SKY, 90, -1), undefined);
});

test('a close-up shows separations as distances from its middle, the zenith upwards, azimuth to the right', (t) => {
  const view = beamView({ azimuthDeg: 120, elevationDeg: 40 }, 4);
  t.deepEqual(onDisc(view, 120, 43), [0, -25]);
  t.true((onDisc(view, 123, 40)?.[0] ?? 0) > 15);
  t.is(onDisc(view, 120, 53), undefined);
  t.deepEqual(ringsOf(3), [1, 2, 3]);
  t.deepEqual(ringsOf(15), [5, 10, 15]);
  t.deepEqual(ringsOf(60), [20, 40, 60]);
});

test('a click selects the nearest dot in reach', (t) => {
  const scene = {
    view: SKY,
    sizePx: 400,
    interferers: [
      interferer({ noradNumber: 1, azimuthDeg: 90, elevationDeg: 45 }),
      interferer({ noradNumber: 2, azimuthDeg: 90, elevationDeg: 42 }),
      interferer({ noradNumber: 3, azimuthDeg: 90, elevationDeg: -10 }),
    ],
  };
  t.is(interfererAt(scene, { x: 292, y: 200 })?.noradNumber, 1);
  t.is(interfererAt(scene, { x: 296, y: 201 })?.noradNumber, 2);
  t.is(interfererAt(scene, { x: 200, y: 200 }), undefined);
  t.is(interfererAt(scene, { x: 399, y: 200 }), undefined);
});
