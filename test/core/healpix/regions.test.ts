import test from 'ava';
import fc from 'fast-check';
import { createCore, type CellArray } from '../../../src/core/index.js';
import { slowCells, slowDisc, slowlyCrossed, slowlyInside, type Vector, vectorOf } from './slowRegions.js';

const core = await createCore({ maxMegabytes: 16 });
const share = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => k / 2 ** 31);
const NSIDES = [1, 2, 4, 8];
const CELLS = new Map(NSIDES.map((nside) => [nside, slowCells(nside)]));
const places = fc.record({
  lon: fc.oneof(
    share.map((u) => 720 * u - 360),
    fc.constantFrom(0, 45, 90, 180, -90),
  ),
  lat: fc.oneof(
    share.map((u) => (Math.asin(2 * u - 1) * 180) / Math.PI),
    fc.constantFrom(90, -90, 0, 41.810314895778596),
  ),
});
const radii = fc.oneof(
  share.map((u) => 180 * u),
  share.map((u) => 10 * u),
  fc.constantFrom(0, 90, 180, 45),
);

test('a disc has the cells whose centres are in it, or those that it touches, as looking at every cell tells', (t) => {
  let decided = 0;
  fc.assert(
    fc.property(fc.constantFrom(...NSIDES), places, radii, (nside, { lon, lat }, radius) => {
      const hp = core.healpix(nside, 'nested', 'int32');
      const strict = new Set(hp.disc(lon, lat, radius));
      const touched = new Set(hp.disc(lon, lat, radius, { inclusive: true }));
      const own = hp.lonLat2pix(lon, lat);
      const wrong: string[] = [];
      CELLS.get(nside)?.forEach((cell, pix) => {
        const expected = slowDisc(cell, vectorOf(lon, lat), (radius * Math.PI) / 180, pix === own);
        if ((expected.strict ?? strict.has(pix)) !== strict.has(pix)) wrong.push(`centre of ${pix}`);
        if ((expected.touched ?? touched.has(pix)) !== touched.has(pix)) wrong.push(`cell ${pix}`);
        if (expected.touched !== undefined) decided++;
      });
      t.deepEqual(wrong, [], `nside ${nside}`);
      const rings = core.healpix(nside, 'ring', 'int32').disc(lon, lat, radius, { inclusive: true });
      t.deepEqual(rings, hp.toRing([...touched]).sort(), `rings of nside ${nside}`);
    }),
    { numRuns: 40 },
  );
  t.true(decided > 1500);
});

/** Vertices around a middle, at any distances up to 70 degrees: often not convex. */
const polygons = fc.record({
  lon: share.map((u) => 360 * u),
  lat: fc.oneof(
    share.map((u) => 180 * u - 90),
    fc.constantFrom(90, -90, 0),
  ),
  size: fc.constantFrom(70, 20, 5),
  distances: fc.array(
    share.map((u) => 0.1 + 0.9 * u),
    { minLength: 3, maxLength: 9 },
  ),
  turn: share,
  isClockwise: fc.boolean(),
});

type Shape = typeof polygons extends fc.Arbitrary<infer P> ? P : never;

