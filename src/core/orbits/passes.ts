import { DEFAULT_MIN_ELEVATION_DEG, EPOCH_MS, WINDOW_EPOCHS } from '../../spec.js';
import type { OwnedCore } from '../instance.js';
import { createPassJoiner, type PassJoiner } from '../joinPasses.js';
import { findPasses, type Pass, type PassQuery } from '../passes.js';
import { checkHorizonMask, type HorizonMask } from '../horizonMask.js';
import type { Place } from '../records/seriesRecord.js';
import { withSlot } from '../records/slotRecord.js';
import { writeWindow } from '../records/windowRecord.js';
import { withScratch } from '../parts.js';
import type { Satellites, Site, SitePass } from './api.js';
import { checkedSite, optionsOf, unfit } from '../arguments.js';
import { checkMinElevation } from '../elements.js';
import { MAX_AGE_US, type OrbitRecords, satellitesOf } from './records.js';

const EPOCH_US = 1000 * EPOCH_MS;
const WEEK_US = WINDOW_EPOCHS * EPOCH_US;
/** Most satellites of one window, which then takes less than a megabyte of memory. */
const SATELLITES_AT_ONCE = 16;
/** Number of passes of a satellite for which there is room at first; a satellite with as many is searched again. */
const FIRST_CAPACITY = 256;

/** Finds the passes of each satellite, in the order in which satellites are asked for, then by time. */
export function passes(
  records: OrbitRecords,
  site: Site,
  [fromUs, toUs]: readonly [number, number],
  options: { satellites?: Satellites; minElevationDeg?: number; horizonMask?: HorizonMask } = {},
): SitePass[] {
  records.checkOpen();
  const names = ['satellites', 'minElevationDeg', 'horizonMask'] as const;
  const { minElevationDeg = DEFAULT_MIN_ELEVATION_DEG, horizonMask } = optionsOf(options, names);
  const place = { ...checkedSite(site), horizonMask };
  checkMinElevation(minElevationDeg, 'minElevationDeg');
  if (horizonMask !== undefined) checkHorizonMask(horizonMask, 'horizonMask');
  if (!Number.isFinite(fromUs)) throw unfit('fromUs', fromUs, 'a finite number of microseconds since 1970');
  if (!Number.isFinite(toUs) || toUs < fromUs) throw unfit('toUs', toUs, `at least fromUs, ${fromUs},`);
  const satellites = satellitesOf(records, options.satellites);
  for (const satellite of satellites) checkAge(records, satellite, fromUs, toUs);
  const found: SitePass[] = [];
  for (let from = 0; from < satellites.length; from += SATELLITES_AT_ONCE) {
    const some = satellites.slice(from, from + SATELLITES_AT_ONCE);
    const joined = some.map(() => ({ passes: [] as Pass[], joiner: weekJoiner(fromUs, toUs) }));
    for (let weekUs = fromUs; weekUs < toUs; weekUs += WEEK_US) {
      const range = { fromUs: weekUs, toUs: Math.min(toUs, weekUs + WEEK_US) };
      const inWeek = passesInWeek(records, some, minElevationDeg, place, range);
      for (const [i, { passes: these, joiner }] of joined.entries()) {
        these.push(...joiner.add(inWeek[i] as Pass[], range.fromUs, range.toUs));
      }
    }
    for (const [i, { passes: these, joiner }] of joined.entries()) {
      const satellite = some[i] as number;
      for (const pass of [...these, ...joiner.end()]) found.push({ satellite, ...pass });
    }
  }
  return found;
}

/** Checks that both ends of a range are at most 3653 days from a satellite's epoch. @throws RangeError if one is not */
function checkAge({ elements }: OrbitRecords, satellite: number, fromUs: number, toUs: number): void {
  const epochUs = elements[satellite]?.epochUs ?? NaN;
  const [name, timeUs] = Math.abs(fromUs - epochUs) > Math.abs(toUs - epochUs) ? ['fromUs', fromUs] : ['toUs', toUs];
  if (Math.abs(timeUs - epochUs) <= MAX_AGE_US) return;
  throw new RangeError(`${name} ${timeUs}: at most 3653 days from the epoch of satellite ${satellite}, ${epochUs}`);
}

/** Passes of each satellite in a range of a week at most. */
function passesInWeek(
  { core, elements }: OrbitRecords,
  satellites: readonly number[],
  minElevationDeg: number,
  place: Place,
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Pass[][] {
  const epochCount = Math.max(1, Math.ceil((toUs - fromUs) / EPOCH_US));
  const window = writeWindow(core, {
    startUs: fromUs,
    epochCount,
    satellites: satellites.map((satellite) => ({
      elements: elements[satellite] as OrbitRecords['elements'][number],
      bands: 1,
      minElevationDeg,
    })),
  });
  if (window === undefined)
    throw new RangeError(`the core's memory has no room for the passes of ${satellites.length} satellites`);
  try {
    const to = (toUs - fromUs) / EPOCH_US;
    return withSlot(core, (slot) =>
      Array.from(window.indexOf, (satellite) =>
        allPasses(core, { window: window.pointer, satellite, place, from: 0, to }, slot),
      ),
    );
  } finally {
    window.free();
  }
}

function allPasses(core: OwnedCore, query: PassQuery, slot: number): Pass[] {
  const { layout } = core;
  for (let capacity = FIRST_CAPACITY; ; capacity *= 4) {
    const bytes = layout.PASS_QUERY_PASSES + capacity * layout.PASS_BYTES;
    const found = withScratch(core, bytes, (pointer) => findPasses(core, query, slot, { pointer, bytes }));
    if (found !== undefined && found.length < capacity) return found;
  }
}

/** Joins the passes of the weeks of a range. */
function weekJoiner(fromUs: number, toUs: number): PassJoiner<Pass> {
  return createPassJoiner<Pass>('aosUs', 'losUs', (before, after) => ({
    // A pass that is cut may end beside `toUs` by rounding: the kernel gets the end of the range in epochs.
    complete: before.aosUs > fromUs && after.losUs < toUs - 1,
  }));
}
