import { type DownlinkRange, insideBands, intersects, type Span } from '../catalogue/frequencies/ranges.js';
import { ALL_BANDS_MASK, type BandChoice } from '../spec.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { WindowDownlinks } from '../memory/windowDownlinks.js';
import { sharedBands } from './query.js';

/** How another satellite matches the tracked one: by a band that both have, or by frequencies that overlap. */
type FrequencyMatch = 'band' | 'overlap';

/** Which others a question is about. */
export interface MatchQuery {
  band: BandChoice;
  match: FrequencyMatch;
  /** Frequencies that the question is about in place of the tracked satellite's own; with `overlap` alone. */
  carrier?: Span | undefined;
}

/** Frequencies that a question is about: of the tracked satellite, or the caller's own. */
interface AskedRange extends Span {
  source: DownlinkRange['source'] | 'request';
  assumed: boolean;
}

/** Frequencies that two satellites share: the widest range of them. */
export interface Overlap extends Span {
  /** Where what is asked about is known from. */
  askedSource: AskedRange['source'];
  /** Where the other satellite's range is known from. */
  source: DownlinkRange['source'];
  /** Whether an end of either range is assumed. */
  assumed: boolean;
}

export interface Matching {
  /** Frequencies that the others are compared with; empty where the tracked satellite is not known to send any. */
  readonly ranges: readonly AskedRange[];
  /** Indexes in the window of the others that match, ascending; the tracked satellite is not among them. */
  readonly satellites: Uint32Array;
  /** Frequencies that an other shares; undefined where none are known, as two satellites may share a band alone. */
  overlapOf(index: number): Overlap | undefined;
}

/** Set of satellites of a window that is counted as a group is. */
export interface SatelliteSet {
  /** Name that no other set of the window has. */
  readonly key: string;
  /** A bit for each satellite by its index, in whole words of 64. */
  readonly members: Uint8Array;
}

/** All satellites of a window that match some ranges or bands, the tracked one too where it does. */
interface Group {
  key: string;
  satellites: Uint32Array;
  overlaps: Map<number, Overlap | undefined>;
}

/** Groups of a window that are kept: at most 64 KB each. */
const MOST_GROUPS = 64;

const groupsOf = new WeakMap<LoadedWindow, Map<string, Group>>();

/**
 * Finds the satellites of a window that match a tracked one.
 *
 * @throws RangeError where the window does not have the tracked satellite
 */
export function matching(window: LoadedWindow, norad: number, query: MatchQuery): Matching {
  const { index, ranges, group } = find(window, norad, query);
  const { lists, listOf } = window.downlinks;
  return {
    ranges,
    satellites: group.satellites.filter((satellite) => satellite !== index),
    overlapOf(satellite) {
      const number = listOf[satellite] as number;
      if (!group.overlaps.has(number)) group.overlaps.set(number, widest(ranges, lists[number] ?? []));
      return group.overlaps.get(number);
    },
  };
}

/**
 * The set of satellites by which a question by overlap is counted: those that match and the tracked one, which is taken off a
 * count at the end. Undefined where the question is about no frequency.
 *
 * @throws RangeError as `matching` does
 */
export function countedSet(window: LoadedWindow, norad: number, query: MatchQuery): SatelliteSet | undefined {
  const { index, ranges, group } = find(window, norad, query);
  if (ranges.length === 0) return undefined;
  const members = new Uint8Array(8 * Math.ceil(window.satelliteCount / 64));
  const add = (satellite: number): void => {
    members[satellite >> 3] = (members[satellite >> 3] as number) | (1 << (satellite & 7));
  };
  group.satellites.forEach(add);
  const isMember = ((members[index >> 3] as number) & (1 << (index & 7))) !== 0;
  if (!isMember) add(index);
  return { key: isMember ? group.key : `${group.key}+${index}`, members };
}

/** Frequencies that a question is about: the carrier asked about, or the tracked satellite's own in the band. */
function askedRanges(downlinks: WindowDownlinks, index: number, { band, carrier }: MatchQuery): AskedRange[] {
  if (carrier !== undefined) return [{ ...carrier, source: 'request', assumed: false }];
  const own = downlinks.lists[downlinks.listOf[index] as number] ?? [];
  const mask = sharedBands(ALL_BANDS_MASK, band);
  return own.flatMap((range) => insideBands(range, mask));
}

function find(
  window: LoadedWindow,
  norad: number,
  query: MatchQuery,
): { index: number; ranges: AskedRange[]; group: Group } {
  const satellite = window.satellite(norad);
  if (satellite === undefined) throw new RangeError(`satellite ${norad} is not in window ${window.id}`);
  const { index } = satellite;
  const ranges = askedRanges(window.downlinks, index, query);
  const bands = sharedBands(satellite.bands, query.band);
  const group =
    query.match === 'band'
      ? groupOf(window, `bands ${bands}`, (other) => ((window.downlinks.bandsOf[other] as number) & bands) !== 0)
      : overlapping(window, ranges);
  return { index, ranges, group };
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

/** Finds a group of the window that is kept, or makes it; the one used least recently makes room. */
function groupOf(window: LoadedWindow, key: string, holds: (index: number) => boolean): Group {
  const groups = groupsOf.get(window) ?? new Map<string, Group>();
  groupsOf.set(window, groups);
  const group = groups.get(key) ?? {
    key,
    satellites: Uint32Array.from({ length: window.satelliteCount }, (_, i) => i).filter(holds),
    overlaps: new Map(),
  };
  groups.delete(key);
  groups.set(key, group);
  const [oldest] = groups.keys();
  if (groups.size > MOST_GROUPS) groups.delete(oldest as string);
  return group;
}

/** The widest overlap of a range of one list with one of the other; of equal ones the lowest. */
function widest(asked: readonly AskedRange[], others: readonly DownlinkRange[]): Overlap | undefined {
  let best: Overlap | undefined;
  for (const a of asked) {
    for (const b of others) {
      const lowHz = Math.max(a.lowHz, b.lowHz);
      const highHz = Math.min(a.highHz, b.highHz);
      if (lowHz >= highHz || (best !== undefined && highHz - lowHz <= best.highHz - best.lowHz)) continue;
      best = { lowHz, highHz, askedSource: a.source, source: b.source, assumed: a.assumed || b.assumed };
    }
  }
  return best;
}
