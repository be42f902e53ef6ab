import test from 'ava';
import fc from 'fast-check';
import { circleAround, directionAt, discPoint, separationDeg, type SkyView } from '../../../src/web/sky/projection.js';
import { beamView, interfererAt, ringsOf } from '../../../src/web/sky/scene.js';
import { interferer } from '../../helpers/interferer.js';

const SKY: SkyView = { kind: 'sky' };
const direction = fc.record({
  azimuthDeg: fc.double({ min: 0, max: 359.999, noNaN: true }),
  elevationDeg: fc.double({ min: 0, max: 89.9, noNaN: true }),
});

function near(t: { true: (is: boolean, told: string) => void }, a: number, b: number, within = 1e-9): void {
  t.true(Math.abs(a - b) < within, `${a} is not ${b}`);
}

test('north is up and east is right; the zenith is the middle, the horizon the rim', (t) => {
  for (const [azimuthDeg, x, y] of [
    [0, 0, -1],
    [90, 1, 0],
    [180, 0, 1],
    [270, -1, 0],
  ] as const) {
    const rim = discPoint(SKY, { azimuthDeg, elevationDeg: 0 });
    near(t, rim.x, x);
    near(t, rim.y, y);
    const middle = discPoint(SKY, { azimuthDeg, elevationDeg: 90 });
    near(t, Math.hypot(middle.x, middle.y), 0);
    near(t, discPoint(SKY, { azimuthDeg, elevationDeg: 45 }).x, x / 2);
  }
});

test('a point of the disc is a direction, and the direction that point', (t) => {
  fc.assert(
    fc.property(direction, direction, (middle, one) => {
      for (const view of [SKY, beamView(middle, 5)]) {
        const point = discPoint(view, one);
        const back = directionAt(view, point);
        if (Math.hypot(point.x, point.y) > 1) return back === undefined;
        if (!back || separationDeg(back, one) > 1e-6) return false;
      }
      return true;
    }),
  );
  t.pass();
});

test('a close-up shows separations as distances from its middle, the zenith upwards', (t) => {
  const middle = { azimuthDeg: 120, elevationDeg: 40 };
  const view = beamView(middle, 4);
  const up = discPoint(view, { azimuthDeg: 120, elevationDeg: 43 });
  near(t, up.x, 0);
  near(t, up.y, -3 / 12);
  t.true(discPoint(view, { azimuthDeg: 123, elevationDeg: 40 }).x > 0);
  fc.assert(
    fc.property(direction, (one) => {
      const { x, y } = discPoint(view, one);
      return Math.abs(12 * Math.hypot(x, y) - separationDeg(middle, one)) < 1e-6;
    }),
  );
});

test('all of a beam stands at its angle from its middle, also over the zenith', (t) => {
  fc.assert(
    fc.property(direction, fc.double({ min: 0.1, max: 30, noNaN: true }), (middle, radius) =>
      circleAround(middle, radius).every((one) => Math.abs(separationDeg(middle, one) - radius) < 1e-6),
    ),
  );
  const [first, ...others] = circleAround({ azimuthDeg: 10, elevationDeg: 89 }, 5);
  t.true(first !== undefined && separationDeg(first, others.at(-1) ?? first) < 1e-9);
});

test('separations of a hair and of half a turn are what they are', (t) => {
  const a = { azimuthDeg: 30, elevationDeg: 50 };
  near(t, separationDeg(a, { azimuthDeg: 30, elevationDeg: 50.000_01 }), 1e-5, 1e-11);
  near(t, separationDeg(a, { azimuthDeg: 210, elevationDeg: -50 }), 180, 1e-6);
});

test('a close-up has rings at some four round separations', (t) => {
  t.deepEqual(ringsOf(3), [1, 2, 3]);
  t.deepEqual(ringsOf(15), [5, 10, 15]);
  t.deepEqual(ringsOf(1), [0.25, 0.5, 0.75, 1]);
  t.deepEqual(ringsOf(60), [20, 40, 60]);
});

test('the dot that is meant is the nearest in reach', (t) => {
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
