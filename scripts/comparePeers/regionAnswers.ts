import { execFileSync } from 'node:child_process';
import type { Core, Scheme } from '../../src/core/index.js';
import type { Hscmap, HealpixJs } from '../measureCore/peers.js';
import type { Region } from './regionCases.js';

/** What somebody says of a grid's cells and of regions; no list for what they do not have, undefined for what they refuse. */
interface RegionAnswers {
  /** Neighbours of every cell; numbers below 0 for those that there are not. */
  neighbours?: readonly number[][];
  strict?: readonly (readonly number[] | undefined)[];
  inclusive?: readonly (readonly number[] | undefined)[];
}

/** Whom to ask, by name; undefined for a scheme that they do not have. */
export type RegionPeers = Record<
  string,
  (nside: number, scheme: Scheme, regions: readonly Region[]) => RegionAnswers | undefined
>;

function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

export function regionsOfCore(core: Core): RegionPeers {
  return {
    Sidelobe: (nside, scheme, regions) => {
      const grid = core.healpix(nside, scheme, 'int32');
      const found = (inclusive: boolean) =>
        regions.map(({ lonDeg, latDeg, radiusDeg, vertices }) =>
          vertices === undefined
            ? [...grid.disc(lonDeg, latDeg, radiusDeg, { inclusive })]
            : [...grid.polygon(vertices.flat(), { inclusive })],
        );
      const neighbours = Array.from({ length: grid.cellCount }, (_, pix) => [...grid.neighbours(pix)]);
      return { neighbours, strict: found(false), inclusive: found(true) };
    },
  };
}

type Disc = (nside: number, centre: number[], radius: number, found: (pix: number) => void) => void;
type FullHscmap = Hscmap &
  Record<'query_disc_inclusive_nest' | 'query_disc_inclusive_ring', Disc> & {
    ang2vec: (theta: number, phi: number) => number[];
  };

export function regionsOfHscmap(hscmap: Hscmap): RegionPeers {
  const { ang2vec, query_disc_inclusive_nest, query_disc_inclusive_ring } = hscmap as FullHscmap;
  return {
    '@hscmap/healpix': (nside, scheme, regions) => {
      const disc = scheme === 'ring' ? query_disc_inclusive_ring : query_disc_inclusive_nest;
      // It asserts what does not hold beside corners, and goes on.
      Object.assign(console, { assert: () => undefined });
      const inclusive = regions.map(({ lonDeg, latDeg, radiusDeg, vertices }) =>
        attempt(() => {
          if (vertices !== undefined) throw new Error('no polygons');
          const found: number[] = [];
          const centre = ang2vec(((90 - latDeg) * Math.PI) / 180, (lonDeg * Math.PI) / 180);
          disc(nside, centre, (radiusDeg * Math.PI) / 180, (pix) => found.push(pix));
          return found;
        }),
      );
      return { inclusive };
    },
  };
}

interface RangeSet {
  r: Int32Array;
  sz: number;
}

interface FullHealpixJs extends HealpixJs {
  Healpix: new (nside: number) => InstanceType<HealpixJs['Healpix']> & {
    neighbours: (pix: number) => Int32Array;
    queryDiscInclusive: (centre: object, radius: number, fact: number) => RangeSet;
    queryPolygonInclusive: (vertices: object[], fact: number) => RangeSet;
  };
}

const cellsOf = ({ r, sz }: RangeSet): number[] =>
  Array.from({ length: sz / 2 }, (_, k) => [r[2 * k] ?? 0, r[2 * k + 1] ?? 0] as const).flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, i) => from + i),
  );

/** NESTED alone. A `fact` of 0 asks for centres. */
export function regionsOfHealpixJs(healpixJs: HealpixJs): RegionPeers {
  const { Healpix, Pointing } = healpixJs as FullHealpixJs;
  const pointing = (lonDeg: number, latDeg: number): object =>
    new Pointing(null, false, ((90 - latDeg) * Math.PI) / 180, (((lonDeg + 360) % 360) * Math.PI) / 180);
  return {
    healpixjs: (nside, scheme, regions) => {
      if (scheme === 'ring') return undefined;
      const grid = new Healpix(nside);
      const found = (fact: number) =>
        regions.map(({ lonDeg, latDeg, radiusDeg, vertices }) =>
          attempt(() => {
            const ranges =
              vertices === undefined
                ? grid.queryDiscInclusive(pointing(lonDeg, latDeg), (radiusDeg * Math.PI) / 180, fact)
                : grid.queryPolygonInclusive(
                    vertices.map((vertex) => pointing(...vertex)),
                    fact,
                  );
            return cellsOf(ranges);
          }),
        );
      const neighbours = Array.from({ length: 12 * nside ** 2 }, (_, pix) => [...grid.neighbours(pix)]);
      return { neighbours, strict: found(0), inclusive: found(4) };
    },
  };
}

const PYTHON = {
  healpy: `
import healpy as hp
nest = scheme == 'nested'
def find(region, inclusive):
    options = {'inclusive': inclusive, 'nest': nest}
    if 'vertices' in region:
        lon, lat = np.transpose(region['vertices'])
        return hp.query_polygon(nside, hp.ang2vec(lon, lat, lonlat=True), **options)
    centre = hp.ang2vec(region['lonDeg'], region['latDeg'], lonlat=True)
    return hp.query_disc(nside, centre, np.radians(region['radiusDeg']), **options)
answers = {
    'neighbours': hp.get_all_neighbours(nside, np.arange(12 * nside ** 2), nest=nest).T.tolist(),
    'strict': [attempt(find, region, False) for region in regions],
    'inclusive': [attempt(find, region, True) for region in regions],
}
`,
  'astropy-healpix': `
from astropy_healpix import HEALPix
import astropy.units as u
grid = HEALPix(nside, order=scheme)
def find(region):
    if 'vertices' in region: raise ValueError('no polygons')
    return grid.cone_search_lonlat(region['lonDeg'] * u.deg, region['latDeg'] * u.deg, region['radiusDeg'] * u.deg)
answers = {
    'neighbours': grid.neighbours(np.arange(12 * nside ** 2)).T.tolist(),
    'inclusive': [attempt(find, region) for region in regions],
}
`,
} as const;

/** @param python one that has the module */
export function regionsOfPython(python: string, module: keyof typeof PYTHON): RegionPeers {
  const script = `
import sys, json, numpy as np
nside, scheme, regions = json.load(sys.stdin)
def attempt(find, *arguments):
    try:
        return find(*arguments).tolist()
    except Exception:
        return None
${PYTHON[module]}
json.dump(answers, sys.stdout)
`;
  return {
    [module]: (nside, scheme, regions) => {
      const input = JSON.stringify([nside, scheme, regions]);
      const answers = JSON.parse(
        execFileSync(python, ['-c', script], {
          input,
          maxBuffer: 2 ** 28,
          stdio: ['pipe', 'pipe', 'ignore'],
        }).toString(),
        // Python's None is what was refused.
        (_, value: unknown) => value ?? undefined,
      ) as RegionAnswers;
      return answers;
    },
  };
}
