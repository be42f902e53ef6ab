import { sharedBands } from '../catalogue/bands.js';
import { type DownlinkRange, insideBands, intersects, type Span } from '../catalogue/frequencies/ranges.js';
import { RecentMap } from '../db/recentMap.js';
import { ALL_BANDS_MASK, type BandChoice } from '../spec.js';
import type { ListedSatellite, LoadedWindow } from '../memory/loadedWindow.js';
import type { SatelliteSet } from '../memory/seriesCache.js';

/** Rule by which another satellite matches the tracked one: a band that both have, or frequencies that overlap. */
export type FrequencyMatch = 'band' | 'overlap';

/** Choice of the other satellites that a question is about. */
export interface MatchQuery {
  band: BandChoice;
  match: FrequencyMatch;
  /** Frequencies that the question is about in place of the tracked satellite's own; only with `overlap`. */
  carrier?: AskedRange | undefined;
}

/** Frequencies that a question is about: of the tracked satellite, or the caller's own. */
export interface AskedRange extends Span {
  source: DownlinkRange['source'] | 'request';
  assumed: boolean;
}

/** Widest range that two satellites share; imported carriers of the other come before ranges of the built-in table. */
export interface Overlap extends Span {
  /** Source of the other satellite's range. */
  source: DownlinkRange['source'];
  /** Whether an end of either range is assumed. */
  assumed: boolean;
}

export interface OthersQuery extends MatchQuery {
  norad: number;
  /** Operator whose satellites are left out. */
  without?: string | undefined;
}

/** The other satellites that a question is about. */
export interface Others {
  /**
   * Frequencies that the other satellites are compared with; empty if the tracked satellite is not known to send any.
   */
  readonly ranges: readonly AskedRange[];
  /** Whether the bands or frequencies of the question are known; if not, no satellite matches. */
  readonly isKnown: boolean;
  /** Indexes in the window of the other satellites that match, ascending. */
  readonly satellites: Uint32Array;
  /** Returns numbers, names and operators of `satellites`, in the same order. */
  listed(): ListedSatellite[];
  /** Number of satellites that match, but are left out by `without`. */
  readonly leftOut: number;
  /**
   * Returns the frequencies that another satellite shares with `ranges`, by its index in the window; undefined if none
   * are known, as satellites may match by a band alone.
   */
  overlapOf(index: number): Overlap | undefined;
}

/** All satellites of a window that match some ranges or bands; the tracked one may be among them. */
interface Group extends SatelliteSet {
  /** Indexes in the window of the group's satellites, ascending. */
  satellites: Uint32Array;
}

/** Most groups that are kept for a window, of at most 4.1 bytes for each of its satellites. */
const MOST_GROUPS = 64;

const groupsOf = new WeakMap<LoadedWindow, RecentMap<string, Group>>();

/**
 * Finds the satellites of a window that match a tracked one.
 *
 * @throws RangeError if the window does not have the tracked satellite
 */
export function findOthers(window: LoadedWindow, { norad, without, ...query }: OthersQuery): Others {
  const { index, ranges, group } = find(window, norad, query);
  const { lists, listOf, bandsOf } = window.downlinks;
  const bands = sharedBands(bandsOf[index] as number, query.band);
  /** Overlap with each list of downlinks, by the number of the list. */
  const overlaps = new Map<number, Overlap | undefined>();
  // Filters of typed arrays take ten times as long as this loop.
  const found: number[] = [];
  let leftOut = 0;
  for (const other of group.satellites) {
    if (other === index) continue;
    if (without !== undefined && window.satellites[other]?.operator === without) leftOut++;
    else found.push(other);
  }
  const satellites = Uint32Array.from(found);
  return {
    ranges,
    isKnown: ranges.length > 0 || (query.match === 'band' && bands !== 0),
    satellites,
    listed: () => Array.from(satellites, (other) => window.satellites[other] as ListedSatellite),
    leftOut,
    overlapOf(satellite) {
      const number = listOf[satellite] as number;
      if (!overlaps.has(number)) overlaps.set(number, widest(ranges, lists[number] ?? []));
      return overlaps.get(number);
    },
  };
}

/**
 * Returns the set of satellites that a question by overlap counts: the matching ones and the tracked one, which is
 * taken off the count at the end. Undefined if the question is about no frequency.
 *
 * @throws RangeError as `findOthers` does
 */
