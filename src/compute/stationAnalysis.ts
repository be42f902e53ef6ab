import type { Asker } from '../fairness/asker.js';
import type { Place } from '../core/records/seriesRecord.js';
import { type PlaceQuery, toCellQuestion } from './query.js';
import type { AnalysisParts, Questions } from './questions.js';
import type { StationPass } from './thread/station.js';

/** The tracked satellite over a station: the station's own place for the passes, its cell for the intensities. */
export interface StationQuery extends PlaceQuery {
  heightKm: number;
  fromEpoch: number;
  toEpoch: number;
}

/** The tracked satellite over several stations. */
interface StationsQuery extends Omit<StationQuery, keyof Place> {
  places: readonly Place[];
}

export interface StationAnswer {
  passes: readonly StationPass[];
  /** Number of minutes in the passes. */
  entries: number;
  /** JSON array with an entry for each minute. */
  text: Buffer;
}

/** Passes over stations, and the intensities during them; everything stops when the asker has gone. */
export interface StationAnalysis {
  station(query: StationQuery, asker: Asker): Promise<StationAnswer>;
  /** Gives the answers in the order of the places, as they come. */
  stations(query: StationsQuery, asker: Asker): AsyncGenerator<StationAnswer, void>;
}

/** Answers of at most 0.7 MB each that may wait for those before them to be taken. */
const MOST_AHEAD = 4;

export function createStationAnalysis(parts: AnalysisParts, questions: Questions): StationAnalysis {
  const { core, pool } = parts;

  async function station(query: StationQuery, asker: Asker): Promise<StationAnswer> {
    const { window, ipix, ...question } = toCellQuestion(parts, query, query.fromEpoch, query.toEpoch);
    const { latDeg, lonDeg, heightKm } = query;
    const place = { latDeg, lonDeg, heightKm };
    const { startUs } = window;
    return questions.overSeries(
      { window, asker, ipix },
      question,
      (task) => pool.station({ ...task, startUs, text: task.slot + core.layout.SLOT_TEXT, place }),
      ({ passes, entries, textBytes }, slot) => {
        const text = slot.pointer + core.layout.SLOT_TEXT;
        return { passes, entries, text: Buffer.from(core.bytes.subarray(text, text + textBytes)) };
      },
    );
  }

  return {
    station,

    async *stations({ places, ...query }, asker) {
      const ahead: Promise<StationAnswer>[] = [];
      for (const place of places) {
        const answer = station({ ...query, ...place }, asker);
        // An answer that is never taken may fail: nobody need know.
        answer.catch(() => undefined);
        ahead.push(answer);
        if (ahead.length > Math.min(MOST_AHEAD, pool.threads)) yield (await ahead.shift()) as StationAnswer;
      }
      for (const answer of ahead) yield await answer;
    },
  };
}
