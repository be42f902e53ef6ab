import { createCore } from '../../src/core/index.js';
import type { Hunting } from './hunting.js';

/** Largest number of cells of a disc, as larger discs take long. */
const MOST_CELLS = 20_000;
const RAD = Math.PI / 180;

/**
 * Compares discs found ring by ring (RING) with discs found face by face (NESTED), at every nside. Some rims go through
 * centres, corners and edges of cells; some discs lie around poles, are tiny, or exceed a hemisphere.
 */
export async function hunt({ next, count, check }: Hunting): Promise<void> {
  const core = await createCore({ maxMegabytes: 256 });
  const pick = <T>(...choices: T[]): T => choices[Math.floor(next() * choices.length)] as T;
  for (let k = 0; k < count(5000); k++) {
    const order = Math.floor(next() * 14);
    const [nested, rings] = [core.healpix(2 ** order, 'nested'), core.healpix(2 ** order, 'ring')];
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
    const across = Math.sin(((otherLon - lon) / 2) * RAD) ** 2 * Math.cos(lat * RAD) * Math.cos(otherLat * RAD);
    const toOther = (2 * Math.asin(Math.min(1, Math.sqrt(Math.sin(((otherLat - lat) / 2) * RAD) ** 2 + across)))) / RAD;
    const radius = pick(
      largest,
      largest * next(),
      toOther <= largest ? toOther : largest,
      nested.resolutionDeg * next(),
      0,
    );
    for (const inclusive of [false, true]) {
      const [a, b] = [nested, rings].map((grid) => grid.disc(lon, lat, radius, { inclusive }));
      const turned = nested.toRing(a ?? new Int32Array()).sort();
      const isSame = turned.length === b?.length && turned.every((cell, i) => cell === b[i]);
      check(
        isSame,
        () => `nside 2^${order}, ${lon} ${lat} ${radius}, inclusive ${inclusive}: ${turned.length} ${b?.length}`,
      );
    }
  }
}
