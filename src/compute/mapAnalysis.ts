import { cellCount } from '../core/healpix.js';
import { STATUS } from '../core/status.js';
import type { Asker } from '../fairness/asker.js';
import { type CellsText, createCellsTexts } from './cellsText.js';
import { type SatelliteQuery, toQuestion } from './query.js';
import type { AnalysisParts, Questions } from './questions.js';
import type { EpochSpan } from './runIndex.js';
import { emptyText } from './seriesText.js';

/** All cells in which a satellite's intensity is above 0, epoch by epoch. */
export interface MapAnalysis {
  /** Lists the cells of the spans as a JSON array; where asked for and worth it, as gzip. */
  cells(
    query: SatelliteQuery & { runId: number; spans: readonly EpochSpan[]; gzip?: boolean },
    asker: Asker,
  ): Promise<CellsText>;
  /**
   * Lists the cells at each of the epochs [fromEpoch, toEpoch) as numbers, epoch by epoch: see assembly/emit/packedCells. To
   * be read one piece behind the other.
   */
  packedCells(query: SatelliteQuery & { fromEpoch: number; toEpoch: number }, asker: Asker): Promise<Uint8Array[]>;
}

/** Number of spans in one task. */
const MOST_SPANS = 64;

export function createMapAnalysis({ core, pool, windows }: AnalysisParts, questions: Questions): MapAnalysis {
  const newText = createCellsTexts(core);
  return {
    async cells({ runId, spans, gzip = false, ...query }, asker) {
      const epochs = spans.map(({ epoch }) => epoch);
      const [first, end] = [Math.min(0, ...epochs), Math.max(-1, ...epochs) + 1];
      const { window, satellite, bands } = toQuestion(windows, query, first, end);
      if (bands === 0 || spans.length === 0) return emptyText();
      // No satellite sees a cell and the one opposite.
      const mostOfEpoch = cellCount(window.nside) / 2;
      const written = newText(spans.reduce((sum, { take }) => sum + Math.min(take, mostOfEpoch), 0));
      await questions.overMap({ window, asker }, async (map, turn) => {
        let left = spans;
        for (let isListed = false; ;) {
          const task = { ...map, satellite, bands, runId, spans: left.slice(0, MOST_SPANS), deflate: gzip };
          const continues = written.entries > 0;
          const result = await turn(() => pool.cells({ ...task, isListed, continues }));
          left = spansBehind(left, result);
          isListed = result.begun > 0;
          written.add(map.output, result, left.length === 0);
          if (result.status !== STATUS.ok || left.length === 0) return result;
        }
      });
      return written.text();
    },

    async packedCells({ fromEpoch, toEpoch, ...query }, asker) {
      const { window, satellite, bands } = toQuestion(windows, query, fromEpoch, toEpoch);
      // At each epoch a count of 0.
      if (bands === 0) return [new Uint8Array(4 * (toEpoch - fromEpoch))];
      const pieces: Uint8Array[] = [];
      await questions.overMap({ window, asker }, async (map, turn) => {
        for (let from = fromEpoch; ;) {
          const result = await turn(() => pool.packedCells({ ...map, satellite, bands, from, to: toEpoch }));
          from += result.epochs;
          pieces.push(core.bytes.slice(result.packed, result.packed + result.packedBytes));
          if (result.status !== STATUS.ok || from >= toEpoch) return result;
        }
      });
      return pieces;
    },
  };
}

/** What is left of the spans when some are done, and some cells of the next one. */
function spansBehind(
  spans: readonly EpochSpan[],
  { spans: done, begun }: { spans: number; begun: number },
): EpochSpan[] {
  const [next, ...others] = spans.slice(done);
  if (next === undefined) return [];
  return [{ epoch: next.epoch, skip: next.skip + begun, take: next.take - begun }, ...others];
}
