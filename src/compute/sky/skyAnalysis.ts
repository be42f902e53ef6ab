import type { Encounter } from '../../core/encounters.js';
import type { Look, Looks } from '../../core/looks.js';
import { WHEREVER } from '../../core/records/station.js';
import type { Place } from '../../core/records/seriesRecord.js';
import { STATUS } from '../../core/status.js';
import type { Asker } from '../../fairness/asker.js';
import type { ListedSatellite, LoadedWindow } from '../../memory/loadedWindow.js';
import { readRow, ROW_NUMBERS, TOGETHER_DEG } from './encounterRow.js';
import { type AnalysisWindow, toQuestion } from '../query.js';
import { answerEach, type AnalysisParts, type Asked, type Questions, withinDeadline } from '../questions.js';
import { laidOut, NO_ROWS, searchNear, searchTogether } from './searchEncounters.js';
import type { GatheredPass } from '../thread/gather.js';

/** A tracked satellite in the sky over a station, and the other satellites to look at. */
interface SkyQuery {
  window: AnalysisWindow;
  norad: number;
  /** The station's own place, not its cell's centre. */
  place: Place;
  /** Elevation in degrees from which satellites count, or from their own if higher; the window's if absent. */
  minElevationDeg?: number;
  /** Indexes in the window of the other satellites, without the tracked one. */
  others: Uint32Array;
}

export interface LooksQuery extends SkyQuery {
  /** Instant, microseconds since 1970. */
  tUs: number;
}

export interface EncountersQuery extends SkyQuery {
  /** Epochs [fromEpoch, toEpoch). */
  fromEpoch: number;
  toEpoch: number;
  /** Separation in degrees below which another satellite has an encounter with the tracked one. */
  maxSeparationDeg: number;
  /** Degrees from the beam's edge within which satellites that pass by outside count as `near`; none if absent. */
  nearDeg?: number;
  /** Clear stretches up to this long, in µs, are useless: passes without a longer one may be incomplete or missing. */
  shortClearUs?: number;
}

/** A satellite with its catalogue number; `satellite` is its index in the window. */
type Numbered<T> = T & { norad: number };

/** Where satellites stand in the sky over a station. */
export interface SkyLooks {
  /** The tracked satellite, even if it is below the horizon. */
  tracked: Numbered<Look>;
  isUp: boolean;
  /** Other satellites that are up, nearest to the tracked one first; none while the tracked one is not up. */
  others: Numbered<Look>[];
  /**
   * Catalogue numbers of those of `others` that are within 0.01 degrees of the tracked one, then and 5 minutes before
   * and after: docked to it, or the same object.
   */
  colocated: number[];
}

/** Encounters of one pass, in the order in which they begin. Each object is made when read: there may be thousands. */
interface SkyEncounters extends Iterable<Numbered<Encounter>> {
  readonly length: number;
}

/** A pass of the tracked satellite over the station; microseconds since 1970. */
export interface SkyPass extends Omit<GatheredPass, 'encounters' | 'colocated'> {
  /** Encounters with other satellites, without those in `colocated`. */
  encounters: SkyEncounters;
  /**
   * Catalogue numbers of other satellites within 0.01 degrees of the tracked one all through the pass: docked to it, or
   * the same object.
   */
  colocated: number[];
  /**
   * Closest moments, in the longest clear stretch, of satellites that pass by at most `nearDeg` outside of the beam, in
   * any order. A closest moment at an end of the stretch is left out, unless the pass begins or ends there too.
   */
  near: SkyEncounters;
}

/** Looks at the sky over stations. */
export interface SkyAnalysis {
  /** Finds where satellites stand at an instant; undefined if the tracked one fails to propagate or is below 90 km. */
  looks(query: LooksQuery, asker: Asker): Promise<SkyLooks | undefined>;
  /**
   * Finds the passes of the tracked satellite, with its encounters in each; the range cuts a pass that reaches beyond
   * it.
   */
  encounters(query: EncountersQuery, asker: Asker): Promise<SkyPass[]>;
  /**
   * Answers several questions, each in one thread, and yields the answers as they come, in any order. A question is
   * read from `queries` only when its turn is near. An error of one question ends all.
   */
  encountersOfMany<Q extends EncountersQuery>(
    queries: Iterable<Q>,
    asker: Asker,
  ): AsyncGenerator<{ query: Q; passes: SkyPass[] }, void>;
}

/** Microseconds before and after a look at which co-located satellites must stand together too: others only cross. */
const BESIDE_US = 300e6;