function verticesOf({ lon, lat, size, distances, turn, isClockwise }: Shape): [lon: number, lat: number][] {
  const [middle, north, east] = [vectorOf(lon, lat), vectorOf(lon, lat + 90), vectorOf(lon + 90, 0)];
  const points = distances.map((distance, k): [number, number] => {
    const away = (distance * size * Math.PI) / 180;
    const bearing = 2 * Math.PI * ((k + turn) / distances.length);
    const [x, y, z] = [0, 1, 2].map(
      (i) =>
        Math.cos(away) * (middle[i] as number) +
        Math.sin(away) * (Math.cos(bearing) * (north[i] as number) + Math.sin(bearing) * (east[i] as number)),
    ) as [number, number, number];
    return [(Math.atan2(y, x) * 180) / Math.PI, (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI];
  });
  return isClockwise ? points : points.toReversed();
}

test('a polygon has the cells whose centres are in it, or those that it touches, as looking at every cell tells', (t) => {
  let decided = 0;
  fc.assert(
    fc.property(fc.constantFrom(...NSIDES), polygons, (nside, shape) => {
      const hp = core.healpix(nside, 'nested', 'int32');
      const vertices = verticesOf(shape);
      const vectors = vertices.map(([lon, lat]) => vectorOf(lon, lat));
      const middle: Vector = vectorOf(shape.lon, shape.lat);
      const strict = new Set(hp.polygon(vertices.flat()));
      const touched = new Set(hp.polygon(vertices.flat(), { inclusive: true }));
      const wrong: string[] = [];
      const holding = new Set(vertices.map(([lon, lat]) => hp.lonLat2pix(lon, lat)));
      CELLS.get(nside)?.forEach((cell, pix) => {
        const inside = slowlyInside(cell.centre, vectors, middle);
        if (strict.has(pix) !== inside) wrong.push(`centre of ${pix}`);
        const expected = inside || holding.has(pix) || slowlyCrossed(cell, vectors);
        if ((expected ?? touched.has(pix)) !== touched.has(pix)) wrong.push(`cell ${pix}`);
        if (expected !== undefined) decided++;
      });
      t.deepEqual(wrong, [], `nside ${nside}`);
    }),
    { numRuns: 15 },
  );
  t.true(decided > 500);
});

test('regions are the same cells in both schemes, ascending, in every form, and the grid’s MOC', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      places,
      radii,
      fc.boolean(),
      (order, { lon, lat }, radius, inclusive) => {
        const [nested, rings] = [
          core.healpix(2 ** order, 'nested', 'int32'),
          core.healpix(2 ** order, 'ring', 'int32'),
        ];
        const cells = nested.disc(lon, lat, radius, { inclusive });
        t.true(cells.every((cell, k) => k === 0 || cell > (cells[k - 1] as number)));
        t.deepEqual(rings.disc(lon, lat, radius, { inclusive }), nested.toRing(cells).sort());
        t.deepEqual(
          [...core.healpix(2 ** order, 'nested', 'bigint').disc(lon, lat, radius, { inclusive })],
          [...cells].map(BigInt),
        );
        const moc = nested.discMoc(lon, lat, radius, { inclusive });
        t.deepEqual(nested.fromMoc(moc), cells);
        t.true(nested.toMoc(cells).equals(moc) && rings.toMoc(nested.toRing(cells)).equals(moc));
        t.is(moc.order, order);
      },
    ),
    { numRuns: 50 },
  );
});

/** Whether RING cells are those of NESTED ones; without the comparison of tests, which is slow for thousands of cells. */
const areSame = (rings: CellArray, turned: CellArray): boolean =>
  rings.length === turned.length && turned.sort().every((cell: number | bigint, k: number) => cell === rings[k]);

test('a disc whose rim passes through centres, corners and edges of cells has the same of them in both schemes', (t) => {
  const degrees = (rad: number): number => (rad * 180) / Math.PI;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), places, share, share, fc.nat(2), (order, place, u, v, start) => {
      const [nested, rings] = [core.healpix(2 ** order, 'nested', 'int32'), core.healpix(2 ** order, 'ring', 'int32')];
      const pointsOf = (pix: number): [number, number][] => {
        const points = [...nested.pix2lonLat(pix), ...nested.boundaries(pix, { step: 2 })];
        return Array.from({ length: 9 }, (_, k) => points.slice(2 * k, 2 * k + 2) as [number, number]);
      };
      const [centre = [0, 0], corner = centre] = pointsOf(nested.lonLat2pix(place.lon, place.lat));
      const [lon, lat] = [[place.lon, place.lat] as const, centre, corner][start] ?? centre;
      const other = pointsOf(Math.floor(u * nested.cellCount));
      for (const [otherLon, otherLat] of [other[0] ?? centre, other[1 + Math.floor(8 * v)] ?? centre]) {
        const [a, b] = [vectorOf(lon, lat), vectorOf(otherLon, otherLat)];
        const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        const across = 2 * degrees(Math.asin(Math.min(1, chord / 2)));
        for (const radius of [across, Math.abs(lat - otherLat), 2 ** (-60 * u)]) {
          for (const inclusive of [false, true]) {
            const cells = nested.toRing(nested.disc(lon, lat, radius, { inclusive }));
            const isSame = areSame(rings.disc(lon, lat, radius, { inclusive }), cells);
            t.true(isSame, `nside ${2 ** order}: ${lon} ${lat} ${radius}, inclusive ${inclusive}`);
          }
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('discs at fine orders have the same cells in both schemes, tiny ones at any place too', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 7, max: 29 }), places, share, fc.boolean(), (order, { lon, lat }, u, inclusive) => {
      const [nested, rings] = [
        core.healpix(2 ** order, 'nested', 'bigint'),
        core.healpix(2 ** order, 'ring', 'bigint'),
      ];
      for (const radius of [20 * u, 0.7, 1e-3].map((size) => size * nested.resolutionDeg)) {
        const cells = nested.toRing(nested.disc(lon, lat, radius, { inclusive }));
        const isSame = areSame(rings.disc(lon, lat, radius, { inclusive }), cells);
        t.true(isSame, `nside 2^${order}: ${lon} ${lat} ${radius}`);
      }
    }),
    { numRuns: 150 },
  );
});