export function countedSet(window: LoadedWindow, norad: number, query: MatchQuery): SatelliteSet | undefined {
  const { index, ranges, group } = find(window, norad, query);
  if (ranges.length === 0) return undefined;
  const { key, members } = group;
  const [byte, bit] = [index >> 3, 1 << (index & 7)];
  if (((members[byte] as number) & bit) !== 0) return { key, members };
  const withItself = members.slice();
  withItself[byte] = (members[byte] as number) | bit;
  return { key: `${key}+${index}`, members: withItself };
}

/**
 * Returns the frequencies that a question is about: its carrier or, without one, the frequencies of the tracked
 * satellite in the band; none if it is not known to send any.
 *
 * @throws RangeError as `findOthers` does
 */
export function rangesOf(
  window: LoadedWindow,
  norad: number,
  { band, carrier }: Omit<MatchQuery, 'match'>,
): AskedRange[] {
  const { lists, listOf } = window.downlinks;
  const index = indexOf(window, norad);
  if (carrier !== undefined) return [carrier];
  const own = lists[listOf[index] as number] ?? [];
  const mask = sharedBands(ALL_BANDS_MASK, band);
  return own.flatMap((range) => insideBands(range, mask));
}

function indexOf(window: LoadedWindow, norad: number): number {
  const satellite = window.satellite(norad);
  if (satellite === undefined) throw new RangeError(`satellite ${norad} is not in window ${window.id}`);
  return satellite.index;
}

function find(
  window: LoadedWindow,
  norad: number,
  query: MatchQuery,
): { index: number; ranges: AskedRange[]; group: Group } {
  const index = indexOf(window, norad);
  const { bandsOf } = window.downlinks;
  const ranges = rangesOf(window, norad, query);
  if (query.match === 'overlap') return { index, ranges, group: overlapping(window, ranges) };
  const bands = sharedBands(bandsOf[index] as number, query.band);
  return {
    index,
    ranges,
    group: groupOf(window, `bands ${bands}`, (other) => ((bandsOf[other] as number) & bands) !== 0),
  };
}

function overlapping(window: LoadedWindow, ranges: readonly AskedRange[]): Group {
  const { lists, listOf } = window.downlinks;
  const key = `overlap ${JSON.stringify(ranges.map(({ lowHz, highHz }) => [lowHz, highHz]))}`;
  let matches: boolean[] | undefined;
  return groupOf(window, key, (other) => {
    matches ??= lists.map((list) => list.some((range) => ranges.some((asked) => intersects(range, asked))));
    return matches[listOf[other] as number] ?? false;
  });
}

/** Finds a kept group of the window, or makes it; the least recently used one makes room. */
function groupOf(window: LoadedWindow, key: string, holds: (index: number) => boolean): Group {
  const groups = groupsOf.get(window) ?? new RecentMap<string, Group>(MOST_GROUPS);
  groupsOf.set(window, groups);
  const known = groups.get(key);
  if (known !== undefined) return known;
  const { satelliteCount } = window;
  const satellites: number[] = [];
  const members = new Uint8Array(8 * Math.ceil(satelliteCount / 64));
  for (let index = 0; index < satelliteCount; index++) {
    if (!holds(index)) continue;
    satellites.push(index);
    members[index >> 3] = (members[index >> 3] as number) | (1 << (index & 7));
  }
  const group = { key, satellites: Uint32Array.from(satellites), members };
  groups.set(key, group);
  return group;
}

/**
 * Finds the widest overlap of a range of one list with a range of the other; of equally wide ones, the first. Carriers
 * in `others` come before ranges of the table, which tell less about the signals that are sent.
 */
function widest(asked: readonly AskedRange[], others: readonly DownlinkRange[]): Overlap | undefined {
  let best: Overlap | undefined;
  for (const a of asked) {
    for (const b of others) {
      const lowHz = Math.max(a.lowHz, b.lowHz);
      const highHz = Math.min(a.highHz, b.highHz);
      if (lowHz >= highHz) continue;
      const found = { lowHz, highHz, source: b.source, assumed: a.assumed || b.assumed };
      if (best === undefined || isBetter(found, best)) best = found;
    }
  }
  return best;
}

function isBetter(a: Overlap, b: Overlap): boolean {
  const [isTableA, isTableB] = [a.source === 'table', b.source === 'table'];
  return isTableA === isTableB ? a.highHz - a.lowHz > b.highHz - b.lowHz : isTableB;
}
