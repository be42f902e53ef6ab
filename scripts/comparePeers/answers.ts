import { execFileSync } from 'node:child_process';
import type { Core } from '../../src/core/index.js';
import type { Hscmap, HealpixJs } from '../measureCore/peers.js';
import type { Place } from './places.js';

/** What somebody says of places: cells, undefined where there is none; no list for what they do not have. */
export interface Answers {
  nested: (bigint | undefined)[];
  ring?: (bigint | undefined)[];
  /** RING numbers of the NESTED cells. */
  turned?: (bigint | undefined)[];
  /** NESTED cells of the centres of the NESTED cells. */
  back: (bigint | undefined)[];
}

/** Whom to ask, by name. */
export type Asked = Record<string, (nside: number, places: readonly Place[]) => Answers>;

/** A cell of a peer's number, which may be none. */
function cellOf(ask: () => number): bigint | undefined {
  try {
    const cell = ask();
    return Number.isInteger(cell) ? BigInt(cell) : undefined;
  } catch {
    return undefined;
  }
}

export function askCore(core: Core): Asked {
  return {
    Sidelobe: (nside, places) => {
      const [nested, rings] = [core.healpix(nside, 'nested', 'bigint'), core.healpix(nside, 'ring', 'bigint')];
      const points = Float64Array.from(places.flat());
      const cells = nested.ang2pix(points);
      return {
        nested: [...cells],
        ring: [...rings.ang2pix(points)],
        turned: [...nested.toRing(cells)],
        back: [...nested.ang2pix(nested.pix2ang(cells))],
      };
    },
  };
}

interface FullHscmap extends Hscmap {
  pix2ang_nest: (nside: number, ipix: number) => { theta: number; phi: number };
}

export function askHscmap(hscmap: Hscmap): Asked {
  const { ang2pix_nest, ang2pix_ring, nest2ring, pix2ang_nest } = hscmap as FullHscmap;
  return {
    '@hscmap/healpix': (nside, places) => {
      const nested = places.map(([theta, phi]) => cellOf(() => ang2pix_nest(nside, theta, phi)));
      return {
        nested,
        ring: places.map(([theta, phi]) => cellOf(() => ang2pix_ring(nside, theta, phi))),
        turned: nested.map((cell) => cellOf(() => nest2ring(nside, Number(cell)))),
        back: nested.map((cell) =>
          cellOf(() => {
            const { theta, phi } = pix2ang_nest(nside, Number(cell));
            return ang2pix_nest(nside, theta, phi);
          }),
        ),
      };
    },
  };
}

export function askHealpixJs({ Healpix, Pointing }: HealpixJs): Asked {
  return {
    healpixjs: (nside, places) => {
      const grid = new Healpix(nside);
      const nested = places.map(([theta, phi]) => cellOf(() => grid.ang2pix(new Pointing(null, false, theta, phi))));
      return { nested, back: nested.map((cell) => cellOf(() => grid.ang2pix(grid.pix2ang(Number(cell))))) };
    },
  };
}

const PYTHON = {
  healpy: `
import healpy as hp
nested = hp.ang2pix(nside, theta, phi, nest=True)
answers = [nested, hp.ang2pix(nside, theta, phi), hp.nest2ring(nside, nested), hp.ang2pix(nside, *hp.pix2ang(nside, nested, nest=True), nest=True)]
`,
  'astropy-healpix': `
from astropy_healpix import HEALPix
import astropy.units as u
n, r = HEALPix(nside, order='nested'), HEALPix(nside, order='ring')
lat = (np.pi / 2 - theta) * u.rad
nested = n.lonlat_to_healpix(phi * u.rad, lat)
answers = [nested, r.lonlat_to_healpix(phi * u.rad, lat), n.nested_to_ring(nested), n.lonlat_to_healpix(*n.healpix_to_lonlat(nested))]
`,
} as const;

/** @param python one that has the module */
export function askPython(python: string, module: keyof typeof PYTHON): Asked {
  const script = `
import sys, numpy as np
nside = int(sys.argv[1])
theta, phi = np.frombuffer(sys.stdin.buffer.read(), '<f8').reshape(-1, 2).T.copy()
${PYTHON[module]}
sys.stdout.buffer.write(np.array(answers).astype('<i8').tobytes())
`;
  return {
    [module]: (nside, places) => {
      const input = Float64Array.from(places.flat());
      const output = execFileSync(python, ['-c', script, String(nside)], { input: new Uint8Array(input.buffer) });
      const cells = [...new BigInt64Array(Uint8Array.from(output).buffer)];
      const [nested = [], ring = [], turned = [], back = []] = [0, 1, 2, 3].map((k) =>
        cells.slice(k * places.length, (k + 1) * places.length),
      );
      return { nested, ring, turned, back };
    },
  };
}
