import type { Site } from './api.js';

/** Largest height of a site above or below the ellipsoid. */
const HIGHEST_SITE_KM = 100;

/** Checks a site, and gives it height 0 where it has none. @throws RangeError */
export function checkedSite({ latDeg, lonDeg, heightKm = 0 }: Site): Required<Site> {
  if (!(Math.abs(latDeg) <= 90)) throw new RangeError(`site.latDeg ${latDeg} is outside -90 to 90`);
  if (!Number.isFinite(lonDeg)) throw new RangeError(`site.lonDeg ${lonDeg} is not a finite number of degrees`);
  if (Math.abs(heightKm) <= HIGHEST_SITE_KM) return { latDeg, lonDeg, heightKm };
  throw new RangeError(`site.heightKm ${heightKm} is outside -${HIGHEST_SITE_KM} to ${HIGHEST_SITE_KM}`);
}
