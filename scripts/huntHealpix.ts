/**
 * Hunts for points that lie in other cells than healpy has them in, for RING numbers that are not those of NESTED cells, and
 * for cells that change there and back, at random places and beside poles, rims, meridians and corners:
 *
 *   tsx scripts/huntHealpix.ts POINTS [SEED]
 *
 * Needs a python3 with healpy (PYTHON tells another than /usr/bin/python3). Where healpy differs, the point counts only if
 * it is farther than 2e-15 nside cells from every edge of the cell, and healpy's is a cell near the point: healpix_cxx 3.80
 * takes others an ulp west of longitude 0 on the caps' rims. Exit code 1 when one differs.
 */
import { execFileSync } from 'node:child_process';
import { createCore, type Healpix } from '../src/core/index.js';
import { randomFrom } from './random.js';

const [count = '', seed = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^[1-9]\d*$/.test(seed))
  throw new Error('usage: tsx scripts/huntHealpix.ts POINTS [SEED]');

const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3';
const ORDERS = [0, 1, 4, 6, 8, 9, 13];
const DEG = 180 / Math.PI;
const ASK = `
import sys, healpy, numpy as np
nside, count = int(sys.argv[1]), int(sys.argv[2])
points = np.frombuffer(sys.stdin.buffer.read(), '<f8').reshape(count, 2)
cells = healpy.ang2pix(nside, points[:, 0], points[:, 1], nest=True, lonlat=True)
sys.stdout.buffer.write(cells.astype('<i4').tobytes())
`;

const core = await createCore({ maxMegabytes: 16 });
const next = randomFrom(Number(seed));
const oneOf = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
/** An angle as it is, or moved by 1e-16 to 1e-9. */
const nearly = (angle: number): number => (next() < 0.3 ? angle : angle + (next() - 0.5) * 10 ** (-16 + 7 * next()));

function randomPoint(nside: number): [lonDeg: number, latDeg: number] {
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
  return [phi * DEG, Math.max(-90, Math.min(90, 90 - theta * DEG))];
}

/** Distance from an edge, radians by nside, within which either side of it may be taken. */
const NEAR = 2e-15;

/** Whether a point is within that of the edge of a cell that another program names. */
function isNear(hp: Healpix, [lonDeg, latDeg]: readonly [number, number], other: number): boolean {
  for (let k = 0; k < 16; k++) {
    const away = 3 * NEAR * DEG * (k < 8 ? 1 : 0.5);
    const lat = Math.max(-90, Math.min(90, latDeg + away * Math.cos((k * Math.PI) / 4)));
    const east = away / Math.max(Math.cos(latDeg / DEG), 1e-15);
    for (const turn of [away, Math.min(240, east)]) {
      if (hp.lonLat2pix(lonDeg + turn * Math.sin((k * Math.PI) / 4), lat) === other) return true;
    }
  }
  return false;
}

function vectorOf(lonDeg: number, latDeg: number): [number, number, number] {
  const [lon, lat] = [lonDeg / DEG, latDeg / DEG];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}

/** Whether a point is farther from a cell's centre than all of the cell, or there is no such cell. */
function isFar(hp: Healpix, point: readonly [number, number], cell: number): boolean {
  if (cell < 0 || cell >= hp.cellCount) return true;
  const [a, b] = [vectorOf(...hp.pix2lonLat(cell)), vectorOf(...point)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 1.1 / hp.nside + 1e-12;
}

const totals = { points: 0, elsewhere: 0, misplaced: 0, differing: 0 };
for (const order of ORDERS) {
  const nside = 2 ** order;
  const [nested, rings] = [core.healpix(nside), core.healpix(nside, 'ring')];
  const size = Number(count);
  const points = Float64Array.from(Array.from({ length: size }, () => randomPoint(nside)).flat());
  const cells = nested.lonLat2pix(points);
  const asked = execFileSync(PYTHON, ['-c', ASK, String(nside), String(size)], {
    input: Buffer.from(points.buffer, 0, points.byteLength),
    maxBuffer: 2 ** 30,
  });
  const healpy = new Int32Array(Uint8Array.from(asked).buffer);
  const tell = (i: number, what: string): void => {
    totals.differing++;
    if (totals.differing < 20) process.stdout.write(`nside ${nside}, ${points[2 * i]} ${points[2 * i + 1]}: ${what}\n`);
  };
  const ring = rings.lonLat2pix(points);
  const turned = nested.toRing(cells);
  const back = rings.toNested(ring);
  const centres = nested.lonLat2pix(nested.pix2lonLat(cells));
  for (let i = 0; i < size; i++) {
    const [cell, other] = [cells[i] as number, healpy[i] as number];
    if (ring[i] !== turned[i] || back[i] !== cell) tell(i, `NESTED ${cell} is RING ${turned[i]}, not ${ring[i]}`);
    if (centres[i] !== cell) tell(i, `the centre of ${cell} is in ${centres[i]}`);
    if (other === cell) continue;
    totals.elsewhere++;
    const point = [points[2 * i] as number, points[2 * i + 1] as number] as const;
    if (isFar(nested, point, other)) totals.misplaced++;
    else if (!isNear(nested, point, other)) tell(i, `in ${cell}, for healpy in ${other}`);
  }
  totals.points += size;
}
process.stdout.write(`${totals.points} points, seed ${seed}: in another cell for healpy ${totals.elsewhere}, `);
process.stdout.write(`by its fault ${totals.misplaced}; differing: ${totals.differing}\n`);
process.exitCode = totals.differing === 0 ? 0 : 1;
