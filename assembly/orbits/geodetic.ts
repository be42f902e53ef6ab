import { WGS84_A, WGS84_B, WGS84_E2 } from '../constants';
import { Position } from '../records/sgp4/state';

const DEG_PER_RAD: f64 = 180.0 / Math.PI;
const SECOND_E2: f64 = WGS84_E2 / (1.0 - WGS84_E2);

/**
 * Writes longitude (-180 to 180) and latitude, degrees, and height, km, on WGS84 of an Earth-fixed position to `out`,
 * by Bowring 1985, Survey Review 28, 202: exact to a micrometre below geostationary heights.
 */
export function writeGeodetic(position: Position, out: usize): void {
  const x = position.x;
  const y = position.y;
  const z = position.z;
  const p = Math.sqrt(x * x + y * y);
  const r = Math.sqrt(p * p + z * z);
  // The tangent of the reduced latitude is up / across. The division is left out, because `across` is 0 over a pole.
  const up = WGS84_B * z * (1.0 + (SECOND_E2 * WGS84_B) / r);
  const across = WGS84_A * p;
  const length = Math.sqrt(up * up + across * across);
  const sinBeta = up / length;
  const cosBeta = across / length;
  const lat = Math.atan2(
    z + SECOND_E2 * WGS84_B * sinBeta * sinBeta * sinBeta,
    p - WGS84_E2 * WGS84_A * cosBeta * cosBeta * cosBeta,
  );
  const sine = Math.sin(lat);
  store<f64>(out, Math.atan2(y, x) * DEG_PER_RAD);
  store<f64>(out, lat * DEG_PER_RAD, 8);
  store<f64>(out, p * Math.cos(lat) + z * sine - WGS84_A * Math.sqrt(1.0 - WGS84_E2 * sine * sine), 16);
}
