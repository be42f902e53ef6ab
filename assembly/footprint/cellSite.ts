import { pix2angNest, pix2angRing } from '../healpix/pixel';
import { Site } from '../records/bySite/site';
import { writeSite } from './site';

/** Writes the site record of the centre of a NESTED cell, on the ellipsoid. */
export function writeCellSite(site: Site, nside: i32, ipix: i32): void {
  const lonLat = changetype<usize>(site);
  pix2angNest(nside, ipix, lonLat);
  writeSite(site, load<f64>(lonLat, 8), load<f64>(lonLat), 0.0);
}

/** Writes the site record of the centre of a RING cell: the same bits as writeCellSite. */
export function writeRingCellSite(site: Site, nside: i32, ipix: i32): void {
  const lonLat = changetype<usize>(site);
  pix2angRing(nside, ipix, lonLat);
  writeSite(site, load<f64>(lonLat, 8), load<f64>(lonLat), 0.0);
}
