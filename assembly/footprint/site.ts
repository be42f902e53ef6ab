import { WGS84_A, WGS84_E2 } from '../constants';
import { pix2angNest, pix2angRing } from '../healpix/pixel';
import { Site } from '../records/bySite/site';
import { Position } from '../records/sgp4/state';

/** Writes a site record: a place on WGS84 at a geodetic latitude, longitude and height above the ellipsoid. */
export function writeSite(site: Site, latRad: f64, lonRad: f64, heightKm: f64): void {
  const sinLat = Math.sin(latRad);
  const cosLat = Math.cos(latRad);
  const upX = cosLat * Math.cos(lonRad);
  const upY = cosLat * Math.sin(lonRad);
  const n = WGS84_A / Math.sqrt(1.0 - WGS84_E2 * sinLat * sinLat);
  const x = (n + heightKm) * upX;
  const y = (n + heightKm) * upY;
  const z = (n * (1.0 - WGS84_E2) + heightKm) * sinLat;
  const r = Math.sqrt(x * x + y * y + z * z);
  site.x = x;
  site.y = y;
  site.z = z;
  site.upX = upX;
  site.upY = upY;
  site.upZ = sinLat;
  site.directionX = x / r;
  site.directionY = y / r;
  site.directionZ = z / r;
  const alongUp = x * upX + y * upY + z * sinLat;
  site.normal = n + heightKm;
  site.alongUp = alongUp;
  site.squares = r * r - 2.0 * (n + heightKm) * alongUp;
  site.shiftZ = 2.0 * n * WGS84_E2 * sinLat;
  site.lon = lonRad;
  site.cosLat = cosLat;
}

/**
 * Least component along the site's geodetic up, km, that the position of a satellite must have for it to stand at or
 * above an elevation, by the closed form of footprint/interval.ts. `r`: the satellite's distance from the Earth's
 * centre; `z`: its height above the equator's plane, km; `sinMinElevation`: sine of the elevation.
 */
@inline
export function alongUpAt(site: Site, r: f64, z: f64, sinMinElevation: f64): f64 {
  const s2n = sinMinElevation * sinMinElevation * site.normal;
  const squares = s2n * site.normal + site.squares + r * r + site.shiftZ * z;
  return site.alongUp - s2n + sinMinElevation * Math.sqrt(max(0.0, squares));
}

/**
 * Whether a satellite at `position` (km, Earth-fixed) stands at or above the elevation whose sine is given, seen from
 * the site: the one test that decides coverage everywhere.
 */
@inline
export function covers(site: Site, position: Position, sinMinElevation: f64): bool {
  const dx = position.x - site.x;
  const dy = position.y - site.y;
  const dz = position.z - site.z;
  const height = dx * site.upX + dy * site.upY + dz * site.upZ;
  return height >= sinMinElevation * Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Geocentric angle between the site and a position, radians. */
@inline
export function centralAngle(site: Site, position: Position): f64 {
  const x = position.x;
  const y = position.y;
  const z = position.z;
  const along = x * site.directionX + y * site.directionY + z * site.directionZ;
  const cosine = along / Math.sqrt(x * x + y * y + z * z);
  return Math.acos(min(1.0, max(-1.0, cosine)));
}

/** Writes the site record of the centre of a NESTED cell, on the ellipsoid. */
export function writeCellSite(site: Site, nside: i32, ipix: i32): void {
  const lonLat = changetype<usize>(site);
  pix2angNest(nside, ipix, lonLat);
  writeSite(site, load<f64>(lonLat, 8), load<f64>(lonLat), 0.0);
}

/** Writes the site record of the centre of a RING cell, with the same bits as writeCellSite for its NESTED number. */
export function writeRingCellSite(site: Site, nside: i32, ipix: i32): void {
  const lonLat = changetype<usize>(site);
  pix2angRing(nside, ipix, lonLat);
  writeSite(site, load<f64>(lonLat, 8), load<f64>(lonLat), 0.0);
}
