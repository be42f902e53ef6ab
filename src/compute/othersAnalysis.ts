import type { EncounterRoom } from '../core/encounters.js';
import type { Asker } from '../fairness/asker.js';
import { type Matching, matching, type MatchQuery } from './matching.js';
import { type AnalysisWindow, toQuestion } from './query.js';
import type { AnalysisParts, Questions } from './questions.js';
import { layOut } from './searchEncounters.js';
import type { SkyQuery } from './skyAnalysis.js';

export interface OthersQuery extends MatchQuery {
  window: AnalysisWindow;
  norad: number;
  /** Catalogue numbers that are left out. */
  without?: ReadonlySet<number> | undefined;
}

/** The other satellites that a question is about. */
export interface Others extends Matching {
  /** Whether it is known what the tracked satellite sends in the question; without a question about a carrier nobody matches else. */
  isKnown: boolean;
  /** Number of those that match and were left out. */
  leftOut: number;
}

interface RangesQuery extends Omit<SkyQuery, 'others' | 'minElevationDeg'> {
  /** Instants in microseconds since 1970, each with the index of another satellite in the window. */
  instants: readonly { tUs: number; satellite: number }[];
}

/** Finds the others of a question, and how far away they are. */
export interface OthersAnalysis {
  others(query: OthersQuery): Others;
  /** Distances of the tracked satellite and of the other from the place at each instant, in km; NaN where one fails. */
  ranges(query: RangesQuery, asker: Asker): Promise<{ trackedKm: number; otherKm: number }[]>;
}

/** Instants of one task: some milliseconds. */
const INSTANTS_A_TASK = 500;

export function createOthersAnalysis({ core, pool, windows }: AnalysisParts, questions: Questions): OthersAnalysis {
  return {
    others({ without, ...query }) {
      const { window, bands } = toQuestion(windows, query, 0, 0);
      const matched = matching(window, query.norad, query);
      const isKnown = matched.ranges.length > 0 || (query.match === 'band' && bands !== 0);
      const found = { ...matched, isKnown };
      if (without === undefined) return { ...found, leftOut: 0 };
      const satellites = found.satellites.filter((index) => !without.has(window.numbers[index] as number));
      return { ...found, satellites, leftOut: found.satellites.length - satellites.length };
    },

    async ranges({ instants, place, ...query }, asker) {
      const { window, satellite } = toQuestion(windows, { ...query, band: 'all' }, 0, 0);
      return questions.inSlot({ window, asker, cheap: true }, async ({ pointer: slot }, turn) => {
        const { others, rooms } = layOut(core, slot, new Uint32Array(1), 1);
        const task = {
          window: window.record.pointer,
          slot,
          satellite,
          place,
          other: others,
          room: rooms[0] as EncounterRoom,
        };
        const found: { trackedKm: number; otherKm: number }[] = [];
        for (let i = 0; i < instants.length; i += INSTANTS_A_TASK) {
          const part = instants.slice(i, i + INSTANTS_A_TASK);
          const rows = Float64Array.from(part.flatMap(({ tUs, satellite: other }) => [tUs, other]));
          const ranges = await turn(() => pool.ranges({ ...task, rows }));
          for (let k = 0; k < ranges.length; k += 2) {
            found.push({ trackedKm: ranges[k] as number, otherKm: ranges[k + 1] as number });
          }
        }
        return found;
      });
    },
  };
}
