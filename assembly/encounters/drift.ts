import { EARTH_RATE } from '../constants';
import { Encounter, EncounterQuery } from '../records/bySite/encounterQuery';

/** The Earth's rotation, rad/s. */
const RATE: f64 = EARTH_RATE / 60.0;
/**
 * Separation, rad (0.01 degrees), below which writeDrift replaces the line between the two satellites by the direction
 * across their relative motion: in the 300 µs to which the closest moment is known, so short a line may turn far.
 */
const NEAR_RAD: f64 = 1.7e-4;

/**
 * Writes to an encounter's record, from the last look, how much the smallest separation and the closest moment change
 * for each kilometre that either satellite is off along its track. Such an error displaces the satellite along its
 * inertial velocity; the Earth does not turn with it. The moment's change is computed for straight paths in the sky.
 */
export function writeDrift(query: EncounterQuery, encounter: Encounter): void {
  const site = query.station;
  const a = query.viewOfTracked;
  const b = query.viewOfOther;
  const perA = 1.0 / a.range;
  const perB = 1.0 / b.range;
  const ax = (a.x - site.x) * perA;
  const ay = (a.y - site.y) * perA;
  const az = (a.z - site.z) * perA;
  const bx = (b.x - site.x) * perB;
  const by = (b.y - site.y) * perB;
  const bz = (b.z - site.z) * perB;
  // Turn of each direction for a kilometre along the track, rad/km.
  const turnA = perA / Math.sqrt(a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
  const turnB = perB / Math.sqrt(b.vx * b.vx + b.vy * b.vy + b.vz * b.vz);
  const onA = a.vx * ax + a.vy * ay + a.vz * az;
  const onB = b.vx * bx + b.vy * by + b.vz * bz;
  const tax = (a.vx - onA * ax) * turnA;
  const tay = (a.vy - onA * ay) * turnA;
  const taz = (a.vz - onA * az) * turnA;
  const tbx = (b.vx - onB * bx) * turnB;
  const tby = (b.vy - onB * by) * turnB;
  const tbz = (b.vz - onB * bz) * turnB;
  // Rate of the other's direction less that of the tracked one, over the turning Earth, rad/s.
  const wax = a.vx + RATE * a.y;
  const way = a.vy - RATE * a.x;
  const wbx = b.vx + RATE * b.y;
  const wby = b.vy - RATE * b.x;
  const overA = wax * ax + way * ay + a.vz * az;
  const overB = wbx * bx + wby * by + b.vz * bz;
  const vx = (wbx - overB * bx) * perB - (wax - overA * ax) * perA;
  const vy = (wby - overB * by) * perB - (way - overA * ay) * perA;
  const vz = (b.vz - overB * bz) * perB - (a.vz - overA * az) * perA;
  const speed2 = vx * vx + vy * vy + vz * vz;
  // n: along the line between the two or, if they are nearer than NEAR_RAD, across their relative motion.
  let nx = bx - ax;
  let ny = by - ay;
  let nz = bz - az;
  let length = Math.sin(encounter.closestRad);
  if (encounter.closestRad < NEAR_RAD && speed2 > 0.0) {
    nx = ay * vz - az * vy;
    ny = az * vx - ax * vz;
    nz = ax * vy - ay * vx;
    length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
  const perLength = length > 0.0 ? 1.0 / length : 0.0;
  encounter.trackedRadPerKm = Math.abs(tax * nx + tay * ny + taz * nz) * perLength;
  encounter.otherRadPerKm = Math.abs(tbx * nx + tby * ny + tbz * nz) * perLength;
  encounter.trackedSecondsPerKm = speed2 > 0.0 ? Math.abs(tax * vx + tay * vy + taz * vz) / speed2 : Infinity;
  encounter.otherSecondsPerKm = speed2 > 0.0 ? Math.abs(tbx * vx + tby * vy + tbz * vz) / speed2 : Infinity;
}
