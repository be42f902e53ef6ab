import { sharedBands } from '../catalogue/bands.js';
import { cellOf } from '../core/healpix.js';
import type { OwnedCore } from '../core/instance.js';
import { WindowGone } from '../errors.js';
import type { LoadedWindow, WindowHeader } from '../memory/loadedWindow.js';
import type { LoadedWindows, PastDay } from '../memory/loadedWindows.js';
import type { SatelliteSet } from '../memory/seriesCache.js';
import { ALL_BANDS_MASK, type BandChoice } from '../spec.js';
import { type AskedRange, countedSet, type FrequencyMatch } from './matching.js';

/** Window that a query is about. */
export interface AnalysisWindow
  extends Omit<WindowHeader, 'startUs'>, Pick<LoadedWindow, 'startMs' | 'satellite' | 'provenance'> {
  /**
   * Days that answer in turn; undefined if one window answers all. With days, `id`, `satellite` and `provenance` are
   * those of the first day, and epochs count from its start, `startMs`.
   */
  readonly days?: readonly PastDay[];
}

/** Question about one tracked satellite in one band, or in all bands that it transmits in. */
export interface SatelliteQuery {
  window: AnalysisWindow;
  norad: number;
  band: BandChoice;
}

/** Choice of the satellites that count as interferers; without `match` they count by band. */
export interface Match {
  match?: FrequencyMatch | undefined;
  /** Frequencies to compare with in place of the tracked satellite's own; only with `overlap`. */
  carrier?: AskedRange | undefined;
}

/** Question about one tracked satellite over one place, in degrees; `lonDeg` is from -180 to 180. */
export interface PlaceQuery extends SatelliteQuery, Match {
  latDeg: number;
  lonDeg: number;
}

/** Query in the form that tasks take: indexes and masks, at epochs [from, to). */
interface Question {
  window: LoadedWindow;
  /** Index of the satellite in the window. */
  satellite: number;
  /** Mask of the bands of which an interferer must have one; 0 if there can be no interferer. */
  bands: number;
  from: number;
  to: number;
}

interface MatchedQuestion extends Question {
  /** Satellites to count, the tracked one among them; if absent, all that have one of `bands` are counted. */
  set?: SatelliteSet | undefined;
}

export interface CellQuestion extends MatchedQuestion {
  /** Cell of the window's nside, NESTED. */
  ipix: number;
}

/**
 * Finds the window and the satellite of a query. @throws WindowGone if the window is not in memory, RangeError for a
 * satellite or for epochs that it does not have
 */
export function toQuestion(windows: LoadedWindows, query: SatelliteQuery, from: number, to: number): Question {
  const window = windows.loaded(query.window.id);
  if (window === undefined) {
    throw new WindowGone(`Analysis window ${query.window.id} has been replaced by a newer one`, 1);
  }
  const satellite = window.satellite(query.norad);
  if (satellite === undefined) throw new RangeError(`satellite ${query.norad} is not in window ${window.id}`);
  if (!(from >= 0 && from <= to && to <= window.epochCount)) {
    throw new RangeError(`epochs ${from} to ${to}: window ${window.id} has 0 to ${window.epochCount}`);
  }
  return { window, satellite: satellite.index, bands: sharedBands(satellite.bands, query.band), from, to };
}

/**
 * Finds the window, the tracked satellite and the satellites that count.
 *
 * @throws the errors of toQuestion
 */
export function toMatchedQuestion(
  windows: LoadedWindows,
  query: SatelliteQuery & Match,
  from: number,
  to: number,
): MatchedQuestion {
  const question = toQuestion(windows, query, from, to);
  const { match = 'band' } = query;
  if (match === 'band') return question;
  const set = countedSet(question.window, query.norad, { ...query, match });
  return { ...question, set, bands: set === undefined ? 0 : ALL_BANDS_MASK };
}

/** Finds what toMatchedQuestion does, and the cell of the place. @throws the errors of toMatchedQuestion, cellOf */
export function toCellQuestion(
  { core, windows }: { core: OwnedCore; windows: LoadedWindows },
  query: PlaceQuery,
  from: number,
  to: number,
): CellQuestion {
  const question = toMatchedQuestion(windows, query, from, to);
  return { ...question, ipix: cellOf(core.kernels, question.window.nside, query.latDeg, query.lonDeg) };
}
