import { type Matching, matching, type MatchQuery } from './matching.js';
import { type AnalysisWindow, toQuestion } from './query.js';
import type { AnalysisParts } from './questions.js';

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
  /** Catalogue number of a satellite by its index in the window. */
  noradOf(index: number): number;
}

/** Finds the others of a question. */
export interface OthersAnalysis {
  others(query: OthersQuery): Others;
}

export function createOthersAnalysis({ windows }: Pick<AnalysisParts, 'windows'>): OthersAnalysis {
  return {
    others({ without, ...query }) {
      const { window, bands } = toQuestion(windows, query, 0, 0);
      const matched = matching(window, query.norad, query);
      const isKnown = matched.ranges.length > 0 || (query.match === 'band' && bands !== 0);
      const noradOf = (index: number): number => window.numbers[index] as number;
      const found = { ...matched, isKnown, noradOf };
      if (without === undefined) return { ...found, leftOut: 0 };
      const satellites = found.satellites.filter((index) => !without.has(noradOf(index)));
      return { ...found, satellites, leftOut: found.satellites.length - satellites.length };
    },
  };
}
