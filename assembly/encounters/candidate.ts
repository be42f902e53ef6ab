import { EARTH_RATE, LOWEST_ALTITUDE_KM, US_PER_MINUTE, WGS84_B } from '../constants';
import { footprintDownTo, leastSine } from '../footprint/leastSine';
import { RADIUS_MARGIN_KM } from '../occupancy/bySite/footprintRadius';
import { anyNear } from '../occupancy/bySite/coarse';
import { PIECE_EPOCHS } from '../occupancy/bySite/spans';
import { polynomialsOf } from '../occupancy/bySite/ephemeris/fit';
import { EncounterQuery } from '../records/bySite/encounterQuery';
import { NearEphemeris } from '../records/bySite/nearEphemeris';
import { Satellite } from '../records/sgp4/satellite';
import { MU_KM3_PER_S2 } from '../sgp4/constants';

/**
 * Margin, in radians, for all that turns a direction: straight lines for the track, the Earth's flattening, errors of
 * the polynomials.
 */
const TARGET_MARGIN: f64 = 0.01;
const SPEED_SHARE: f64 = 1.02;
const SPEED_MARGIN: f64 = 1.2;

/** Bound of the rounding of positions at whole minutes, km. */
const MINUTES_ERROR_KM: f64 = 0.01;
/** Bounds of the distance of a satellite without polynomials from the Earth's centre, km. */
const LOWEST_KM: f64 = WGS84_B + LOWEST_ALTITUDE_KM;
const FARTHEST_KM: f64 = 104000.0;

/** Prepares the query for a candidate; returns false where that cannot come over the site in the query's range. */
export function begin(query: EncounterQuery, index: u32): bool {
  const window = query.window;
  const record = window.satellite(index);
  query.other = index;
  query.sinMinElevation = leastSine(record, query.sinOfWindow, query.sinOfStation);
  const ephemeris = polynomialsOf(window, index, query.ownEphemeris, query.viewOfOther.scratch);
  query.ephemerisAt = changetype<usize>(ephemeris);
  if (ephemeris !== null && !mayRise(query, ephemeris)) return false;

  query.footprintRad = footprintDownTo(record, query.sinMinElevation);
  query.targetX = query.site.directionX;
  query.targetY = query.site.directionY;
  query.targetZ = query.site.directionZ;
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
 * Writes tighter bounds of the candidate's speed, and of the directions in which encounters can be, by its polynomials.
 */
function narrow(query: EncounterQuery, record: Satellite, ephemeris: NearEphemeris, epochs: u32): void {
  const e = ephemeris.eccentricity;
  const first = ephemeris.axisRoot(ephemeris.t0);
  const last = ephemeris.axisRoot(ephemeris.t0 + <f64>epochs);
  const perigee = ephemeris.axis * (1.0 - e) * min(first * first, last * last) - RADIUS_MARGIN_KM;
  const apogee = ephemeris.axis * (1.0 + e) * max(first * first, last * last) + RADIUS_MARGIN_KM;
  query.otherError = ephemeris.error;
  query.otherSpeed = speedBound(perigee, apogee);
  // The polynomials have bounds of their own, also where the satellite's record gives none.
  query.otherRate = min(query.otherRate, ephemeris.fastest);
  query.targetRad = min(query.targetRad, ephemeris.reach + query.footprintRad - record.footprintRad);
  aim(query, perigee, apogee);
}

/**
 * Bound of the speed over the turning Earth, km/min, of a satellite that keeps between two distances (km) from its
 * centre.
 */
function speedBound(perigee: f64, apogee: f64): f64 {
  const inertial = 60.0 * Math.sqrt((2.0 * MU_KM3_PER_S2 * apogee) / (perigee * (perigee + apogee)));
  return SPEED_SHARE * (inertial + EARTH_RATE * apogee) + SPEED_MARGIN;
}

/**
 * Narrows the target, at first all of the sky over the site, to the part where encounters can be: around the point at
 * which a ray from the site along the beam is as far from the Earth's centre as the candidate, between `nearest` and
 * `farthest` (km).
 *
 * Seen from the Earth's centre, two upward rays that are d apart meet a sphere of radius r at points that are d (1 - R
 * sin e / (r cos z)) apart, where e is the elevation over the Earth's sphere through the site (radius R) and sin z = R
 * cos e / r: the most for the lowest rays and the farthest satellites.
 */
function aim(query: EncounterQuery, nearest: f64, farthest: f64): void {
  const site = query.site;
  const opening = query.maxSeparationRad + query.beamRad;
  if (!(opening + TARGET_MARGIN < query.targetRad)) return;
  const along = site.x * query.beamX + site.y * query.beamY + site.z * query.beamZ;
  const square = site.x * site.x + site.y * site.y + site.z * site.z;
  // Some ray may point below the horizon, or the satellite may be lower than the site.
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

/** Minutes between the first and the last epoch of a piece of anyNear. */
const PIECE_MIN: f64 = <f64>(PIECE_EPOCHS - 1);
const PIECES: u32 = 4;

/**
 * Whether the candidate may come over the site at all: a rough look at the whole range, in a tenth of the time that
 * stepping through it takes. Always true for a range longer than half an hour.
 */
function mayRise(query: EncounterQuery, ephemeris: NearEphemeris): bool {
  const window = query.window;
  const record = window.satellite(query.other);
  if (query.sinMinElevation < record.sinMinElevation) return true;
  const first = Math.floor((query.fromUs - window.startUs) / US_PER_MINUTE);
  const last = Math.ceil((query.toUs - window.startUs) / US_PER_MINUTE);
  if (last - first > <f64>PIECES * PIECE_MIN) return true;
  const spans = query.positions;
  for (let i: u32 = 0; i < PIECES; i++) {
    const from = <u32>min(last, first + <f64>i * PIECE_MIN);
    const end = <u32>min(last, first + <f64>(i + 1) * PIECE_MIN) + 1;
    store<u32>(spans + ((<usize>i) << 2), from | (end << 16));
  }
  return anyNear(ephemeris, query.site, spans) != 0;
}
