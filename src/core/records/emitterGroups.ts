import type { CoreInstance } from '../instance.js';
import type { Range } from './windowOrder.js';

/** An emitter group of a window, with the indexes of its satellites in the window as ranges, none of them empty. */
interface GroupRanges {
  group: number;
  bands: number;
  ranges: Range[];
}

/** Reads the emitter groups of a window, by ascending mask of bands. `window`: pointer to its record. */
export function groupRanges(core: CoreInstance, window: number): GroupRanges[] {
  const { layout, view } = core;
  const word = (at: number): number => view.getUint32(at, true);
  const near = word(window + layout.WINDOW_NEAR_COUNT);
  return Array.from({ length: word(window + layout.WINDOW_GROUP_COUNT) }, (_, group) => {
    const record = word(window + layout.WINDOW_GROUPS) + group * layout.GROUP_BYTES;
    const ranges: Range[] = [
      [word(record + layout.GROUP_NEAR_FROM), word(record + layout.GROUP_NEAR_TO)],
      [near + word(record + layout.GROUP_DEEP_FROM), near + word(record + layout.GROUP_DEEP_TO)],
    ];
    return { group, bands: word(record + layout.GROUP_BANDS), ranges: ranges.filter(([from, to]) => from < to) };
  });
}

/** Returns the satellites that transmit in one of `bands`, as ranges of indexes in the window. */
export function sharingRanges(core: CoreInstance, window: number, bands: number): Range[] {
  return groupRanges(core, window).flatMap((group) => ((group.bands & bands) === 0 ? [] : group.ranges));
}

/**
 * Returns the satellites of a set as ranges of indexes in the window; no range has both near-earth and deep-space ones.
 * `members`: a bit for each satellite, by its index.
 */
export function memberRanges({ layout, view }: CoreInstance, window: number, members: Uint8Array): Range[] {
  const nearCount = view.getUint32(window + layout.WINDOW_NEAR_COUNT, true);
  const has = (index: number): boolean => (((members[index >> 3] as number) >> (index & 7)) & 1) !== 0;
  const ranges: Range[] = [];
  for (let index = 0; index < 8 * members.length; index++) {
    if (!has(index)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === index && index !== nearCount) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}
