import { STATUS } from '../core/status.js';
import type { Asker } from '../fairness/asker.js';
import { joinArray } from './cellsJson.js';
import { type SatelliteQuery, toQuestion } from './query.js';
import type { AnalysisParts, Questions } from './questions.js';
import type { EpochSpan } from './runIndex.js';

/** All cells in which a satellite's intensity is above 0, epoch by epoch. */
export interface MapAnalysis {
  /** Lists the cells of the spans: how many, and a JSON array of them. */
  cells(
    query: SatelliteQuery & { runId: number; spans: EpochSpan[] },
    asker: Asker,
  ): Promise<{ count: number; json: Uint8Array }>;
  /** Lists the cells at each of the epochs [fromEpoch, toEpoch) as numbers: see the task packedCells. */
  packedCells(query: SatelliteQuery & { fromEpoch: number; toEpoch: number }, asker: Asker): Promise<Uint8Array>;
}

/** Number of spans in one task. */
const MOST_SPANS = 64;

export function createMapAnalysis({ pool, windows }: AnalysisParts, questions: Questions): MapAnalysis {
  return {
    async cells({ runId, spans, ...query }, asker) {
      const epochs = spans.map(({ epoch }) => epoch);
      const [first, end] = [Math.min(0, ...epochs), Math.max(-1, ...epochs) + 1];
      const { window, satellite, bands } = toQuestion(windows, query, first, end);
      const pieces: Uint8Array[] = [];
      let count = 0;
      if (bands === 0 || spans.length === 0) return { count, json: joinArray(pieces) };
      await questions.overMap({ window, asker }, async (map, turn) => {
        for (let next = 0; ;) {
          const some = spans.slice(next, next + MOST_SPANS);
          const result = await turn(() => pool.cells({ ...map, satellite, bands, spans: some, runId }));
          next += result.spans;
          count += result.count;
          if (result.count > 0) pieces.push(result.json);
          if (result.status !== STATUS.ok || next >= spans.length) return result;
        }
      });
      return { count, json: joinArray(pieces) };
    },

    async packedCells({ fromEpoch, toEpoch, ...query }, asker) {
      const { window, satellite, bands } = toQuestion(windows, query, fromEpoch, toEpoch);
      // At each epoch a count of 0.
      if (bands === 0) return new Uint8Array(4 * (toEpoch - fromEpoch));
      const pieces: Uint8Array[] = [];
      await questions.overMap({ window, asker }, async (map, turn) => {
        for (let from = fromEpoch; ;) {
          const result = await turn(() => pool.packedCells({ ...map, satellite, bands, from, to: toEpoch }));
          from += result.epochs;
          pieces.push(result.bytes);
          if (result.status !== STATUS.ok || from >= toEpoch) return result;
        }
      });
      return Buffer.concat(pieces);
    },
  };
}
