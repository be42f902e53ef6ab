import { type Asker, SERVICE } from '../fairness/asker.js';
import type { HeldWindow, PastDay } from '../memory/loadedWindows.js';
import type { CountRun } from '../memory/runIndexes.js';
import { createDaysAnalysis, type DayPart, dayParts } from './days.js';
import { createMapAnalysis, type MapAnalysis } from './map/mapAnalysis.js';
import { type AskedRange, findOthers, type Others, type OthersQuery, rangesOf } from './matching.js';
import { type AnalysisWindow, type Match, type SatelliteQuery, toMatchedQuestion, toQuestion } from './query.js';
import { type AnalysisParts, type Asked, createQuestions } from './questions.js';
import { createProvider } from './series/provide.js';
import { createSeriesAnalysis, type SeriesAnalysis } from './series/seriesAnalysis.js';
import { createStationAnalysis, type StationAnalysis } from './series/stationAnalysis.js';
import { createSeriesTexts } from './series/text.js';
import { createSkyAnalysis, type SkyAnalysis } from './sky/skyAnalysis.js';
import type { EpochInterval } from './thread/ephemeris.js';

/** Answers questions about windows. A computation is given up when its asker has gone. */
export interface Analysis extends SeriesAnalysis, MapAnalysis, StationAnalysis, SkyAnalysis {
  /** Resolves once a compute thread has answered. @throws Unavailable if none does within some seconds */
  check(): Promise<void>;
  current(): AnalysisWindow | undefined;
  /** Returns the reason why no newer window can be opened, such as an old catalogue; undefined if one can. */
  refusal(): string | undefined;
  /** Finds a window by its id, or loads it; undefined if there is none. @throws Overloaded if it does not fit */
  window(id: number): Promise<AnalysisWindow | undefined>;
  /** Whether the window of a day is in memory, or is being made. */
  isMade(day: PastDay): boolean;
  /** Identity of the window of a day when it was made last; undefined if it never was, or long ago. */
  identityOf(day: PastDay): string | undefined;
  /** Finds or makes the window of a day, and holds it; undefined if no satellite has an elset. @throws Overloaded */
  day(day: PastDay): Promise<HeldWindow | undefined>;
  /** Loads the windows of the days of a range one after the other; each is held until the next is asked for. */
  parts(query: { window: AnalysisWindow; fromEpoch: number; toEpoch: number }): AsyncGenerator<DayPart, void>;
  /** Finds the other satellites that a question is about. */
  others(query: OthersQuery & { window: AnalysisWindow }): Others;
  /** Returns the frequencies that a question by overlap is about; an empty list if none are known. */
  frequencies(query: SatelliteQuery & Match): readonly AskedRange[];
  /** Finds a satellite at each epoch of the window: Earth-fixed x, y, z in km; NaN at the epochs of `failures`. */
  track(query: Omit<SatelliteQuery, 'band'>, asker: Asker): Promise<Float64Array>;
  /**
   * Finds the rough positions and velocities, at an epoch, of the other satellites that match a tracked one, in the
   * order of `others`. See thread/states.ts for the numbers.
   */
  states(query: SatelliteQuery & Match & { epoch: number }, asker: Asker): Promise<Int16Array>;
  /**
   * Finds the epochs in [fromEpoch, toEpoch) at which a satellite cannot be propagated or is below 90 km. It covers
   * nothing there, so intensities at these epochs mean nothing.
   */
  failures(
    query: Omit<SatelliteQuery, 'band'> & { fromEpoch: number; toEpoch: number },
    asker: Asker,
  ): Promise<EpochInterval[]>;
}

export function createAnalysis(parts: AnalysisParts): Analysis {
  const { core, pool, windows } = parts;
  const questions = createQuestions(parts);
  const provider = createProvider(parts, questions);
  const texts = createSeriesTexts(core);
  const series = createSeriesAnalysis(parts, provider, texts);
  const stations = createStationAnalysis(parts, provider, texts);
  const days = createDaysAnalysis(parts, provider, stations, texts);
  /** Runs a task of the pool in a slot. */
  const inSlot = <T>(asked: Asked, task: (slot: number) => Promise<T>): Promise<T> =>
    questions.inSlot(asked, ({ slot, turn }) => turn(() => task(slot.pointer)));
  return {
    ...series,
    ...createMapAnalysis(parts, questions),
    ...createSkyAnalysis(parts, questions),
    ...stations,
    timeseries: (query, asker) => (query.window.days === undefined ? series : days).timeseries(query, asker),
    station: (query, asker) => (query.window.days === undefined ? stations : days).station(query, asker),
    stations: (query, asker) => (query.window.days === undefined ? stations : days).stations(query, asker),
    check: () => pool.check(),
    current: () => windows.current(),
    refusal: () => windows.refusal(),
    window: (id) => windows.bring(id),
    isMade: (day) => windows.isMade(day),
    identityOf: (day) => windows.identityOf(day),
    day: (day) => windows.takeDay(day),
    parts: (query) => dayParts(windows, query),

    others(query) {
      const { window } = toQuestion(windows, query, 0, 0);
      return findOthers(window, query);
    },

    frequencies(query) {
      const { window } = toQuestion(windows, query, 0, 0);
      return rangesOf(window, query.norad, query);
    },

    async track(query, asker) {
      const asked = { ...query, band: 'all' } as const;
      const { window, satellite, from, to } = toQuestion(windows, asked, 0, query.window.epochCount);
      const task = { window: window.record.pointer, satellite, from, to };
      return inSlot({ window, asker, rank: 'whole' }, (slot) => pool.track({ ...task, slot }));
    },

    async states({ epoch, ...query }, asker) {
      const { window, satellite, bands, set } = toMatchedQuestion(windows, query, epoch, epoch + 1);
      if (bands === 0) return new Int16Array();
      const task = { window: window.record.pointer, satellite, bands, members: set?.members, epoch };
      return inSlot({ window, asker, rank: 'cheap' }, (slot) => pool.states({ ...task, slot }));
    },

    async failures({ fromEpoch, toEpoch, ...query }, asker) {
      const { window, satellite, from, to } = toQuestion(windows, { ...query, band: 'all' }, fromEpoch, toEpoch);
      const task = { window: window.record.pointer, satellite, from, to };
      return inSlot({ window, asker, rank: 'cheap' }, (slot) => pool.failures({ ...task, slot }));
    },
  };
}

/** Makes the function that counts a run for its index; it gives way to the questions of all accounts. */
export function createCountRun(analysis: Pick<Analysis, 'window' | 'cellCounts'>): CountRun {
  return async ({ id, windowId, noradNumber: norad }, bands, signal) => {
    const window = await analysis.window(windowId);
    if (window === undefined) throw new Error(`window ${windowId} of run ${id} is not there`);
    return analysis.cellCounts({ window, norad, bands }, { ...SERVICE, signal });
  };
}