test('small regions at nside 2^29 are found as large ones are', (t) => {
  const hp = core.healpix(2 ** 29, 'nested', 'bigint');
  const size = hp.resolutionDeg;
  for (const [lon, lat] of [
    [13.4, 52.5],
    [0, 90],
    [90, -89.9999999],
    [45, 0],
    [180, 41.8103148957786],
  ] as const) {
    const own = hp.lonLat2pix(lon, lat);
    const [x, y] = hp.pix2lonLat(own);
    t.deepEqual([...hp.disc(x, y, 0.2 * size)], [own]);
    t.deepEqual([...hp.disc(x, y, 0.2 * size, { inclusive: true })], [own]);
    const touched = new Set(hp.disc(x, y, size, { inclusive: true }));
    const [middle, north, east] = [vectorOf(x, y), vectorOf(x, y + 90), vectorOf(x + 90, 0)];
    const around = Array.from({ length: 64 }, (_, k): Vector => {
      const [u, v] = [Math.cos(k) * 0.999 * size * (Math.PI / 180), Math.sin(k) * 0.999 * size * (Math.PI / 180)];
      return [0, 1, 2].map((i) => (middle[i] as number) + u * (north[i] as number) + v * (east[i] as number)) as never;
    });
    const cells = new Set(around.map((point) => hp.vec2pix(...point)));
    t.true(cells.size >= 4 && [...cells].every((cell) => touched.has(cell)));
    t.true([...touched].every((cell) => cell === own || hp.neighbours(own).includes(cell)));
    t.true(hp.polygon(hp.boundaries(own), { inclusive: true }).includes(own));
    t.deepEqual([...hp.polygon(hp.boundaries(own))], [own]);
  }
});

test('a polygon is the smaller part, whichever way round it is told, and whatever vertex comes first or twice', (t) => {
  const hp = core.healpix(32, 'nested', 'int32');
  const box = [
    [350, -20],
    [30, -25],
    [40, 30],
    [20, 5],
    [345, 25],
  ];
  const cells = hp.polygon(box.flat());
  t.true(cells.length > 300 && cells.length < 600);
  t.deepEqual(hp.polygon(box.toReversed().flat()), cells);
  t.deepEqual(hp.polygon([...box.slice(2), ...box.slice(0, 2)].flat()), cells);
  t.deepEqual(hp.polygon([...box, box[0] ?? []].flat()), cells);
  t.deepEqual(hp.polygon(box.flatMap((vertex) => [...vertex, ...vertex])), cells);
  const north = [0, 90, 180, 270].flatMap((lon) => [lon, 1]);
  t.true(Math.abs(hp.polygonMoc(north).skyFraction - 0.5) < 0.02);
  t.true(hp.polygonMoc(north).contains(0, 90) && !hp.polygonMoc(north).contains(0, -90));
});

test('what is no region is refused', (t) => {
  const hp = core.healpix(8);
  const message = (run: () => unknown): string => t.throws(run, { instanceOf: RangeError })?.message ?? '';
  const cases: [run: () => unknown, expected: string][] = [
    [() => hp.disc(0, 91, 1), 'latDeg 91 is outside -90 to 90'],
    [() => hp.disc(Number.NaN, 0, 1), 'lonDeg NaN is not a finite number of degrees'],
    [() => hp.disc(0, 0, -1), 'radiusDeg -1 is outside 0 to 180'],
    [() => hp.disc(0, 0, Number.NaN), 'radiusDeg NaN is outside 0 to 180'],
    [() => hp.polygon([0, 0, 1, 1]), 'a polygon of 2 vertices: at least 3 different ones are needed'],
    [() => hp.polygon([0, 0, 1, 1, 0, 0]), 'a polygon of 3 vertices: at least 3 different ones are needed'],
    [() => hp.polygon([0, 0, 1, 95, 2, 2]), 'vertex 1: latDeg 95 is outside -90 to 90'],
    [() => hp.polygon([0, 0, 1, 1, 2]), '5 numbers are no whole points: each has 2'],
    [
      () => hp.polygon([0, 0, 180, 0, 90, 45]),
      'a side of the polygon is half a great circle: a vertex between its ends is needed',
    ],
  ];
  for (const [run, expected] of cases) t.is(message(run), expected);
});
