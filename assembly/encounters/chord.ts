import { EARTH_RATE } from '../constants';
import { minutesNear, mostBend, speedError, speedOver } from '../passes/view';
import { EncounterQuery } from '../records/bySite/encounterQuery';

/** Most bounds that minutesByChord tries, in turn, for the deviation of the chord (writeChord) from a straight line. */
const ROUNDS: i32 = 3;
/**
 * Largest deviation of the chord (see writeChord) from a straight line that minutesByChord tries first during an
 * encounter, as a share of the chord's length at maxSeparationRad.
 */
const MEETING_SHARE: f64 = 0.1;

/**
 * Writes the query's fields from `course` to `chordError` for the last look. The chord is the difference of the unit
 * directions from the site to the two satellites.
 */
export function writeChord(query: EncounterQuery): void {
  const site = query.station;
  const a = query.viewOfTracked;
  const b = query.viewOfOther;
  const ax = a.x - site.x;
  const ay = a.y - site.y;
  const az = a.z - site.z;
  const bx = b.x - site.x;
  const by = b.y - site.y;
  const bz = b.z - site.z;
  const perA = 1.0 / a.range;
  const perB = 1.0 / b.range;
  // The chord's rate is the difference of two terms: each satellite's velocity across its direction, over its range.
  const vax = 60.0 * a.vx + EARTH_RATE * a.y;
  const vay = 60.0 * a.vy - EARTH_RATE * a.x;
  const vaz = 60.0 * a.vz;
  const vbx = 60.0 * b.vx + EARTH_RATE * b.y;
  const vby = 60.0 * b.vy - EARTH_RATE * b.x;
  const vbz = 60.0 * b.vz;
  const alongA = (vax * ax + vay * ay + vaz * az) * perA * perA;
  const alongB = (vbx * bx + vby * by + vbz * bz) * perB * perB;
  const x = bx * perB - ax * perA;
  const y = by * perB - ay * perA;
  const z = bz * perB - az * perA;
  const vx = (vbx - alongB * bx) * perB - (vax - alongA * ax) * perA;
  const vy = (vby - alongB * by) * perB - (vay - alongA * ay) * perA;
  const vz = (vbz - alongB * bz) * perB - (vaz - alongA * az) * perA;
  query.chord = Math.sqrt(x * x + y * y + z * z);
  query.chordGrowth = x * vx + y * vy + z * vz;
  query.chordSpeed2 = vx * vx + vy * vy + vz * vz;
  query.chordError = speedError(speedOver(a)) * perA + speedError(speedOver(b)) * perB;
  const unsure = query.chordError * query.chord;
  query.course = query.chordGrowth > unsure ? 1 : query.chordGrowth < -unsure ? -1 : 0;
}

/**
 * Minutes from the last look on for which the separation certainly stays below maxSeparationRad (if `meets`) or above
 * it (if not); 0 if none is certain. Until then the chord follows a straight line, within the error of its rate and the
 * bend of the paths. Near the edge of an encounter this time is much longer than the satellites' speeds alone allow.
 */
export function minutesByChord(query: EncounterQuery, meets: bool): f64 {
  const a = query.viewOfTracked;
  const b = query.viewOfOther;
  const length = query.chord;
  const growth = query.chordGrowth;
  const speed2 = query.chordSpeed2;
  const error = query.chordError;
  const speedA = speedOver(a);
  const speedB = speedOver(b);
  const bend = mostBend(a, speedA) + mostBend(b, speedB);
  const horizon = min(minutesNear(a, speedA), minutesNear(b, speedB));
  const edge = 2.0 * Math.sin(0.5 * min(Math.PI, query.maxSeparationRad));
  const margin = meets ? edge - length : length - edge;
  if (!(margin > 0.0)) return 0.0;
  let off = 0.5 * margin;
  if (meets) off = min(off, MEETING_SHARE * edge);
  let best: f64 = 0.0;
  for (let round = 0; round < ROUNDS; round++) {
    // Minutes for which the chord is off its line by no more than `off`.
    const minutes = min(horizon, (Math.sqrt(error * error + 2.0 * bend * off) - error) / bend);
    const radius = meets ? edge - off : edge + off;
    const squares = length * length - radius * radius;
    const root = Math.sqrt(growth * growth - speed2 * squares);
    // NaN if the line never reaches the radius; the comparison below is then false.
    const crossing = meets ? -squares / (growth + root) : growth < 0.0 ? squares / (root - growth) : Infinity;
    if (!(crossing < minutes)) return max(best, minutes);
    best = max(best, crossing);
    off = 1.1 * (error + 0.5 * bend * crossing) * crossing;
    if (off > 0.5 * margin) break;
  }
  return best;
}
