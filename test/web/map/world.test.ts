import test from 'ava';
import { cities, countries } from '../../../scripts/build/world.js';
import { drawOutlines } from '../../../src/web/world/drawOutlines.js';
import { type Outline, outlinesOf } from '../../../src/web/world/world.js';

type Place = [latDeg: number, lonDeg: number];

const INLAND: Place[] = [
  [52.5, 13.4],
  [40, -100],
  [-25, 25],
  [-25, 135],
  [60, 100],
  [-80, 1],
  [-85, 179],
  [67, 179],
  [67, -179],
  // Lesotho is a hole in another country.
  [-29.5, 28.2],
];
const SEA: Place[] = [
  [1, -150],
  [45, -41],
  [-50, 91],
  [85, 1],
  // This place is in the Caspian Sea, a hole in the land.
  [42, 51],
];
const SCALES = { coarse: outlinesOf(countries('110m')), fine: outlinesOf(countries('50m')) };

/** Records the pieces of a path. */
function recorder() {
  const pieces: [x: number, y: number][][] = [];
  return {
    pieces,
    moveTo: (x: number, y: number) => void pieces.push([[x, y]]),
    lineTo: (x: number, y: number) => void pieces.at(-1)?.push([x, y]),
  };
}

/** Whether a point of the picture is land, by the even-odd rule. */
function isWithin(x: number, y: number, pieces: readonly [x: number, y: number][][]): boolean {
  let crossings = 0;
  for (const piece of pieces) {
    for (const [i, [fromX, fromY]] of piece.entries()) {
      const [toX, toY] = piece[(i + 1) % piece.length] ?? [0, 0];
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) crossings++;
    }
  }
  return crossings % 2 === 1;
}

for (const [scale, { land }] of Object.entries(SCALES)) {
  test(`the ${scale} outlines have continents where they are, on both maps`, (t) => {
    for (const projection of ['globe', 'flat'] as const) {
      for (const [places, isLand] of [
        [INLAND, true],
        [SEA, false],
      ] as const) {
        for (const [latDeg, lonDeg] of places) {
          // The view is not centred on the place, but has it at a known point: 10 pixels right of the middle.
          const view = { latDeg: projection === 'flat' ? 0 : latDeg, lonDeg: lonDeg - 2, zoom: 1 };
          const path = recorder();
          drawOutlines({ projection, view, widthPx: 720, heightPx: 360 }, land, true, path);
          const [x, y] = projection === 'flat' ? [364, 180 - 2 * latDeg] : [360.01, 180.01];
          t.is(isWithin(x, y, path.pieces), isLand, `${projection} ${latDeg} ${lonDeg}`);
        }
      }
    }
  });
}

test('only outlines near the view are drawn; behind the horizon an area follows the rim, and a line ends', (t) => {
  const frame = { projection: 'globe' as const, widthPx: 1000, heightPx: 600 };
  const near = recorder();
  const { land } = SCALES.fine;
  drawOutlines({ ...frame, view: { latDeg: 50, lonDeg: 10, zoom: 5 } }, land, true, near);
  t.true(near.pieces.length > 10 && near.pieces.length < land.length / 4);
  const line: Outline = {
    points: Float32Array.of(10, 50, -170, -49, 150, -30, -160, -40, 10, 51),
    westDeg: -170,
    eastDeg: 150,
    middle: [10, 50],
    reach: Math.PI,
  };
  const view = { latDeg: 50, lonDeg: 10, zoom: 1 };
  const fromMiddle = (isArea: boolean) => {
    const path = recorder();
    drawOutlines({ ...frame, view }, [line], isArea, path);
    return path.pieces.map((piece) => piece.map(([x, y]) => Math.round(Math.hypot(x - 500, y - 300))));
  };
  t.deepEqual(fromMiddle(true), [[0, 292, 292, 292, 5]]);
  t.deepEqual(fromMiddle(false), [[0, 292], [292], [292, 5]]);
});

test('cities stand where they are, the largest first', (t) => {
  const all = cities();
  const [, latDeg = 0, lonDeg = 0] = all.find(([name]) => name === 'Berlin') ?? [];
  t.deepEqual([Math.round(latDeg), Math.round(lonDeg)], [53, 13]);
  t.true(all.length > 1000 && all.every(([, , , people], i) => i === 0 || people <= (all[i - 1]?.[3] ?? 0)));
});
