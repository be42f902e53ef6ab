const A_KM = 6378.137;
const FLATTENING = 1 / 298.257223563;
const B_KM = A_KM * (1 - FLATTENING);
const E2 = FLATTENING * (2 - FLATTENING);
const DEG_PER_RAD = 180 / Math.PI;

/**
 * Latitude and longitude (degrees) and height (km) on WGS84 of an Earth-fixed position in km: Bowring 1985, Survey Review
 * 28, 202, to better than a micrometre below geostationary heights. NaN for NaN.
 */
export function geodeticOf(x: number, y: number, z: number): { latDeg: number; lonDeg: number; heightKm: number } {
  const p = Math.hypot(x, y);
  const r = Math.hypot(p, z);
  const second = E2 / (1 - E2);
  const tanBeta = ((B_KM * z) / (A_KM * p)) * (1 + (second * B_KM) / r);
  const cosBeta = 1 / Math.hypot(1, tanBeta);
  const sinBeta = p === 0 ? Math.sign(z) : tanBeta * cosBeta;
  const lat = Math.atan2(z + second * B_KM * sinBeta ** 3, p - E2 * A_KM * cosBeta ** 3);
  const sine = Math.sin(lat);
  const heightKm = p * Math.cos(lat) + z * sine - A_KM * Math.sqrt(1 - E2 * sine * sine);
  return { latDeg: lat * DEG_PER_RAD, lonDeg: Math.atan2(y, x) * DEG_PER_RAD, heightKm };
}
