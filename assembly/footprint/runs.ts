import { FOOTPRINT_BYTES, RING_CELLS, RING_FIRST, RING_TABLE_NSIDE } from '../layout';
import { Site } from '../records/site';
import { Position } from '../records/state';
import { placeRingCellSite } from './cellSite';
import { POSITION, RINGS, SIN_MIN_ELEVATION } from './footprint';
import { IN_DOUBT, NO_RUN, ringInterval, runOf } from './interval';
import { covers } from './site';

/** Marks a run that was found by looking at the ring's cells one by one. */
const LOOKED_AT: i64 = 1 << 62;

/**
 * The first run of cells of a ring that a footprint covers, exactly those that covers() accepts: as ringInterval gives
 * it, or, where that leaves a doubt, found by asking covers() for every cell of the ring. Behind the footprint's record
 * there is room for a site's.
 */
@inline
export function firstRun(footprint: usize, ring: usize): i64 {
  const run = ringInterval(footprint, ring);
  return run == IN_DOUBT ? lookFrom(footprint, ring, 0) : run;
}

/** The run after `run`, or NO_RUN. There are several only where rounding decides: by the closed form it is one. */
@inline
export function laterRun(footprint: usize, ring: usize, run: i64): i64 {
  return (run & LOOKED_AT) == 0 ? NO_RUN : lookFrom(footprint, ring, runLast(run) + 1);
}


@inline
export function runFirst(run: i64): i32 {
  return <i32>run;
}


@inline
export function runLast(run: i64): i32 {
  return <i32>((run & ~LOOKED_AT) >> 32);
}

/**
 * Writes all runs of a ring that a footprint covers: pairs of i32, first and last as ringInterval gives them; returns how
 * many. `out`: 4 bytes per cell of the ring, for the case that rounding decides for every other cell.
 */
export function ringRuns(footprint: usize, ring: usize, out: usize): u32 {
  let count: u32 = 0;
  for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
    store<i32>(out + ((<usize>count) << 3), runFirst(run));
    store<i32>(out + ((<usize>count) << 3), runLast(run), 4);
    count++;
  }
  return count;
}

/** The first run at or after cell `from` that does not pass longitude 0. */
function lookFrom(footprint: usize, ring: usize, from: i32): i64 {
  const cells = load<i32>(ring, RING_CELLS);
  let first = from;
  while (first < cells && !isCovered(footprint, ring, first)) first++;
  if (first >= cells) return NO_RUN;
  let last = first;
  while (last + 1 < cells && isCovered(footprint, ring, last + 1)) last++;
  return runOf(first, last) | LOOKED_AT;
}

function isCovered(footprint: usize, ring: usize, index: i32): bool {
  const site = changetype<Site>(footprint + FOOTPRINT_BYTES);
  const nside = load<i32>(<usize>load<u32>(footprint, RINGS), RING_TABLE_NSIDE);
  placeRingCellSite(site, nside, load<i32>(ring, RING_FIRST) + index);
  return covers(
    site,
    changetype<Position>(<usize>load<u32>(footprint, POSITION)),
    load<f64>(footprint, SIN_MIN_ELEVATION),
  );
}
