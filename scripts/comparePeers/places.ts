import { randomFrom } from '../random.js';

/** A place: colatitude and longitude in radians. */
export type Place = readonly [thetaRad: number, phiRad: number];

const QUARTERS = Array.from({ length: 25 }, (_, k) => ((k - 8) * Math.PI) / 4);
const LONGITUDES = [0, 0.3, Math.PI / 4, 1, Math.PI / 2, 2, Math.PI, 4, (3 * Math.PI) / 2, 6];

/** A number and the ones beside it. */
function besides(x: number): number[] {
  const bits = new DataView(new ArrayBuffer(8));
  const next = (step: bigint): number => {
    bits.setFloat64(0, x);
    bits.setBigUint64(0, bits.getBigUint64(0) + step);
    return bits.getFloat64(0);
  };
  return x === 0 ? [-Number.MIN_VALUE, -1e-16, 0, Number.MIN_VALUE, 1e-16] : [next(-1n), x, next(1n)];
}

const all = (thetas: readonly number[], phis: readonly number[]): Place[] =>
  thetas
    .flatMap((theta) => phis.map((phi) => [theta, phi] as const))
    .filter(([theta]) => theta >= 0 && theta <= Math.PI);

/** Corners and middles of sides of random cells, as near as a number comes. */
function corners(nside: number): Place[] {
  const next = randomFrom(nside % 2_147_483_646 || 1);
  const point = (): Place => {
    const [x, y] = [Math.floor(next() * 8 * nside) / nside, Math.floor((4 * next() - 2) * nside) / nside];
    if (Math.abs(y) <= 1) return [Math.acos((2 * y) / 3), (x * Math.PI) / 4];
    const width = 2 - Math.abs(y);
    const quarter = 2 * Math.floor(x / 2) + 1;
    const theta = 2 * Math.asin(width / Math.sqrt(6));
    const within = Math.max(-1, Math.min(1, Math.round((x - quarter) * width * nside) / nside / width));
    return [y > 0 ? theta : Math.PI - theta, ((quarter + (width === 0 ? 0 : within)) * Math.PI) / 4];
  };
  return Array.from({ length: 500 }, point);
}

function anywhere(nside: number): Place[] {
  const next = randomFrom((nside % 2_147_483_646) + 7);
  return Array.from({ length: 1000 }, () => [Math.acos(1 - 2 * next()), 2 * Math.PI * next()] as const);
}

const RIM = Math.acos(2 / 3);

/** Places of each kind, for cells of an nside. */
export function placesOf(nside: number): Record<string, Place[]> {
  return {
    'poles, and 1e-12 beside': all([0, 1e-12, Math.PI - 1e-12, Math.PI], [...LONGITUDES, 2 * Math.PI]),
    'abs(z) = 2/3, and beside': all([...besides(RIM), ...besides(Math.PI - RIM)], [...LONGITUDES, ...QUARTERS]),
    'meridians k pi/4, and beside': all([1e-6, 0.3, RIM, 1.2, Math.PI / 2, 2, 2.9], QUARTERS.flatMap(besides)),
    'longitudes below 0': all([0.01, 0.5, 1.3, 2.2, 3], [-1e-300, -1e-16, -0.5, -Math.PI, -5, -2 * Math.PI, -7, -20]),
    'longitudes from 2 pi': all(
      [0.01, 0.5, 1.3, 2.2, 3],
      [2 * Math.PI, ...besides(2 * Math.PI), 7, 4 * Math.PI, 20, 100],
    ),
    'equator, and beside': all(besides(Math.PI / 2), [...LONGITUDES, ...QUARTERS]),
    'corners of cells': corners(nside),
    anywhere: anywhere(nside),
  };
}
