import { US_PER_MINUTE } from '../constants';
import { look, speedOver } from '../passes/view';
import { EncounterQuery, MOST_TRACKED } from '../records/bySite/encounterQuery';
import { Position } from '../records/sgp4/state';

/**
 * Longest time, in microseconds, from one position of the track to the next in a range of up to 85 minutes. In a longer
 * range MOST_TRACKED limits the number of positions, so they lie further apart.
 */
const LEAST_STEP_US: f64 = 10000000.0;

/**
 * Writes to the query the track (positions of the tracked satellite over the range, km), the cone around it seen from
 * the site (`beamX` to `beamRad`; not the beam of the glossary), a bound of the speed (km/min), and a bound of the
 * error of straight lines between the positions (km).
 */
export function writeTrack(query: EncounterQuery): void {
  const record = query.window.satellite(query.tracked);
  const view = query.viewOfTracked;
  const range = query.toUs - query.fromUs;
  const steps = <u32>max(1.0, min(<f64>(MOST_TRACKED - 2), Math.ceil(range / LEAST_STEP_US)));
  const stepUs = range / <f64>steps;
  query.stepUs = stepUs;
  let speed: f64 = 0.0;
  let bend: f64 = 0.0;
  let sound = record.certainRad > 0.0;
  // One point beyond the end, so that every instant of the range lies between two points.
  for (let i: u32 = 0; i < steps + 2; i++) {
    look(record, query.station, query.fromUs + <f64>i * stepUs, view);
    if (!view.sound) sound = false;
    const position = query.track(i);
    position.x = view.x;
    position.y = view.y;
    position.z = view.z;
    speed = max(speed, speedOver(view));
    if (i >= 2) bend = max(bend, bendAt(query, i - 1));
  }
  writeBeam(query, steps);
  // A straight line between two points is off by an eighth of the second difference. Twice that allows for the change
  // of the second difference between them.
  query.trackError = sound ? 0.25 * bend + 0.001 : Infinity;
  // From one position to the next, the speed changes by less than the second difference over the step.
  query.trackedSpeed = speed + (bend * US_PER_MINUTE) / stepUs;
}

/**
 * Writes the cone around the track, seen from the site: the direction to the middle of the track, and the largest angle
 * between that direction and a position of the track, radians.
 */
function writeBeam(query: EncounterQuery, steps: u32): void {
  const view = query.viewOfTracked;
  toDirection(query, query.track(steps >>> 1), view);
  const x = view.x;
  const y = view.y;
  const z = view.z;
  let least: f64 = 1.0;
  for (let i: u32 = 0; i < steps + 2; i++) {
    toDirection(query, query.track(i), view);
    least = min(least, x * view.x + y * view.y + z * view.z);
  }
  query.beamX = x;
  query.beamY = y;
  query.beamZ = z;
  query.beamRad = Math.acos(max(-1.0, least));
}

/** Writes the direction from the site to a position, a unit vector. */
function toDirection(query: EncounterQuery, position: Position, out: Position): void {
  const site = query.station;
  const x = position.x - site.x;
  const y = position.y - site.y;
  const z = position.z - site.z;
  const range = Math.sqrt(x * x + y * y + z * z);
  out.x = x / range;
  out.y = y / range;
  out.z = z / range;
}

/** Length, in km, of the second difference of the track at a position. */
function bendAt(query: EncounterQuery, index: u32): f64 {
  const a = query.track(index - 1);
  const b = query.track(index);
  const c = query.track(index + 1);
  const x = a.x - 2.0 * b.x + c.x;
  const y = a.y - 2.0 * b.y + c.y;
  const z = a.z - 2.0 * b.z + c.z;
  return Math.sqrt(x * x + y * y + z * z);
}
