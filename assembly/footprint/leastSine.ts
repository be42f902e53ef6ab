import { Station } from '../records/bySite/station';
import { Satellite } from '../records/sgp4/satellite';

/**
 * Returns the sine of the elevation from which a satellite counts over a station. A satellite's frozen minimum
 * elevation is above the window's only if its emitter has one of its own: then the larger of that and the station's
 * counts, else the station's. If the station has none, both its sines are -1, and the frozen one counts.
 */
@inline
export function leastSine(record: Satellite, station: Station): f64 {
  const frozen = record.sinMinElevation;
  return frozen > station.sinOfWindow ? max(frozen, station.sinOfStation) : station.sinOfStation;
}

/**
 * Bound of the radius that a satellite's footprint has, in radians, if it counts from the elevation whose sine is
 * given: the radius grows by no more than the elevation falls.
 */
export function footprintDownTo(record: Satellite, sinMinElevation: f64): f64 {
  if (sinMinElevation >= record.sinMinElevation) return record.footprintRad;
  return record.footprintRad + Math.asin(record.sinMinElevation) - Math.asin(sinMinElevation);
}
