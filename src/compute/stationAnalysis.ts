import type { Asker } from '../fairness/asker.js';
import type { AnalysisParts, PlaceQuery, PlaceQuestion } from './analysis.js';
import type { Questions } from './questions.js';
import type { StationPass } from './tasks.js';

/** The tracked satellite over a station: its own place for the passes, its cell for the intensities. */
export interface StationQuery extends PlaceQuery {
  heightKm: number;
  fromEpoch: number;
  toEpoch: number;
}

type Place = Pick<StationQuery, 'latDeg' | 'lonDeg' | 'heightKm'>;

/** The same over several stations. */
interface StationsQuery extends Omit<StationQuery, keyof Place> {
  places: readonly Place[];
}

export interface StationAnswer {
  passes: readonly StationPass[];
  /** Minutes in the passes. */
  entries: number;
  /** JSON array of the entries. */
  text: Buffer;
}

/** What stations are told; everything stops when the asker has gone. */
export interface StationAnalysis {
  station(query: StationQuery, asker: Asker): Promise<StationAnswer>;
  /** The answers in the order of the places, as they come. */
  stations(query: StationsQuery, asker: Asker): AsyncGenerator<StationAnswer, void>;
}

/** Answers that wait for those before them to be taken, 0.7 MB at most each. */
const MOST_AHEAD = 4;

export function createStationAnalysis(
  { core, pool }: Pick<AnalysisParts, 'core' | 'pool'>,
  questions: Questions,
  understandPlace: (query: PlaceQuery, from: number, to: number) => PlaceQuestion,
): StationAnalysis {
  async function station(query: StationQuery, asker: Asker): Promise<StationAnswer> {
    const { window, ipix, ...question } = understandPlace(query, query.fromEpoch, query.toEpoch);
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
        // Those that are never taken may fail unseen.
        answer.catch(() => undefined);
        ahead.push(answer);
        if (ahead.length > Math.min(MOST_AHEAD, pool.threads)) yield (await ahead.shift()) as StationAnswer;
      }
      for (const answer of ahead) yield await answer;
    },
  };
}
