import { EARTH_RATE, LOWEST_ALTITUDE_KM, WGS84_B } from '../constants';
import { footprintDownTo, leastSine } from '../footprint/leastSine';
import { RADIUS_MARGIN_KM } from '../occupancy/bySite/footprintRadius';
import { polynomialsOf } from '../occupancy/bySite/ephemeris/fit';
import { EncounterQuery } from '../records/bySite/encounterQuery';
import { NearEphemeris } from '../records/bySite/nearEphemeris';
import { Satellite } from '../records/sgp4/satellite';
import { MU_KM3_PER_S2 } from '../sgp4/constants';
import { mayRise } from './rise';

/**
 * Margin of the radius of the target (see `aim`), rad: for the errors of the track's straight lines and of the
 * polynomials, and for the Earth's flattening, which `aim` leaves out.
 */
const TARGET_MARGIN: f64 = 0.01;
/** Factor, and summand in km/min, that make a bound of SGP4's speed out of the speed on an ellipse. */
const SPEED_SHARE: f64 = 1.02;
const SPEED_MARGIN: f64 = 1.2;

/** Bound of the error of positions at whole minutes, which are rounded to f32; km. */
const MINUTES_ERROR_KM: f64 = 0.01;
/** Bounds, in km, of the distance from the Earth's centre of a near-earth satellite that has no polynomials. */
const LOWEST_KM: f64 = WGS84_B + LOWEST_ALTITUDE_KM;
const FARTHEST_KM: f64 = 104000.0;

/** Prepares the query for its next candidate; returns false if that one cannot rise at the site in the range. */
export function begin(query: EncounterQuery): bool {
  if (!mayRise(query)) return false;
  const index = query.candidate(query.next);
  const window = query.window;
  const record = window.satellite(index);
  query.other = index;
  query.sinMinElevation = leastSine(record, query.station);
  const ephemeris = polynomialsOf(window, index, query.ownEphemeris, query.viewOfOther.scratch);
  query.ephemerisAt = changetype<usize>(ephemeris);

  query.footprintRad = footprintDownTo(record, query.sinMinElevation);
  query.targetX = query.station.directionX;
  query.targetY = query.station.directionY;
  query.targetZ = query.station.directionZ;
  query.targetRad = query.footprintRad;
  query.otherRate = record.rateRadPerMin;
  if (ephemeris !== null) narrow(query, record, ephemeris, window.epochs);
  else {
    query.otherError = MINUTES_ERROR_KM;
    query.otherSpeed = speedBound(LOWEST_KM, FARTHEST_KM);
  }
  return true;
}

/**
 * Sets, by the candidate's polynomials, the query's bounds of the candidate's error and speed, and tightens the bounds
 * of its rate and of its directions at an encounter.
 */
function narrow(query: EncounterQuery, record: Satellite, ephemeris: NearEphemeris, epochs: u32): void {
  const e = ephemeris.eccentricity;
  const first = ephemeris.axisRoot(ephemeris.t0);
  const last = ephemeris.axisRoot(ephemeris.t0 + <f64>epochs);
  const perigee = ephemeris.axis * (1.0 - e) * min(first * first, last * last) - RADIUS_MARGIN_KM;
  const apogee = ephemeris.axis * (1.0 + e) * max(first * first, last * last) + RADIUS_MARGIN_KM;
  query.otherError = ephemeris.error;
  query.otherSpeed = speedBound(perigee, apogee);
  // The polynomials bound the rate too, and more closely if the record has only a crude bound.
  query.otherRate = min(query.otherRate, ephemeris.fastest);
  query.targetRad = min(query.targetRad, ephemeris.reach + query.footprintRad - record.footprintRad);
  aim(query, perigee, apogee);
}

/**
 * Bound of the speed over the turning Earth, km/min, of a satellite whose distance from the Earth's centre stays
 * between `perigee` and `apogee` (km).
 */
function speedBound(perigee: f64, apogee: f64): f64 {
  const inertial = 60.0 * Math.sqrt((2.0 * MU_KM3_PER_S2 * apogee) / (perigee * (perigee + apogee)));
  return SPEED_SHARE * (inertial + EARTH_RATE * apogee) + SPEED_MARGIN;
}

/**
 * Narrows, if it can, the target: the directions from the Earth's centre that the candidate can have at an encounter.
 * At first these are all directions in which it can cover the site. The new target surrounds the point, on the ray from
 * the site along (beamX, beamY, beamZ), that is `nearest` km from the centre. `nearest` and `farthest`: bounds of the
 * candidate's distance from the centre, km.
 *
 * Two upward rays from the site with an angle d between them reach the distance r from the Earth's centre at two
 * points. Seen from the centre, these are at most d (1 - R sin e / (r cos z)) apart, where R is the site's distance
 * from the centre, e the elevation of the lower ray over the sphere of radius R, and sin z = R cos e / r. The bound is
 * largest for the lowest e and the greatest r.
 */
function aim(query: EncounterQuery, nearest: f64, farthest: f64): void {
  const site = query.station;
  const opening = query.maxSeparationRad + query.beamRad;
  if (!(opening + TARGET_MARGIN < query.targetRad)) return;
  const along = site.x * query.beamX + site.y * query.beamY + site.z * query.beamZ;
  const square = site.x * site.x + site.y * site.y + site.z * site.z;
  // The bound does not hold if a ray may point below the horizon, or if the satellite may be lower than the site.
  if (along < Math.sqrt(square) * opening || nearest * nearest <= square) return;
  const near = Math.sqrt(along * along - square + nearest * nearest) - along;
  const far = Math.sqrt(along * along - square + farthest * farthest) - along;
  const x = site.x + near * query.beamX;
  const y = site.y + near * query.beamY;
  const z = site.z + near * query.beamZ;
  const farX = site.x + far * query.beamX;
  const farY = site.y + far * query.beamY;
  const farZ = site.z + far * query.beamZ;
  const depth = Math.acos(min(1.0, (x * farX + y * farY + z * farZ) / (nearest * farthest)));
  const lowest = Math.sin(Math.asin(min(1.0, along / Math.sqrt(square))) - opening);
  const spread = 1.0 - lowest / Math.sqrt((farthest * farthest) / square - 1.0 + lowest * lowest);
  const reach = spread * opening + depth + TARGET_MARGIN;
  if (reach >= query.targetRad) return;
  query.targetX = x / nearest;
  query.targetY = y / nearest;
  query.targetZ = z / nearest;
  query.targetRad = reach;
}
