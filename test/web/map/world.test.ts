import { geoContains } from 'd3-geo';
import test from 'ava';
import { packCities, packCoarse, packTiles } from '../../../scripts/build/world.js';
import { drawerOf, tilesInView } from '../../../src/web/world/tiles.js';
import { type Line, readCoarse, readTiles, TILE_DEG } from '../../../src/web/world/world.js';

const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer;
const coarse = readCoarse(bufferOf(packCoarse()));
const packedTiles = packTiles();
const tiles = readTiles(bufferOf(packedTiles));

const INLAND: [number, number][] = [
  [52.5, 13.4],
  [40, -100],
  [-25, 25],
  [-25, 135],
  [60, 100],
  [-80, 1],
];
const SEA: [number, number][] = [
  [1, -150],
  [45, -41],
  [-50, 91],
  [85, 1],
  // This place is in the Caspian Sea, a hole in the land.
  [42, 51],
];

function isWithin([lat, lon]: [number, number], rings: readonly Line[]): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [fromLon = 0, fromLat = 0] = ring.subarray(i, i + 2);
      const [toLon = fromLon, toLat = fromLat] = i + 2 < ring.length ? ring.subarray(i + 2, i + 4) : ring;
      const isPast = fromLat > lat !== toLat > lat;
      if (isPast && lon < fromLon + ((lat - fromLat) / (toLat - fromLat)) * (toLon - fromLon)) crossings++;
    }
  }
  return crossings % 2 === 1;
}

test('the coarse earth has continents where they are', (t) => {
  const onLand = ([latDeg, lonDeg]: [number, number]): boolean => geoContains(coarse.land, [lonDeg, latDeg]);
  t.deepEqual(
    INLAND.filter((place) => !onLand(place)),
    [],
  );
  t.deepEqual(SEA.filter(onLand), []);
});

test('the fine earth has the same in tiles, each within its bounds', (t) => {
  const onLand = ([lat, lon]: [number, number]): boolean => {
    const tile = tiles.find(
      ({ westDeg, southDeg }) =>
        lon >= westDeg && lon < westDeg + TILE_DEG && lat >= southDeg && lat < southDeg + TILE_DEG,
    );
    return tile !== undefined && isWithin([lat, lon], tile.land);
  };
  t.deepEqual(
    INLAND.filter((place) => !onLand(place)),
    [],
  );
  t.deepEqual(SEA.filter(onLand), []);
  for (const { westDeg, southDeg, land, coasts, borders } of tiles) {
    const points = [...land, ...coasts, ...borders].flatMap((line) => [...line]);
    const isIn = (value: number, low: number): boolean => value >= low - 0.01 && value <= low + TILE_DEG + 0.01;
    t.true(
      points.every((value, i) => isIn(value, i % 2 === 0 ? westDeg : southDeg)),
      `${westDeg} ${southDeg}`,
    );
  }
});

test('outlines that end early are refused', (t) => {
  t.throws(() => readTiles(bufferOf(packedTiles).slice(0, -1)), { instanceOf: RangeError });
});

test('only tiles near the view are drawn, and lines behind the horizon follow the rim', (t) => {
  const frame = { view: { latDeg: 50, lonDeg: 10, zoom: 5 }, widthPx: 1000, heightPx: 600 };
  for (const projection of ['globe', 'flat'] as const) {
    const inView = tilesInView(tiles, { ...frame, projection }).map(
      ({ westDeg, southDeg }) => `${westDeg} ${southDeg}`,
    );
    t.true(inView.includes('0 50') && inView.includes('0 30'));
    t.true(inView.length < 25 && !inView.includes('120 -30'));
  }
  const globe = { ...frame, view: { ...frame.view, zoom: 1 }, projection: 'globe' as const };
  const points: [x: number, y: number][] = [];
  const path = {
    moveTo: (x: number, y: number) => points.push([x, y]),
    lineTo: (x: number, y: number) => points.push([x, y]),
  };
  drawerOf(globe)(Float32Array.of(10, 50, -170, -49, 100, 0), path);
  const fromMiddle = points.map(([x, y]) => Math.hypot(x - 500, y - 300));
  t.true((fromMiddle[0] ?? 1) < 1e-3);
  t.true(fromMiddle.slice(1).every((px) => px < 292 + 1e-6));
  t.true(Math.abs((fromMiddle[1] ?? 0) - 292) < 1e-3);
});

test('cities stand where they are, the largest first', (t) => {
  const cities = JSON.parse(packCities()) as [string, number, number, number][];
  const berlin = cities.find(([name]) => name === 'Berlin');
  t.deepEqual(
    [berlin?.[1], berlin?.[2]].map((deg = 0) => Math.round(deg)),
    [53, 13],
  );
  t.true(cities.length > 1000 && cities.every(([, , , people], i) => i === 0 || people <= (cities[i - 1]?.[3] ?? 0)));
});
