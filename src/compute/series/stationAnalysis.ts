import type { Asker } from '../../fairness/asker.js';
import type { Place } from '../../core/records/seriesRecord.js';
import { type PlaceQuery, toCellQuestion } from '../query.js';
import { answerEach, type AnalysisParts, type Asked } from '../questions.js';
import type { FillTask } from '../thread/fill.js';
import type { StationCountsResult, StationPass, StationTask } from '../thread/station.js';
import type { Provider } from './provide.js';
import type { SeriesText, SeriesTexts } from './text.js';

/**
 * Question about the tracked satellite over a station: its passes are seen from the station's own place, intensities
 * are those of the station's cell.
 */
export interface StationQuery extends PlaceQuery, Place {
  fromEpoch: number;
  toEpoch: number;
}

/** The tracked satellite over several stations. */
interface StationsQuery extends Omit<StationQuery, keyof Place> {
  places: readonly Place[];
}

export interface StationAnswer {
  passes: readonly StationPass[];
  /** An entry for each minute in the passes. */
  text: SeriesText;
}

/** Passes over a station, and the intensities of the minutes in them. */
export type StationCounts = Omit<StationCountsResult, 'status'>;

/** Answers questions about passes over stations, and the intensities during them. */
export interface StationAnalysis {
  station(query: StationQuery, asker: Asker): Promise<StationAnswer>;
  /** Yields the answers in the order of the places, each as soon as it and the ones before it are ready. */
  stations(query: StationsQuery, asker: Asker): AsyncGenerator<StationAnswer, void>;
  /** Yields the answers as numbers, in the order of the places. */
  stationCounts(query: StationsQuery, asker: Asker): AsyncGenerator<StationCounts, void>;
}

/** Most answers, of up to 0.8 MB each, that are being computed or wait to be taken. */
const MOST_AHEAD = 16;

export function createStationAnalysis(parts: AnalysisParts, provider: Provider, texts: SeriesTexts): StationAnalysis {
  const { pool } = parts;
  const ahead = Math.min(MOST_AHEAD, 2 * pool.threads);

  /** Runs a task of the pool on a query. */
  function ask<R extends { status: number }, T>(
    query: StationQuery,
    asked: Pick<Asked, 'asker' | 'rank'>,
    job: (task: FillTask & Pick<StationTask, 'place' | 'startUs'>) => Promise<R>,
    answer: (result: R, slot: number) => T,
  ): Promise<T> {
    const { latDeg, lonDeg, heightKm, horizonMask, fromEpoch, toEpoch } = query;
    const question = toCellQuestion(parts, query, fromEpoch, toEpoch);
    const site = { place: { latDeg, lonDeg, heightKm, horizonMask }, startUs: question.window.startUs };
    return provider.task(asked, question, (task) => job({ ...task, ...site }), answer);
  }

  const station = (query: StationQuery, asker: Asker, rank: Asked['rank']): Promise<StationAnswer> =>
    ask(query, { asker, rank }, pool.station, ({ passes, entries, textBytes }, slot) => ({
      passes,
      text: texts.take(slot, entries, textBytes),
    }));

  const counts = (query: StationQuery, asker: Asker, rank: Asked['rank']): Promise<StationCounts> =>
    ask(query, { asker, rank }, pool.stationCounts, (found) => found);

  /**
   * Asks about the places in their order, `ahead` of them at a time. Several threads may fill in the counts of the
   * first one, so that its answer comes soon; each later one takes a single thread.
   */
  const each = <A>(
    { places, ...query }: StationsQuery,
    asker: Asker,
    one: (query: StationQuery, asker: Asker, rank: Asked['rank']) => Promise<A>,
    release?: (answer: A) => void,
  ): AsyncGenerator<A, void> => {
    const at = (place: Place, of: Asker): Promise<A> =>
      one({ ...query, ...place }, of, place === places[0] ? 'whole' : 'part');
    return answerEach(places, ahead, asker, at, { inOrder: true, release });
  };

  return {
    station: (query, asker) => station(query, asker, 'whole'),
    stations: (query, asker) => each(query, asker, station, ({ text }) => text.release()),
    stationCounts: (query, asker) => each(query, asker, counts),
  };
}
