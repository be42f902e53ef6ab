import { geoContains } from 'd3-geo';
import test from 'ava';
import { LAND } from '../../../src/web/map/land.js';

test('the land has continents where they are', (t) => {
  const onLand = ([latDeg, lonDeg]: [number, number]): boolean => geoContains(LAND, [lonDeg, latDeg]);
  const inland: [number, number][] = [
    [52.5, 13.4],
    [40, -100],
    [-25, 25],
    [-25, 135],
    [60, 100],
    [-80, 0],
  ];
  const sea: [number, number][] = [
    [0, -150],
    [45, -40],
    [-50, 90],
    [85, 0],
  ];
  t.deepEqual(
    inland.filter((place) => !onLand(place)),
    [],
  );
  t.deepEqual(sea.filter(onLand), []);
});
