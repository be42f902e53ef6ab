import { leastSine } from '../footprint/leastSine';
import { covers } from '../footprint/site';
import { writeInstant } from '../frames';
import { isOver } from '../passes/horizonMask';
import { LookQuery } from '../records/bySite/look';
import { Site } from '../records/bySite/site';
import { Satellite } from '../records/sgp4/satellite';
import { Position } from '../records/sgp4/state';
import { fixedAt, fixedPair } from '../sgp4/fixedPair';
import { OK } from '../status';
import { separation, writeAngles } from './look';

/**
 * Looks at the tracked satellite and, if it is up, at the candidates at the same instant. Writes a record for the
 * tracked satellite, wherever it stands, and for each candidate that is up. Returns the number of records; 0 if the
 * tracked satellite cannot be propagated or is below 90 km.
 *
 * Positions, and the test that a satellite is up, are those of counting; only the minimum elevation may be another one
 * (leastSine), and a mask may hide the satellite.
 */
export function lookAround(query: LookQuery): u32 {
  const window = query.window;
  const scratch = query.scratch;
  const instant = scratch.instant;
  writeInstant(instant, query.tUs);
  const record = window.satellite(query.tracked);
  if (fixedAt(record, instant, false, scratch) != OK) return 0;
  const tracked = changetype<Position>(scratch.room);
  tracked.x = scratch.state.x;
  tracked.y = scratch.state.y;
  tracked.z = scratch.state.z;
  write(query, 0, query.tracked, tracked, tracked);
  query.isUp = isUp(query, record, tracked) ? 1 : 0;
  if (query.isUp == 0) return 1;

  let count: u32 = 1;
  const all = query.count;
  const at = changetype<Position>(scratch.room + offsetof<Position>());
  for (let i: u32 = 0; i < all;) {
    const a = query.candidate(i);
    const b = query.candidate(min(i + 1, all - 1));
    // Both satellites of a pair must be near-earth, or both deep-space. Near-earth satellites come first in the window.
    const two = i + 1 < all && window.isNear(a) == window.isNear(b);
    const recordA = window.satellite(a);
    const recordB = two ? window.satellite(b) : recordA;
    const status = fixedPair(recordA, recordB, instant, instant, false, scratch);
    const pair = scratch.pair;
    if ((status & 0xff) == OK) {
      at.x = pair.x0;
      at.y = pair.y0;
      at.z = pair.z0;
      if (isUp(query, recordA, at)) write(query, count++, a, at, tracked);
    }
    if (two && status >>> 8 == OK) {
      at.x = pair.x1;
      at.y = pair.y1;
      at.z = pair.z1;
      if (isUp(query, recordB, at)) write(query, count++, b, at, tracked);
    }
    i += two ? 2 : 1;
  }
  return count;
}

/** Whether a satellite at a position covers the site, by the same test as counts, and stands over the mask. */
@inline
function isUp(query: LookQuery, record: Satellite, at: Position): bool {
  const mask = query.station.horizonMask;
  if (!covers(query.station, at, leastSine(record, query.station))) return false;
  return mask.isNone || isOver(mask, query.station, at);
}

/**
 * Writes the look at a satellite to record `index`; `at` and `tracked`: Earth-fixed positions of the satellite and of
 * the tracked satellite, km.
 */
function write(query: LookQuery, index: u32, satellite: u32, at: Position, tracked: Position): void {
  const site: Site = query.station;
  const look = query.look(index);
  writeAngles(site, at, changetype<usize>(look));
  look.separationRad = separation(site, at, tracked);
  look.satellite = satellite;
}
