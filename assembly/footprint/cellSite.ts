import { pix2angNest, pix2angRing } from '../healpix/pixel';
import { placeSite } from './site';

/** Writes the site record of the centre of a NESTED cell, on the ellipsoid. */
export function placeCellSite(site: usize, nside: i32, ipix: i32): void {
  pix2angNest(nside, ipix, site);
  placeSite(site, load<f64>(site, 8), load<f64>(site), 0.0);
}

/** As placeCellSite, of a RING number: the same bits. */
export function placeRingCellSite(site: usize, nside: i32, ipix: i32): void {
  pix2angRing(nside, ipix, site);
  placeSite(site, load<f64>(site, 8), load<f64>(site), 0.0);
}
