import { Footprint } from '../records/byEpoch/footprint';
import { Ring } from '../records/byEpoch/ringTable';
import { covers, writeRingCellSite } from './site';
import { IN_DOUBT, NO_RUN, ringInterval, runOf } from './interval';

/** Flag of a run of cells that lookFrom found, by testing the ring's cells one by one. */
const LOOKED_AT: i64 = 1 << 62;

/**
 * Returns the first run of neighbouring cells of a ring that a footprint covers, or NO_RUN. All runs together have
 * exactly the cells that covers() accepts: they come from ringInterval or, in doubt, from asking covers() about every
 * cell of the ring, which overwrites the site behind the footprint's record.
 */
@inline
export function firstRun(footprint: Footprint, ring: Ring): i64 {
  const run = ringInterval(footprint, ring);
  return run == IN_DOUBT ? lookFrom(footprint, ring, 0) : run;
}

/**
 * Returns the run of cells after `run` on the same ring, or NO_RUN. The closed form has one run a ring; only a ring in
 * doubt has several, as rounding and longitude 0 may divide its cells.
 */
@inline
export function laterRun(footprint: Footprint, ring: Ring, run: i64): i64 {
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
 * Writes all runs of a ring's cells that a footprint covers: pairs of i32, first and last cell as in ringInterval.
 * Returns the number of runs. `out` has 4 bytes for each cell of the ring: enough even if every other cell is covered.
 */
export function ringRuns(footprint: Footprint, ring: Ring, out: usize): u32 {
  let count: u32 = 0;
  for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
    store<i32>(out + ((<usize>count) << 3), runFirst(run));
    store<i32>(out + ((<usize>count) << 3), runLast(run), 4);
    count++;
  }
  return count;
}

/**
 * Writes the RING numbers (i32) of a footprint's cells, ring by ring, to `out` unless `out` is 0; returns their number.
 */
export function footprintCells(footprint: Footprint, out: usize): u32 {
  const rings = footprint.rings;
  let count: u32 = 0;
  for (let r = footprint.firstRing; r <= footprint.lastRing; r++) {
    const ring = rings.ring(r);
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      const first = runFirst(run);
      const last = runLast(run);
      if (out != 0) {
        const cells = ring.cells;
        let at = out + ((<usize>count) << 2);
        for (let i = first; i <= last; i++, at += 4) store<i32>(at, ring.first + (i < cells ? i : i - cells));
      }
      count += <u32>(last - first + 1);
    }
  }
  return count;
}

/**
 * Finds the first run of covered cells at or after cell `from` by asking covers() about one cell after the other. A run
 * ends before longitude 0 at the latest.
 */
function lookFrom(footprint: Footprint, ring: Ring, from: i32): i64 {
  const cells = ring.cells;
  let first = from;
  while (first < cells && !isCovered(footprint, ring, first)) first++;
  if (first >= cells) return NO_RUN;
  let last = first;
  while (last + 1 < cells && isCovered(footprint, ring, last + 1)) last++;
  return runOf(first, last) | LOOKED_AT;
}

function isCovered(footprint: Footprint, ring: Ring, index: i32): bool {
  const site = footprint.site;
  const nside = footprint.rings.nside;
  writeRingCellSite(site, nside, ring.first + index);
  return covers(site, footprint.position, footprint.sinMinElevation);
}