export function createSkyAnalysis(parts: AnalysisParts, questions: Questions): SkyAnalysis {
  const { core, pool, windows } = parts;

  /** Makes the part that all tasks of a question have in common. */
  function skyTask(query: SkyQuery, fromEpoch: number, toEpoch: number) {
    const { window, satellite, from, to } = toQuestion(windows, { ...query, band: 'all' }, fromEpoch, toEpoch);
    const windowDeg = window.minElevationDeg;
    const minElevations = { windowDeg, stationDeg: query.minElevationDeg ?? windowDeg };
    return { window, from, to, task: { window: window.record.pointer, satellite, place: query.place, minElevations } };
  }

  return {
    async looks({ tUs, ...query }, asker) {
      const { window, task } = skyTask(query, 0, 0);
      const lookAt = (us: number, indexes: Uint32Array, of = task) =>
        questions.inSlot({ window, asker, rank: 'cheap' }, ({ slot: { pointer: slot }, turn }) =>
          laidOut(core, slot, indexes, 1, ({ others, otherCount, rooms: [room] }) =>
            turn(() => pool.looks({ ...of, slot, others, otherCount, tUs: us, room })),
          ),
        );
      const found = await lookAt(tUs, query.others);
      if (found === undefined) return undefined;
      let beside = besideIn(found);
      const { horizonMask: _mask, ...place } = task.place;
      const wherever = { ...task, place, minElevations: WHEREVER };
      for (const us of [tUs - BESIDE_US, tUs + BESIDE_US]) {
        if (beside.length > 0) beside = besideIn(await lookAt(us, beside, wherever));
      }
      return {
        ...found,
        tracked: numbered(window, found.tracked),
        others: found.others.map((it) => numbered(window, it)),
        colocated: Array.from(beside, (index) => noradOf(window, index)),
      };
    },

    encounters: (query, asker) => search(query, asker, 'whole'),

    encountersOfMany: (queries, asker) =>
      answerEach(queries, 2 * pool.threads, asker, async (query, some) => ({
        query,
        passes: await search(query, some, 'part'),
      })),
  };

  async function search(
    { fromEpoch, toEpoch, maxSeparationDeg, nearDeg = 0, shortClearUs, ...query }: EncountersQuery,
    asker: Asker,
    rank: Asked['rank'],
  ): Promise<SkyPass[]> {
    const { window, from, to, task } = skyTask(query, fromEpoch, toEpoch);
    const threads = rank === 'part' ? 1 : pool.threads;
    const gathered = await questions.inSlot({ window, asker, rank }, (underWay) =>
      laidOut(core, underWay.slot.pointer, query.others, threads, ({ rooms, ...others }) => {
        const [room] = rooms;
        const slot = underWay.slot.pointer;
        const common = { ...task, ...others, maxSeparationDeg, shortClearUs, slot };
        return withinDeadline(underWay, async () => {
          const found = await underWay.turn(() => pool.passes({ ...common, room, from, to }));
          if (found.status !== STATUS.ok) return { status: found.status, passes: [] };
          const long = found.passes.filter(({ aosUs, losUs }) => losUs - aosUs >= (shortClearUs ?? 0));
          const ranges = long.map(({ aosUs, losUs }) => ({ fromUs: aosUs, toUs: losUs }));
          const { status, rows } = await searchTogether(core, pool, underWay, common, ranges, rooms);
          if (status !== STATUS.ok) return { status, passes: [] };
          const passes = await underWay.turn(() => pool.gather({ slot, passes: long, rows }));
          if (nearDeg === 0) return { status, passes: passes.map((pass) => ({ ...pass, near: NO_ROWS })) };
          const near = await searchNear(core, pool, underWay, { ...common, nearDeg }, passes, rooms);
          return { status: near.status, passes: passes.map((pass) => ({ ...pass, near: near.rowsOf(pass) })) };
        });
      }),
    );
    return gathered.passes.map(({ encounters: rows, near, colocated, ...pass }) => ({
      ...pass,
      encounters: encountersOf(window, rows),
      near: encountersOf(window, near),
      colocated: colocated.map((index) => noradOf(window, index)),
    }));
  }
}

/** Indexes in the window, ascending, of the satellites that stand beside the tracked one. */
function besideIn(looks: Looks | undefined): Uint32Array {
  const beside = looks?.others.filter(({ separationDeg }) => separationDeg < TOGETHER_DEG) ?? [];
  return Uint32Array.from(beside, ({ satellite }) => satellite).sort();
}

function noradOf({ satellites }: LoadedWindow, index: number): number {
  return (satellites[index] as ListedSatellite).noradNumber;
}

function numbered<T extends { satellite: number }>(window: LoadedWindow, it: T): Numbered<T> {
  return { ...it, norad: noradOf(window, it.satellite) };
}

function encountersOf(window: LoadedWindow, rows: Float64Array): SkyEncounters {
  return {
    length: rows.length / ROW_NUMBERS,
    *[Symbol.iterator]() {
      for (let at = 0; at < rows.length; at += ROW_NUMBERS) yield numbered(window, readRow(rows, at));
    },
  };
}
