import { US_PER_MINUTE } from '../constants';
import { leastSine } from '../footprint/leastSine';
import { MOST_HALF_MIN, risingIn } from '../occupancy/bySite/coarse';
import { polynomialsOf } from '../occupancy/bySite/ephemeris/fit';
import { EncounterQuery, MOST_CANDIDATES, MOST_RANGES } from '../records/bySite/encounterQuery';

/** Mask of all ranges of a query. */
const ALL: u32 = (1 << MOST_RANGES) - 1;

/** Prepares a query for openRange and mayRise; the host has written its ranges. */
export function openEncounters(query: EncounterQuery): void {
  const window = query.window;
  query.longRanges = 0;
  query.risesKnown = 0;
  for (let i: u32 = 0; i < query.rangeCount; i++) {
    const from = (query.rangeFromUs(i) - window.startUs) / US_PER_MINUTE;
    const to = (query.rangeToUs(i) - window.startUs) / US_PER_MINUTE;
    const half = 0.5 * (to - from);
    store<f64>(query.middles + ((<usize>i) << 3), from + half);
    store<f32>(query.halves + ((<usize>i) << 2), <f32>half);
    if (half > MOST_HALF_MIN) query.longRanges |= 1 << i;
  }
}

/**
 * Whether the next candidate may rise at the site in the query's range. Its rough form tells this in a tenth of the
 * time that stepping through the range takes. The answers for all ranges are computed at once and kept, as reading the
 * ephemeris takes longer than the arithmetic. True for candidates beyond MOST_CANDIDATES, whose answers have no room.
 */
export function mayRise(query: EncounterQuery): bool {
  const at = query.next - query.first;
  if (at >= MOST_CANDIDATES) return true;
  if (at >= query.risesKnown) {
    store<u8>(query.rises + at, <u8>risesOf(query));
    query.risesKnown = at + 1;
  }
  return (((<u32>load<u8>(query.rises + at)) >>> query.range) & 1) != 0;
}

/**
 * Mask of the ranges in which the next candidate may rise at the site: all ranges if it has no polynomials, or counts
 * from below its frozen minimum elevation, for which the reach of the rough form is made.
 */
function risesOf(query: EncounterQuery): u32 {
  const window = query.window;
  const index = query.candidate(query.next);
  const record = window.satellite(index);
  if (leastSine(record, query.station) < record.sinMinElevation) return ALL;
  const ephemeris = polynomialsOf(window, index, query.ownEphemeris, query.viewOfOther.scratch);
  if (ephemeris === null) return ALL;
  let mask = query.longRanges;
  for (let i: u32 = 0; i < query.rangeCount; i += 4) {
    const rising = risingIn(
      ephemeris,
      query.station,
      query.middles + ((<usize>i) << 3),
      query.halves + ((<usize>i) << 2),
    );
    mask |= rising << i;
  }
  return mask;
}
