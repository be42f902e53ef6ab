import assert from 'node:assert';
import test from 'ava';
import { geoContains } from 'd3-geo';
import fc from 'fast-check';
import { degreesToRadians, ecfToLookAngles, geodeticToEcf, radiansToDegrees } from 'satellite.js';
import { earthFixed, EQUATOR_KM, type Place, type Position, wrapLon } from '../../../src/web/data/geodetic.js';
import { lookFrom } from '../../../src/web/data/look.js';
import { areaOf } from '../../../src/web/map/projection.js';
import {
  footprintOutline,
  halfRevolutionEpochs,
  markStepMin,
  positionAt,
  trackBetween,
} from '../../../src/web/map/satellite.js';
import { trackOf } from '../trackOf.js';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const places = fc.record({ latDeg: number(-90, 90), lonDeg: number(-180, 180) });
const positions = fc.record({ latDeg: number(-90, 90), lonDeg: number(-180, 180), heightKm: number(160, 120_000) });

function elevationDeg(place: Place, satellite: Position): number {
  return lookFrom({ ...place, heightM: 0 })(earthFixed(satellite)).elevationDeg;
}

test('elevations are those of satellite.js', (t) => {
  fc.assert(
    fc.property(places, positions, (place, satellite) => {
      const observer = {
        latitude: degreesToRadians(place.latDeg),
        longitude: degreesToRadians(place.lonDeg),
        height: 0,
      };
      const ecf = geodeticToEcf({
        latitude: degreesToRadians(satellite.latDeg),
        longitude: degreesToRadians(satellite.lonDeg),
        height: satellite.heightKm,
      });
      const expected = radiansToDegrees(ecfToLookAngles(observer, ecf).elevation);
      assert.ok(Math.abs(elevationDeg(place, satellite) - expected) < 1e-4, `${expected}`);
    }),
  );
  t.pass();
});

test('from all of the footprint’s outline the satellite stands at the minimum elevation', (t) => {
  fc.assert(
    fc.property(positions, number(0, 80), (satellite, minElevationDeg) => {
      const outline = footprintOutline(satellite, minElevationDeg);
      assert.equal(outline.length, 180);
      for (const place of outline) assert.ok(Math.abs(elevationDeg(place, satellite) - minElevationDeg) < 5e-3);
    }),
  );
  t.pass();
});

test('the outline runs clockwise around the point below the satellite', (t) => {
  const outline = footprintOutline({ latDeg: 10, lonDeg: 179, heightKm: 800 }, 10);
  const [north, east, south, west] = [0, 45, 90, 135]
    .map((k) => outline[k] as Place)
    .map(({ latDeg, lonDeg }) => [latDeg - 10, wrapLon(lonDeg - 179)]);
  t.true((north?.[0] ?? 0) > 15 && (south?.[0] ?? 0) < -15);
  t.true((east?.[1] ?? 0) > 15 && (west?.[1] ?? 0) < -15);
});

test('the area of a footprint contains the point below the satellite, and not the opposite one', (t) => {
  fc.assert(
    fc.property(positions, number(0, 80), (satellite, minElevationDeg) => {
      const area = areaOf(footprintOutline(satellite, minElevationDeg));
      assert.ok(geoContains(area, [satellite.lonDeg, satellite.latDeg]));
      assert.ok(!geoContains(area, [satellite.lonDeg + 180, -satellite.latDeg]));
    }),
  );
  t.pass();
});

const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN] as const;

test('half a revolution follows from the altitude', (t) => {
  t.is(halfRevolutionEpochs({ altitudeKm: 420 }), 46);
  t.is(halfRevolutionEpochs({ altitudeKm: 35_786 }), 718);
});

test('a track is cut where the satellite could not be propagated, and at the window’s ends', (t) => {
  const track = trackOf(8, (epoch) => (epoch === 3 ? UNKNOWN : [7000 + epoch, 0, 0]));
  const epochs = trackBetween(track, -5, 20).map((stretch) => {
    return stretch.map(({ heightKm }) => Math.round(heightKm + EQUATOR_KM - 7000));
  });
  t.deepEqual(epochs, [
    [0, 1, 2],
    [4, 5, 6, 7],
  ]);
  t.deepEqual(trackBetween(track, 3, 4), []);
  t.deepEqual(
    [-2, -1, 0, 3, 7, 8].map((epoch) => positionAt(track, epoch)?.latDeg),
    [undefined, undefined, 0, undefined, 0, undefined],
  );
});

test('time marks stand at round minutes, five on half a revolution at most', (t) => {
  t.deepEqual([46, 359, 718, 100_000].map(markStepMin), [10, 120, 180, 720]);
});
