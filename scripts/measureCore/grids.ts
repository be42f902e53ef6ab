import type { CellArray, Core, Healpix, Scheme } from '../../src/core/index.js';
import { randomPlaces } from '../random.js';
import { type Contest, secondsOf, type Subject } from './contest.js';
import type { Peers } from './peers.js';
import type { Python } from './python.js';

/** peers.py has as many. */
const POINTS = 1_000_000;
/** H3's cells are about as large as those of nside 64 there. */
const H3_RESOLUTION = 3;
const RAD = Math.PI / 180;

type Work = 'lonLat2pix' | 'ang2pix' | 'pix2lonLat' | 'pix2ang' | 'toRing' | 'toNested';
const WORKS: readonly [Work, Scheme][] = [
  ['lonLat2pix', 'nested'],
  ['ang2pix', 'nested'],
  ['ang2pix', 'ring'],
  ['pix2lonLat', 'nested'],
  ['pix2ang', 'nested'],
  ['pix2ang', 'ring'],
  ['toRing', 'nested'],
  ['toNested', 'ring'],
];

/** Arrays of the core: points in degrees and in radians, and room for what comes out. */
interface Arrays {
  core: Core;
  lonLat: Float64Array;
  angles: Float64Array;
  points: Float64Array;
}

/** Batches from and to arrays of the core, and from and to ordinary ones. */
export function gridContests(core: Core, peers: Peers, python: Python | undefined): Contest[] {
  const places = randomPlaces(POINTS, 1);
  const [lonLat, angles, points] = [2, 2, 2].map((width) => core.allocate(Float64Array, width * POINTS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  places.forEach(({ latDeg, lonDeg }, i) => {
    lonLat.set([lonDeg + 180, latDeg], 2 * i);
    angles.set([(90 - latDeg) * RAD, (lonDeg + 180) * RAD], 2 * i);
  });
  const arrays = { core, lonLat, angles, points };
  return [64, 2 ** 20, 2 ** 29].flatMap((nside) =>
    WORKS.map(([work, scheme]): Contest => {
      const subjects = ofCore(arrays, core.healpix(nside, scheme), work);
      if (python !== undefined) {
        subjects.push({ who: 'healpy', run: () => python.ask(['grid', nside, work, scheme === 'nested']) });
      }
      if (nside === 64) subjects.push(...inJavaScript(peers, arrays, work, scheme));
      const size = nside === 64 ? '64' : `2^${Math.log2(nside)}`;
      return { work: `nside ${size}, ${scheme}: ${work}`, items: POINTS, unit: 'M/s', subjects };
    }),
  );
}

function ofCore({ core, lonLat, angles, points }: Arrays, grid: Healpix, work: Work): Subject[] {
  const type = { int32: Int32Array, float64: Float64Array, bigint: BigUint64Array }[grid.cells];
  const [cells, others] = [core.allocate(type, POINTS), core.allocate(type, POINTS)] as [CellArray, CellArray];
  grid.lonLat2pix(lonLat, cells);
  const [from, to] = work.startsWith('pix2')
    ? [cells, points]
    : work.startsWith('to')
      ? [cells, others]
      : [work === 'ang2pix' ? angles : lonLat, others];
  const call = grid[work] as (from: CellArray | Float64Array, out?: CellArray | Float64Array) => unknown;
  const ordinary = from.slice();
  return [
    { who: 'core', run: () => secondsOf(() => call(from, to)) },
    { who: 'core, copying', run: () => secondsOf(() => call(ordinary)) },
  ];
}

/** Peers that take one point or cell at a time. */
function inJavaScript(
  { hscmap, healpixJs, h3 }: Peers,
  { lonLat, angles }: Arrays,
  work: Work,
  scheme: Scheme,
): Subject[] {
  const subjects: Subject[] = [];
  const each = (who: string, one: (first: number, second: number, i: number) => unknown, points = angles): void => {
    const all = (): void => {
      for (let i = 0; i < POINTS; i++) one(points[2 * i] as number, points[2 * i + 1] as number, i);
    };
    subjects.push({ who, run: () => secondsOf(all) });
  };
  const cells = 12 * 64 * 64;
  const isNested = scheme === 'nested';
  if (hscmap !== undefined) {
    if (work === 'ang2pix') {
      const ang2pix = isNested ? hscmap.ang2pix_nest : hscmap.ang2pix_ring;
      each('@hscmap/healpix', (theta, phi) => ang2pix(64, theta, phi));
    } else if (work === 'pix2ang') {
      const pix2ang = isNested ? hscmap.pix2ang_nest : hscmap.pix2ang_ring;
      each('@hscmap/healpix', (_theta, _phi, i) => pix2ang(64, i % cells));
    } else if (work === 'toRing' || work === 'toNested') {
      const renumber = isNested ? hscmap.nest2ring : hscmap.ring2nest;
      each('@hscmap/healpix', (_theta, _phi, i) => renumber(64, i % cells));
    }
  }
  if (healpixJs !== undefined && isNested) {
    const { Healpix, Pointing } = healpixJs;
    const grid = new Healpix(64);
    if (work === 'ang2pix') each('healpixjs', (theta, phi) => grid.ang2pix(new Pointing(null, false, theta, phi)));
    if (work === 'pix2ang') each('healpixjs', (_theta, _phi, i) => grid.pix2ang(i % cells));
  }
  if (h3 !== undefined) {
    const { latLngToCell, cellToLatLng } = h3;
    if (work === 'lonLat2pix') each('h3-js', (lon, lat) => latLngToCell(lat, lon, H3_RESOLUTION), lonLat);
    if (work === 'pix2lonLat') {
      const known = Array.from({ length: 1000 }, (_, i) =>
        latLngToCell(lonLat[2 * i + 1] as number, lonLat[2 * i] as number, H3_RESOLUTION),
      );
      each('h3-js', (_lon, _lat, i) => cellToLatLng(known[i % 1000] as string));
    }
  }
  return subjects;
}
