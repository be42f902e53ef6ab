import type { OwnedCore } from '../../core/instance.js';
import { groupRanges } from '../../core/records/emitterGroups.js';
import type { LoadedWindow } from '../loadedWindow.js';

/**
 * Satellites whose footprints are added to one map of differences: each footprint changes the map only at the ends of
 * its intervals.
 */
export interface SweepGroup {
  ranges: [from: number, to: number][];
  /** Index in the window of the satellite within whose footprint alone cells are counted; -1 for the whole sphere. */
  around: number;
}

/** A tracked satellite whose run index is counted. */
export interface SweptSatellite {
  /** Index of the satellite in the window. */
  index: number;
  /** Band sets for which it is counted, as indexes in `bandSets` of the sweep; in DrawnGroups in `setMembers`. */
  sets: number[];
  /** Row of the counts of its first band set; the rows of its other band sets follow. */
  row: number;
}

export interface SweepShape {
  /** Masks of bands, each once: an interferer has at least one band of the mask. */
  bandSets: readonly number[];
  tracked: readonly SweptSatellite[];
  /** Cells whose occupancies the blocks hold, NESTED: all cells of the sweep, or none if they are counted by site. */
  ipix: Uint32Array;
  blockEpochs: number;
}

/**
 * Cost of counting one band set around one near-Earth satellite, as a share of the cost of counting all band sets on
 * the whole sphere. Measured with 6,381 and with 15,977 satellites. The share is small, as a footprint near the Earth
 * meets few others.
 */
const NEAR_COST = 1 / 12;
/**
 * Cost of counting one band set around one deep-space satellite, as a share of the cost of counting all band sets on
 * the whole sphere: its footprint meets half of all others.
 */
const DEEP_COST = 1 / 3;

/** Whether it costs less to count around each of the tracked satellites than on the whole sphere. */
export function countsAround(
  { layout, view }: OwnedCore,
  { record }: LoadedWindow,
  tracked: readonly { index: number; sets: readonly unknown[] }[],
): boolean {
  const near = view.getUint32(record.pointer + layout.WINDOW_NEAR_COUNT, true);
  const costs = tracked.map(({ index, sets }) => sets.length * (index < near ? NEAR_COST : DEEP_COST));
  return costs.reduce((sum, cost) => sum + cost, 0) < 1;
}

/** Groups of satellites that each get a map in a sweep, and how counts are taken from the maps. */
interface DrawnGroups {
  groups: SweepGroup[];
  /** First row of each group: it has a row for each cell whose series is made. */
  groupRows: Uint32Array;
  /** Indexes of the groups that each band set consists of. */
  setMembers: number[][];
  tracked: SweptSatellite[];
}

/**
 * Chooses the groups of satellites to count: the emitter groups that the sweep needs, on the whole sphere; or, if no
 * series are made and it costs less, one group for each tracked satellite and band set, around the satellite.
 */
export function drawnGroups(core: OwnedCore, window: LoadedWindow, shape: SweepShape): DrawnGroups {
  const emitters = groupRanges(core, window.record.pointer).filter(({ bands }) => bands !== 0);
  const { bandSets } = shape;
  // In the window's order neighbouring satellites have the same bands, so that the maps they are counted on stay in the
  // processor's cache.
  const tracked = shape.tracked.toSorted((a, b) => a.index - b.index);
  if (shape.ipix.length > 0 || !countsAround(core, window, tracked)) {
    const asked = bandSets.reduce((mask, set) => mask | set, 0);
    const needed = emitters.filter(({ bands }) => shape.ipix.length > 0 || (bands & asked) !== 0);
    return {
      groups: needed.map(({ ranges }) => ({ ranges, around: -1 })),
      groupRows: Uint32Array.from(needed, ({ group }) => group * shape.ipix.length),
      setMembers: bandSets.map((set) => needed.flatMap(({ bands }, g) => ((bands & set) === 0 ? [] : [g]))),
      tracked,
    };
  }
  const own = tracked.flatMap(({ index, sets }) => sets.map((set) => ({ index, bands: bandSets[set] as number })));
  let first = 0;
  return {
    groups: own.map(({ index, bands }) => ({
      ranges: emitters.filter((emitter) => (emitter.bands & bands) !== 0).flatMap(({ ranges }) => ranges),
      around: index,
    })),
    groupRows: new Uint32Array(own.length),
    setMembers: own.map((_, g) => [g]),
    tracked: tracked.map(({ index, sets, row }) => ({ index, row, sets: sets.map(() => first++) })),
  };
}
