import { cellCount } from '../../core/healpix.js';
import { STATUS } from '../../core/status.js';
import type { Asker } from '../../fairness/asker.js';
import { type CellsText, createCellsTexts } from './cellsText.js';
import { type Match, type SatelliteQuery, toMatchedQuestion, toQuestion } from '../query.js';
import { type AnalysisParts, type Asked, type Questions, type UnderWay, withinDeadline } from '../questions.js';
import { emptyText } from '../series/text.js';
import type { MapTask } from '../thread/cells.js';
import type { EpochSpan } from './runIndex.js';

/** Answers questions about all cells in which a satellite's intensity is above 0, epoch by epoch. */
export interface MapAnalysis {
  /** Lists the cells of the spans as a JSON array; where asked for and worth it, as gzip. */
  cells(
    query: SatelliteQuery & { runId: number; spans: readonly EpochSpan[]; gzip?: boolean },
    asker: Asker,
  ): Promise<CellsText>;
  /**
   * Packs the footprint with its intensities at each of some epochs: see assembly/emit/packedFootprint. The pieces are to be
   * read one behind the other.
   */
  footprints(query: SatelliteQuery & Match & { epochs: readonly number[] }, asker: Asker): Promise<Uint8Array[]>;
  /**
   * Counts the cells of a run at every epoch of its window, in bands of its satellite, as the sweep does for the run's index.
   * It takes a minute, in turns of milliseconds between which others have the slot and the block of maps.
   */
  cellCounts(query: Omit<SatelliteQuery, 'band'> & { bands: number }, asker: Asker): Promise<Uint32Array>;
  /** Counts how often each intensity, 0 included, is found in the footprint at some epochs; none where no band is known. */
  magnitudes(query: SatelliteQuery & Match & { epochs: readonly number[] }, asker: Asker): Promise<number[]>;
}

/** Most spans of one task. */
const MOST_SPANS = 64;

export function createMapAnalysis({ core, pool, maps, windows }: AnalysisParts, questions: Questions): MapAnalysis {
  const newText = createCellsTexts(core);

  /** Runs a question over a block of maps, in any number of turns. */
  const overMap = (
    asked: Asked,
    work: (map: MapTask, turn: UnderWay['turn']) => Promise<{ status: number }>,
  ): Promise<void> =>
    questions.inSlot(asked, async (underWay) => {
      const { window, asker } = asked;
      const block = await maps.acquire(window, asker);
      try {
        const place = { window: window.record.pointer, nside: window.nside, slot: underWay.slot.pointer };
        await withinDeadline(underWay, () => work({ ...block.memory, ...place }, underWay.turn));
      } finally {
        block.release();
      }
    });

  return {
    async cells({ runId, spans, gzip = false, ...query }, asker) {
      const epochs = spans.map(({ epoch }) => epoch);
      const [first, end] = [Math.min(0, ...epochs), Math.max(-1, ...epochs) + 1];
      const { window, satellite, bands } = toQuestion(windows, query, first, end);
      if (bands === 0 || spans.length === 0) return emptyText();
      // No satellite sees a cell and the one opposite.
      const mostOfEpoch = cellCount(window.nside) / 2;
      const written = newText(spans.reduce((sum, { take }) => sum + Math.min(take, mostOfEpoch), 0));
      await overMap({ window, asker }, async (map, turn) => {
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

    async cellCounts({ bands, ...query }, asker) {
      const { window, satellite, to } = toQuestion(windows, { ...query, band: 'all' }, 0, query.window.epochCount);
      const counts: number[] = [];
      const release = windows.hold(window);
      try {
        while (counts.length < to) {
          await overMap({ window, asker, isPart: true }, async (map, turn) => {
            const result = await turn(() => pool.cellCounts({ ...map, satellite, bands, from: counts.length, to }));
            counts.push(...result.counts);
            return result;
          });
        }
      } finally {
        release();
      }
      return Uint32Array.from(counts);
    },

    async footprints({ epochs, ...query }, asker) {
      const { window, satellite, bands, set } = toMatchedQuestion(windows, query, ...boundsOf(epochs));
      // A footprint without cells, for each epoch.
      if (bands === 0) return [new Uint8Array(2 * epochs.length)];
      const pieces: Uint8Array[] = [];
      await overMap({ window, asker }, async (map, turn) => {
        for (let left = epochs; ;) {
          const task = { ...map, satellite, bands, members: set?.members, epochs: left };
          const result = await turn(() => pool.footprints(task));
          left = left.slice(result.epochs);
          pieces.push(core.bytes.slice(result.packed, result.packed + result.packedBytes));
          if (result.status !== STATUS.ok || left.length === 0) return result;
        }
      });
      return pieces;
    },

    async magnitudes({ epochs, ...query }, asker) {
      const { window, satellite, bands, set } = toMatchedQuestion(windows, query, ...boundsOf(epochs));
      const counts: number[] = [];
      if (bands === 0) return counts;
      await overMap({ window, asker }, async (map, turn) => {
        for (let left = epochs; ;) {
          const task = { ...map, satellite, bands, members: set?.members, epochs: left };
          const result = await turn(() => pool.magnitudes(task));
          for (const [value, times] of result.counts.entries()) counts[value] = (counts[value] ?? 0) + times;
          left = left.slice(result.epochs);
          if (result.status !== STATUS.ok || left.length === 0) return result;
        }
      });
      return counts;
    },
  };
}

/** Returns the first of some epochs, and the one behind the last. */
function boundsOf(epochs: readonly number[]): [from: number, to: number] {
  return [Math.min(...epochs), Math.max(...epochs) + 1];
}

/** Returns the spans that are left when some are done, and some cells of the next one. */
function spansBehind(
  spans: readonly EpochSpan[],
  { spans: done, begun }: { spans: number; begun: number },
): EpochSpan[] {
  const [next, ...others] = spans.slice(done);
  if (next === undefined) return [];
  return [{ epoch: next.epoch, skip: next.skip + begun, take: next.take - begun }, ...others];
}
