/**
 * Looks for discs whose cells ring by ring (RING) are not those that are found face by face (NESTED), at all orders: rims
 * through centres, corners and edges of cells, around poles, tiny, and beyond a hemisphere.
 *
 *   tsx scripts/huntDiscs.ts [COUNT] [SEED]
 *
 * Prints each that differs; exit code 1 if there is one.
 */
import { createCore } from '../src/core/index.js';
import { randomFrom } from './random.js';

const [count = 20_000, seed = 1] = process.argv.slice(2).map(Number);
const core = await createCore({ maxMegabytes: 256 });
const next = randomFrom(seed);
const pick = <T>(...choices: T[]): T => choices[Math.floor(next() * choices.length)] as T;
/** More cells than that would take long. */
const MOST_CELLS = 20_000;

let differing = 0;
for (let k = 0; k < count; k++) {
  const order = Math.floor(next() * 30);
  const [nested, rings] = [core.healpix(2 ** order, 'nested', 'bigint'), core.healpix(2 ** order, 'ring', 'bigint')];
  const somewhere = (): [lon: number, lat: number] => [
    pick(360 * next(), 45 * Math.floor(8 * next())),
    pick((Math.asin(2 * next() - 1) * 180) / Math.PI, 90, -90, 0, 41.810314895778596, -41.810314895778596, 89.99999),
  ];
  const own = nested.lonLat2pix(...somewhere());
  const points = [...nested.boundaries(own, { step: 2 }), ...nested.pix2lonLat(own)];
  const pointOfCell = (): [number, number] => {
    const i = 2 * Math.floor((next() * points.length) / 2);
    return [points[i] ?? 0, points[i + 1] ?? 0];
  };
  const [lon, lat] = pick(somewhere(), pointOfCell(), pointOfCell());
  const largest = Math.min(180, nested.resolutionDeg * Math.sqrt(MOST_CELLS / 4) * next());
  const [otherLon, otherLat] = pointOfCell();
  const radians = Math.PI / 180;
  const across =
    Math.sin(((otherLon - lon) / 2) * radians) ** 2 * Math.cos(lat * radians) * Math.cos(otherLat * radians);
  const toOther =
    (2 * Math.asin(Math.min(1, Math.sqrt(Math.sin(((otherLat - lat) / 2) * radians) ** 2 + across)))) / radians;
  const radius = pick(
    largest,
    largest * next(),
    toOther <= largest ? toOther : largest,
    nested.resolutionDeg * next(),
    0,
  );
  for (const inclusive of [false, true]) {
    const [a, b] = [nested, rings].map((grid) => grid.disc(lon, lat, radius, { inclusive }));
    const turned = nested.toRing(a ?? new BigUint64Array()).sort();
    if (turned.length === b?.length && turned.every((cell, i) => cell === b[i])) continue;
    differing++;
    process.stdout.write(
      `nside 2^${order}, ${lon} ${lat} ${radius}, inclusive ${inclusive}: ${turned.length} ${b?.length}\n`,
    );
  }
}
process.stdout.write(`${differing} of ${count} discs differ\n`);
process.exitCode = differing === 0 ? 0 : 1;
