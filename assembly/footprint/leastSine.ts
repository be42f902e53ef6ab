import { Station } from '../records/bySite/station';
import { Satellite } from '../records/sgp4/satellite';

/**
 * Returns the sine of the elevation from which a satellite counts over a station. A satellite's frozen minimum
 * elevation is above the window's only if its emitter has one of its own: then the larger of that and the station's
 * counts, else the station's. Two sines of -1 stand for a station without a minimum elevation: the frozen one counts.
 * If sinOfWindow is 1 and sinOfStation -1, every elevation counts.
 */
@inline
export function leastSine(record: Satellite, station: Station): f64 {
  const frozen = record.sinMinElevation;
  return frozen > station.sinOfWindow ? max(frozen, station.sinOfStation) : station.sinOfStation;
}

/**
 * Upper bound of the radius, in radians, of a satellite's footprint down to the elevation whose sine is given. Below
 * the frozen minimum elevation the radius grows by no more than the elevation falls.
 */
export function footprintDownTo(record: Satellite, sinMinElevation: f64): f64 {
  if (sinMinElevation >= record.sinMinElevation) return record.footprintRad;
  return record.footprintRad + Math.asin(record.sinMinElevation) - Math.asin(sinMinElevation);
}
