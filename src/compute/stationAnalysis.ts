import type { Asker } from '../fairness/asker.js';
import type { Place } from '../core/records/seriesRecord.js';
import { type CellQuestion, type PlaceQuery, toCellQuestion } from './query.js';
import type { AnalysisParts } from './questions.js';
import type { SeriesQuestions } from './seriesQuestions.js';
import type { SeriesText, SeriesTexts } from './seriesText.js';
import type { StationPass } from './thread/station.js';

/** The tracked satellite over a station: the station's own place for the passes, its cell for the intensities. */
export interface StationQuery extends PlaceQuery {
  heightKm: number;
  fromEpoch: number;
  toEpoch: number;
  /** Whether the text is wanted as gzip. */
  gzip?: boolean;
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

/** Passes over a station, and the intensities of the minutes in them: see StationCountsResult. */
export interface StationCounts {
  passes: readonly StationPass[];
  counts: Int32Array;
}

/** Passes over stations, and the intensities during them; everything stops when the asker has gone. */
export interface StationAnalysis {
  station(query: StationQuery, asker: Asker): Promise<StationAnswer>;
  /** Gives the answers in the order of the places, as they come. */
  stations(query: StationsQuery, asker: Asker): AsyncGenerator<StationAnswer, void>;
  /** Gives them likewise, as numbers. */
  stationCounts(query: StationsQuery, asker: Asker): AsyncGenerator<StationCounts, void>;
}

/** Answers of at most 0.7 MB each that may wait for those before them to be taken. */
const MOST_AHEAD = 16;
/** Places whose stored series are read by one query, while those before them are answered. */
const READ_AHEAD = 8;

export function createStationAnalysis(
  parts: AnalysisParts,
  questions: SeriesQuestions,
  texts: SeriesTexts,
): StationAnalysis {
  const { pool, series } = parts;

  /** Place of a query, and what the threads take of its window. */
  function siteOf({ latDeg, lonDeg, heightKm }: StationQuery, { window }: CellQuestion) {
    return { place: { latDeg, lonDeg, heightKm }, startUs: window.startUs };
  }

  async function station(query: StationQuery, asker: Asker, isPart = false): Promise<StationAnswer> {
    const question = toCellQuestion(parts, query, query.fromEpoch, query.toEpoch);
    const more = { ...siteOf(query, question), gzip: query.gzip ?? false };
    return questions.task(
      { asker, isPart },
      question,
      (task) => pool.station({ ...task, ...more }),
      ({ passes, entries, ...written }, slot) => ({ passes, text: texts.take(slot, entries, written) }),
    );
  }

  async function counts(query: StationQuery, asker: Asker, isPart: boolean): Promise<StationCounts> {
    const question = toCellQuestion(parts, query, query.fromEpoch, query.toEpoch);
    const site = siteOf(query, question);
    return questions.task(
      { asker, isPart },
      question,
      (task) => pool.stationCounts({ ...task, ...site }),
      (found) => ({ passes: found.passes, counts: found.counts }),
    );
  }

  /** Has what is stored of the places' cells read, together; nothing is of sets. */
  function readAhead(query: Omit<StationQuery, keyof Place>, places: readonly Place[]): void {
    if (query.match === 'overlap') return;
    for (const place of places) {
      const { window, ipix, bands } = toCellQuestion(parts, { ...query, ...place }, query.fromEpoch, query.toEpoch);
      if (bands !== 0) series.readAhead(window, ipix);
    }
  }

  /** Answers place by place, some ahead of the one that is taken; `release` gives back one that is not. */
  async function* eachOf<T>(
    { places, ...query }: StationsQuery,
    ask: (query: StationQuery) => Promise<T>,
    release: (answer: T) => void,
  ): AsyncGenerator<T, void> {
    const ahead: Promise<T>[] = [];
    let next = 0;
    let underWay = 0;
    const begin = (): void => {
      // One thread each, and as many that are to go on there at once.
      while (next < places.length && ahead.length < MOST_AHEAD && underWay < 2 * pool.threads) {
        underWay++;
        if (next % READ_AHEAD === 0) {
          if (next === 0) readAhead(query, places.slice(0, READ_AHEAD));
          readAhead(query, places.slice(next + READ_AHEAD, next + 2 * READ_AHEAD));
        }
        const answer = ask({ ...query, ...(places[next++] as Place) }).finally(() => {
          underWay--;
          begin();
        });
        // An answer that is never taken may fail: nobody need know.
        answer.catch(() => undefined);
        ahead.push(answer);
      }
    };
    try {
      for (begin(); ahead.length > 0; begin()) yield (await ahead.shift()) as T;
    } finally {
      next = places.length;
      for (const answer of ahead) answer.then(release, () => undefined);
    }
  }

  return {
    station: (query, asker) => station(query, asker),
    stations: (query, asker) =>
      eachOf(
        query,
        (one) => station(one, asker, true),
        ({ text }) => text.release(),
      ),
    stationCounts: (query, asker) =>
      eachOf(
        query,
        (one) => counts(one, asker, query.places.length > 1),
        () => undefined,
      ),
  };
}
