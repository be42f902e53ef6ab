/** Semi-major axis in km and squared eccentricity of WGS84, the ellipsoid of places (NGA.STND.0036). */
const A_KM = 6378.137;
const E2 = 0.006_694_379_990_14;
const RAD = Math.PI / 180;

/** Earth-fixed position in km of geodetic coordinates. */
export function earthFixed(latDeg: number, lonDeg: number, heightKm: number): [number, number, number] {
  const [sinLat, cosLat] = [Math.sin(RAD * latDeg), Math.cos(RAD * latDeg)];
  const n = A_KM / Math.sqrt(1 - E2 * sinLat * sinLat);
  const rho = (n + heightKm) * cosLat;
  return [rho * Math.cos(RAD * lonDeg), rho * Math.sin(RAD * lonDeg), (n * (1 - E2) + heightKm) * sinLat];
}

/**
 * Degrees above the minimum elevation from which a place is said to be in view. The track is exact to two metres; the server
 * decides closer cases, and of those nothing is said here.
 */
const CERTAIN_DEG = 3e-4;

/** Whether a satellite is in view at an elevation, beyond doubt. */
export function isSurelyUp(elevation: number, minElevationDeg: number): boolean {
  return elevation >= minElevationDeg + CERTAIN_DEG;
}

/**
 * Elevations of positions above the horizon of a place at height 0, in degrees; NaN where a position is NaN.
 *
 * @param positions triples of geodetic latitude and longitude in degrees and altitude in km
 */
export function elevationsDeg(place: { latDeg: number; lonDeg: number }, positions: Float32Array): Float32Array {
  const { latDeg, lonDeg } = place;
  const [px, py, pz] = earthFixed(latDeg, lonDeg, 0);
  const cosLat = Math.cos(RAD * latDeg);
  const up = [cosLat * Math.cos(RAD * lonDeg), cosLat * Math.sin(RAD * lonDeg), Math.sin(RAD * latDeg)] as const;
  return Float32Array.from({ length: positions.length / 3 }, (_none, epoch) => {
    const [lat, lon, altitudeKm] = positions.subarray(3 * epoch, 3 * epoch + 3) as unknown as [number, number, number];
    const [x, y, z] = earthFixed(lat, lon, altitudeKm);
    const [dx, dy, dz] = [x - px, y - py, z - pz];
    const sine = (dx * up[0] + dy * up[1] + dz * up[2]) / Math.hypot(dx, dy, dz);
    // Near the zenith, rounding may lift the sine above 1.
    return Math.asin(Math.min(1, Math.max(-1, sine))) / RAD;
  });
}

/** Earth-fixed positions in km, three numbers each, of a track's: see `elevationsDeg`. */
export function fixedPositions(positions: Float32Array): Float64Array {
  const fixed = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [latDeg, lonDeg, altitudeKm] = positions.subarray(at, at + 3) as unknown as [number, number, number];
    fixed.set(earthFixed(latDeg, lonDeg, altitudeKm), at);
  }
  return fixed;
}

/**
 * Tells at which epochs a satellite is in view of a place at height 0 beyond doubt, as `isSurelyUp` does, for millions of
 * minutes.
 *
 * @param fixed earth-fixed positions in km, of each epoch
 */
export function sightFrom(
  { latDeg, lonDeg }: { latDeg: number; lonDeg: number },
  fixed: Float64Array,
  minElevationDeg: number,
): (epoch: number) => boolean {
  const [px, py, pz] = earthFixed(latDeg, lonDeg, 0);
  const cosLat = Math.cos(RAD * latDeg);
  const [ux, uy, uz] = [cosLat * Math.cos(RAD * lonDeg), cosLat * Math.sin(RAD * lonDeg), Math.sin(RAD * latDeg)];
  const least = Math.sin(RAD * (minElevationDeg + CERTAIN_DEG));
  return (epoch) => {
    const dx = (fixed[3 * epoch] as number) - px;
    const dy = (fixed[3 * epoch + 1] as number) - py;
    const dz = (fixed[3 * epoch + 2] as number) - pz;
    return dx * ux + dy * uy + dz * uz >= least * Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
}
