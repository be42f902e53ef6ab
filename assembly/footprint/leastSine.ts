import { Satellite } from '../records/sgp4/satellite';

/**
 * Sine of the elevation from which a satellite counts over a station. The station's own minimum elevation counts, or
 * the satellite's frozen one where that is larger and comes from an emitter's mask: it is then above the window's.
 * Without a minimum elevation of the station both sines given are -1, and each satellite's frozen one counts.
 */
@inline
export function leastSine(record: Satellite, sinOfWindow: f64, sinOfStation: f64): f64 {
  const frozen = record.sinMinElevation;
  return frozen > sinOfWindow ? max(frozen, sinOfStation) : sinOfStation;
}

/**
 * Bound of the radius of a satellite's footprint down to an elevation, in radians: the radius grows by no more than the
 * elevation falls.
 */
export function footprintDownTo(record: Satellite, sinMinElevation: f64): f64 {
  if (sinMinElevation >= record.sinMinElevation) return record.footprintRad;
  return record.footprintRad + Math.asin(record.sinMinElevation) - Math.asin(sinMinElevation);
}
