import type { Core, LatLon } from '../../src/core/index.js';

/** NESTED cell of a place. */
export function cellOf(core: Core, nside: number, { latDeg, lonDeg }: LatLon): number {
  return core.healpix(nside).lonLat2pix(lonDeg, latDeg);
}

/** Centre of a NESTED cell. */
export function centreOf(core: Core, nside: number, ipix: number): LatLon {
  const [lonDeg, latDeg] = core.healpix(nside).pix2lonLat(ipix);
  return { latDeg, lonDeg };
}
