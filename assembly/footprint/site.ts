import { WGS84_A, WGS84_E2 } from '../constants';
import {
  SITE_ALONG_UP,
  SITE_COS_LAT,
  SITE_DIRECTION,
  SITE_GROUND,
  SITE_LON,
  SITE_NORMAL,
  SITE_SHIFT_Z,
  SITE_SQUARES,
  SITE_UP,
} from '../layout';

/** Writes a site record: a place on WGS84 at a geodetic latitude, longitude and height above the ellipsoid. */
export function placeSite(site: usize, latRad: f64, lonRad: f64, heightKm: f64): void {
  const sinLat = Math.sin(latRad);
  const cosLat = Math.cos(latRad);
  const upX = cosLat * Math.cos(lonRad);
  const upY = cosLat * Math.sin(lonRad);
  const n = WGS84_A / Math.sqrt(1.0 - WGS84_E2 * sinLat * sinLat);
  const x = (n + heightKm) * upX;
  const y = (n + heightKm) * upY;
  const z = (n * (1.0 - WGS84_E2) + heightKm) * sinLat;
  const r = Math.sqrt(x * x + y * y + z * z);
  storeVector(site + SITE_GROUND, x, y, z);
  storeVector(site + SITE_UP, upX, upY, sinLat);
  storeVector(site + SITE_DIRECTION, x / r, y / r, z / r);
  const alongUp = x * upX + y * upY + z * sinLat;
  store<f64>(site, n + heightKm, SITE_NORMAL);
  store<f64>(site, alongUp, SITE_ALONG_UP);
  store<f64>(site, r * r - 2.0 * (n + heightKm) * alongUp, SITE_SQUARES);
  store<f64>(site, 2.0 * n * WGS84_E2 * sinLat, SITE_SHIFT_Z);
  store<f64>(site, lonRad, SITE_LON);
  store<f64>(site, cosLat, SITE_COS_LAT);
}

/**
 * How far along the site's geodetic up a satellite must be, km from the Earth's centre, to stand at the elevation whose
 * sine is given: at the distance r from the centre and the height z above the equator. The closed form of
 * footprint/interval.ts.
 */
@inline
export function alongUpAt(site: usize, r: f64, z: f64, sinMinElevation: f64): f64 {
  const s2n = sinMinElevation * sinMinElevation * load<f64>(site, SITE_NORMAL);
  const squares =
    s2n * load<f64>(site, SITE_NORMAL) + load<f64>(site, SITE_SQUARES) + r * r + load<f64>(site, SITE_SHIFT_Z) * z;
  return load<f64>(site, SITE_ALONG_UP) - s2n + sinMinElevation * Math.sqrt(max(0.0, squares));
}

/**
 * The one test that decides coverage, wherever it is asked: does a satellite at `position` (km, Earth-fixed) stand at
 * or above the elevation whose sine is given, seen from the site?
 */
@inline
export function covers(site: usize, position: usize, sinMinElevation: f64): bool {
  const dx = load<f64>(position) - load<f64>(site, SITE_GROUND);
  const dy = load<f64>(position, 8) - load<f64>(site, SITE_GROUND + 8);
  const dz = load<f64>(position, 16) - load<f64>(site, SITE_GROUND + 16);
  const height = dx * load<f64>(site, SITE_UP) + dy * load<f64>(site, SITE_UP + 8) + dz * load<f64>(site, SITE_UP + 16);
  return height >= sinMinElevation * Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Geocentric angle between the site and a position, radians. */
@inline
export function centralAngle(site: usize, position: usize): f64 {
  const x = load<f64>(position);
  const y = load<f64>(position, 8);
  const z = load<f64>(position, 16);
  const along =
    x * load<f64>(site, SITE_DIRECTION) +
    y * load<f64>(site, SITE_DIRECTION + 8) +
    z * load<f64>(site, SITE_DIRECTION + 16);
  const cosine = along / Math.sqrt(x * x + y * y + z * z);
  return Math.acos(min(1.0, max(-1.0, cosine)));
}

function storeVector(pointer: usize, x: f64, y: f64, z: f64): void {
  store<f64>(pointer, x);
  store<f64>(pointer, y, 8);
  store<f64>(pointer, z, 16);
}
