/**
 * Hunts for points that lie in other cells than healpy has them in, for RING numbers that are not those of NESTED cells, and for cells
 * that change there and back, at random places and beside poles, rims, meridians and corners, at all orders:
 *
 *   tsx scripts/huntHealpix.ts POINTS [SEED]
 *
 * Needs a python3 with healpy (PYTHON tells another than /usr/bin/python3). Where healpy differs, the point counts only if
 * it is farther than 2e-15 nside cells from every edge of the cell, and healpy's is a cell near the point: healpix_cxx 3.80
 * takes others an ulp west of longitude 0 on the caps' rims. Exit code 1 when one differs.
 */
import { execFileSync } from 'node:child_process';
import { createCore, type Healpix, type Scheme } from '../src/core/index.js';
import { randomFrom } from './random.js';

const [count = '', seed = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^[1-9]\d*$/.test(seed))
  throw new Error('usage: tsx scripts/huntHealpix.ts POINTS [SEED]');

const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3';
const ORDERS = [0, 1, 4, 9, 13, 20, 24, 29];
const ASK = `
import sys, healpy, numpy as np
nside, count = int(sys.argv[1]), int(sys.argv[2])
points = np.frombuffer(sys.stdin.buffer.read(), '<f8').reshape(count, 2)
sys.stdout.buffer.write(healpy.ang2pix(nside, points[:, 0], points[:, 1], nest=True).astype('<u8').tobytes())
`;

const core = await createCore({ maxMegabytes: 256 });
const next = randomFrom(Number(seed));
const oneOf = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
/** An angle as it is, or moved by 1e-16 to 1e-9. */
const nearly = (angle: number): number => (next() < 0.3 ? angle : angle + (next() - 0.5) * 10 ** (-16 + 7 * next()));

function randomPoint(nside: number): [thetaRad: number, phiRad: number] {
  const line = Math.floor(next() * nside) / nside;
  const theta = oneOf([
    () => Math.acos(1 - 2 * next()),
    () => nearly(oneOf([0, Math.PI, Math.PI / 2, Math.acos(2 / 3), Math.acos(-2 / 3)])),
    () => nearly(2 * Math.asin(line / Math.sqrt(6))),
    () => nearly(Math.acos((2 / 3) * (2 * line - 1))),
  ])();
  const phi = oneOf([
    () => 20 * next() - 7,
    () => nearly((Math.floor(17 * next() - 4) * Math.PI) / 4),
    () => nearly(line * 2 * Math.PI),
  ])();
  return [Math.min(Math.PI, Math.max(0, theta)), phi];
}

/** Distance from an edge, by nside, within which either side of it may be taken. */
const NEAR = 2e-15;

/** Whether a point is within that of the edge of a cell that another program names. */
function isNear(hp: Healpix<BigUint64Array>, [theta, phi]: readonly [number, number], other: bigint): boolean {
  const angle = 3 * NEAR;
  for (let k = 0; k < 16; k++) {
    const away = angle * (k < 8 ? 1 : 0.5);
    const at = Math.min(Math.PI, Math.max(0, theta + away * Math.cos((k * Math.PI) / 4)));
    const east = away / Math.max(Math.sin(theta), 1e-15);
    for (const turn of [away, Math.min(4, east)]) {
      if (hp.ang2pix(at, phi + turn * Math.sin((k * Math.PI) / 4)) === other) return true;
    }
  }
  return false;
}

/** Whether a point is farther from a cell's centre than all of the cell, or there is no such cell. */
function isFar(hp: Healpix<BigUint64Array>, [theta, phi]: readonly [number, number], cell: bigint): boolean {
  if (cell >= BigInt(hp.cellCount)) return true;
  const [x, y, z] = hp.pix2vec(cell);
  const sine = Math.sin(theta);
  return Math.hypot(sine * Math.cos(phi) - x, sine * Math.sin(phi) - y, Math.cos(theta) - z) > 1.1 / hp.nside + 1e-12;
}

const totals = { points: 0, elsewhere: 0, misplaced: 0, differing: 0 };
for (const order of ORDERS) {
  const nside = 2 ** order;
  const grid = (scheme: Scheme): Healpix<BigUint64Array> => core.healpix(nside, scheme, 'bigint');
  const [nested, rings] = [grid('nested'), grid('ring')];
  const size = Number(count);
  const points = Float64Array.from(Array.from({ length: size }, () => randomPoint(nside)).flat());
  const cells = nested.ang2pix(points);
  const asked = execFileSync(PYTHON, ['-c', ASK, String(nside), String(size)], {
    input: Buffer.from(points.buffer, 0, points.byteLength),
    maxBuffer: 2 ** 30,
  });
  const healpy = new BigUint64Array(Uint8Array.from(asked).buffer);
  const tell = (i: number, what: string): void => {
    totals.differing++;
    if (totals.differing < 20) process.stdout.write(`nside ${nside}, ${points[2 * i]} ${points[2 * i + 1]}: ${what}\n`);
  };
  const ring = rings.ang2pix(points);
  const turned = nested.toRing(cells);
  const back = rings.toNested(ring);
  const centres = nested.ang2pix(nested.pix2ang(cells));
  for (let i = 0; i < size; i++) {
    const cell = cells[i] as bigint;
    if (ring[i] !== turned[i] || back[i] !== cell) tell(i, `NESTED ${cell} is RING ${turned[i]}, not ${ring[i]}`);
    if (centres[i] !== cell) tell(i, `the centre of ${cell} is in ${centres[i]}`);
    if (healpy[i] === cell) continue;
    totals.elsewhere++;
    const point = [points[2 * i] as number, points[2 * i + 1] as number] as const;
    if (isFar(nested, point, healpy[i] as bigint)) totals.misplaced++;
    else if (!isNear(nested, point, healpy[i] as bigint)) tell(i, `in ${cell}, for healpy in ${healpy[i]}`);
  }
  totals.points += size;
}
process.stdout.write(`${totals.points} points, seed ${seed}: in another cell for healpy ${totals.elsewhere}, `);
process.stdout.write(`by its fault ${totals.misplaced}; differing: ${totals.differing}\n`);
process.exitCode = totals.differing === 0 ? 0 : 1;
