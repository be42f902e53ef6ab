import { nextBit } from '../../math/bits';
import { FITTED, TABULATED } from '../../records/sgp4/satellite';
import { Site } from '../../records/bySite/site';
import { Window } from '../../records/window';
import { Work } from '../../records/bySite/work';
import { countDeep } from './countDeep';
import { countTable } from './countTable';
import { ephemerisOf, fitEphemeris } from './ephemeris/fit';
import { nextCovered } from './nextCovered';
import { countNear } from './passes/countNear';

/**
 * Adds 1 to the work's counts of the needed epochs at which satellite `index` covers the site; counts in the gaps of
 * long spans become arbitrary. The caller has written the needed epochs to the work, as the bitmap `need` and as spans
 * (spans.ts).
 */
export function countSatellite(window: Window, index: u32, site: Site, work: Work): void {
  const record = window.satellite(index);
  const kind = fitEphemeris(window, index, work.scratch);
  work.begin(window, record, site);
  if (kind != FITTED && kind != TABULATED) {
    countAhead(work);
    return;
  }
  work.ephemerisAt = ephemerisOf(window, index, kind);
  if (kind == TABULATED) countTable(work);
  else if (window.isNear(index)) countNear(work);
  else countDeep(work);
}

/**
 * Counts the needed epochs by skipping ahead: propagates the work's satellite only to the epochs at which its bounds do
 * not tell whether it covers the site (nextCovered).
 */
export function countAhead(work: Work): void {
  const end = work.window.epochs;
  const needed = work.need;
  let run = nextCovered(work, 0, end);
  while (run >= 0) {
    const until = <u32>(run >> 32);
    for (let k = <i32>run; k >= 0; k = nextBit(needed, <u32>k + 1, until)) {
      work.countAt(k);
    }
    run = nextCovered(work, until, end);
  }
}
