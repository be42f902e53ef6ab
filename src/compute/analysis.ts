import type { Asker } from '../fairness/asker.js';
import { type AskedRange, rangesOf } from './matching.js';
import { createMapAnalysis, type MapAnalysis } from './mapAnalysis.js';
import { createOthersAnalysis, type OthersAnalysis } from './othersAnalysis.js';
import { type AnalysisWindow, type Match, type SatelliteQuery, toMatchedQuestion, toQuestion } from './query.js';
import { type AnalysisParts, createQuestions } from './questions.js';
import { createSeriesAnalysis, type SeriesAnalysis } from './seriesAnalysis.js';
import { createSeriesQuestions } from './seriesQuestions.js';
import { createSeriesTexts } from './seriesText.js';
import { createSkyAnalysis, type SkyAnalysis } from './skyAnalysis.js';
import { createStationAnalysis, type StationAnalysis } from './stationAnalysis.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { EpochInterval } from './thread/failures.js';
import { warm } from './warm.js';

/** Interference of the open window, computed as it is asked for: what nobody waits for any more is given up. */
export interface Analysis extends SeriesAnalysis, MapAnalysis, StationAnalysis, SkyAnalysis, OthersAnalysis {
  /** Resolves when the threads that compute answer; an Unavailable where none does within some seconds. */
  check(): Promise<void>;
  current(): AnalysisWindow | undefined;
  /** Tells why no newer window can be opened, such as a catalogue that is too old; undefined where nothing is wrong. */
  refusal(): string | undefined;
  /** Finds a window by its id, and brings it into memory where need be; undefined where there is none. */
  window(id: number): Promise<AnalysisWindow | undefined>;
  /**
   * Fills in, for a window that is admitted, what was asked about the current one lately: see warm.ts. Returns how many pairs of
   * satellite and cell are warm.
   */
  warm(next: LoadedWindow, signal: AbortSignal): Promise<number>;
  /** Frequencies that a question by overlap is about; empty where none are known. */
  frequencies(query: SatelliteQuery & Match): readonly AskedRange[];
  /**
   * Finds the place below a satellite at each epoch of the window: latitude and longitude in degrees and height in km;
   * NaN where it cannot be propagated.
   */
  track(query: Omit<SatelliteQuery, 'band'>, asker: Asker): Promise<Float64Array>;
  /**
   * Finds where the others that match a satellite, in the order of `others`, are at an epoch, and how they move, in rough numbers: see
   * thread/states.ts.
   */
  states(query: SatelliteQuery & Match & { epoch: number }, asker: Asker): Promise<Int16Array>;
  /** Finds which of the epochs [fromEpoch, toEpoch) a satellite cannot be propagated at: its intensities there mean nothing. */
  failures(
    query: Omit<SatelliteQuery, 'band'> & { fromEpoch: number; toEpoch: number },
    asker: Asker,
  ): Promise<EpochInterval[]>;
}

export function createAnalysis(parts: AnalysisParts): Analysis {
  const { core, pool, series, windows } = parts;
  const questions = createQuestions(parts);
  const seriesQuestions = createSeriesQuestions(parts, questions);
  const texts = createSeriesTexts(core);
  return {
    ...createSeriesAnalysis(parts, seriesQuestions, texts),
    ...createMapAnalysis(parts, questions),
    ...createOthersAnalysis(parts),
    ...createSkyAnalysis(parts, questions),
    ...createStationAnalysis(parts, seriesQuestions, texts),
    check: () => pool.check(),
    current: () => windows.current(),
    refusal: () => windows.refusal(),
    window: (id) => windows.bring(id),

    async warm(next, signal) {
      const now = windows.current();
      return now === undefined ? 0 : warm({ core, series, questions: seriesQuestions }, now, next, signal);
    },

    frequencies(query) {
      const { window } = toQuestion(windows, query, 0, 0);
      return rangesOf(window, query.norad, query);
    },

    async track(query, asker) {
      const { window, satellite, from, to } = toQuestion(
        windows,
        { ...query, band: 'all' },
        0,
        query.window.epochCount,
      );
      const task = { window: window.record.pointer, satellite, from, to };
      return questions.inSlot({ window, asker }, ({ pointer }, turn) =>
        turn(() => pool.track({ ...task, slot: pointer })),
      );
    },

    async states({ epoch, ...query }, asker) {
      const { window, satellite, bands, set } = toMatchedQuestion(windows, query, epoch, epoch + 1);
      if (bands === 0) return new Int16Array();
      const task = { window: window.record.pointer, satellite, bands, members: set?.members, epoch };
      return questions.inSlot({ window, asker, cheap: true }, ({ pointer }, turn) =>
        turn(() => pool.states({ ...task, slot: pointer })),
      );
    },

    async failures({ fromEpoch, toEpoch, ...query }, asker) {
      const { window, satellite, from, to } = toQuestion(windows, { ...query, band: 'all' }, fromEpoch, toEpoch);
      const task = { window: window.record.pointer, satellite, from, to };
      return questions.inSlot({ window, asker, cheap: true }, ({ pointer }, turn) =>
        turn(() => pool.failures({ ...task, slot: pointer })),
      );
    },
  };
}
