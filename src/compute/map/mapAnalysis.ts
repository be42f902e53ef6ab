import { cellCount } from '../../core/healpix.js';
import { STATUS } from '../../core/status.js';
import type { Asker } from '../../fairness/asker.js';
import { type CellsText, createCellsText } from './cellsText.js';
import { type Match, type SatelliteQuery, toMatchedQuestion, toQuestion } from '../query.js';
import { type AnalysisParts, type Asked, type Questions, type UnderWay, withinDeadline } from '../questions.js';
import { emptyText } from '../series/text.js';
import type { EpochsTask, MapTask } from '../thread/cells.js';
import type { EpochSpan } from './runIndex.js';

/** Answers questions about all cells of a satellite's footprint, epoch by epoch. */
export interface MapAnalysis {
  /** Lists the cells that each EpochSpan takes, all of intensity above 0, as a JSON array. */
  cells(query: SatelliteQuery & { runId: number; spans: readonly EpochSpan[] }, asker: Asker): Promise<CellsText>;
  /**
   * Packs the footprint with its intensities at each of some epochs: see assembly/emit/packedFootprint. The arrays of
   * the answer, joined, are the packed form.
   */
  footprints(query: SatelliteQuery & Match & { epochs: readonly number[] }, asker: Asker): Promise<Uint8Array[]>;
  /**
   * Makes a run index: counts, at every epoch of the window, the cells of the run whose intensity is above 0 in some of
   * its satellite's bands. It takes a minute, in turns of milliseconds. Between two turns, other questions may have the
   * slot and the map block.
   */
  cellCounts(query: Omit<SatelliteQuery, 'band'> & { bands: number }, asker: Asker): Promise<Uint32Array>;
  /**
   * Counts how often each intensity, 0 included, is found in the footprint at some epochs. Empty if no band is known.
   */
  magnitudes(query: SatelliteQuery & Match & { epochs: readonly number[] }, asker: Asker): Promise<number[]>;
}

/** Most EpochSpans of one task. */
const MOST_SPANS = 64;

export function createMapAnalysis({ core, pool, maps, windows }: AnalysisParts, questions: Questions): MapAnalysis {
  /** Runs a question in a slot and a map block, in any number of turns. */
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

  /**
   * Runs a task over some epochs, portion by portion, and passes each result to `take`. Returns false if no band is
   * known.
   */
  const atEpochs = async <R extends { status: number; epochs: number }>(
    { epochs, ...query }: SatelliteQuery & Match & { epochs: readonly number[] },
    asker: Asker,
    job: (task: EpochsTask) => Promise<R>,
    take: (result: R) => void,
  ): Promise<boolean> => {
    const [from, to] = [Math.min(...epochs), Math.max(...epochs) + 1];
    const { window, satellite, bands, set } = toMatchedQuestion(windows, query, from, to);
    if (bands === 0) return false;
    await overMap({ window, asker, rank: 'whole' }, async (map, turn) => {
      for (let left = epochs; ;) {
        const result = await turn(() => job({ ...map, satellite, bands, members: set?.members, epochs: left }));
        left = left.slice(result.epochs);
        take(result);
        if (result.status !== STATUS.ok || left.length === 0) return result;
      }
    });
    return true;
  };

  return {
    async cells({ runId, spans, ...query }, asker) {
      const epochs = spans.map(({ epoch }) => epoch);
      const [first, end] = [Math.min(0, ...epochs), Math.max(-1, ...epochs) + 1];
      const { window, satellite, bands } = toQuestion(windows, query, first, end);
      if (bands === 0 || spans.length === 0) return emptyText();
      // A satellite covers at most half of the cells: never both a cell and the opposite one.
      const mostOfEpoch = cellCount(window.nside) / 2;
      const most = spans.reduce((sum, { take }) => sum + Math.min(take, mostOfEpoch), 0);
      const written = createCellsText(core, most);
      await overMap({ window, asker, rank: 'whole' }, async (map, turn) => {
        let left = spans;
        for (let isListed = false; ;) {
          const task = { ...map, satellite, bands, runId, spans: left.slice(0, MOST_SPANS) };
          const continues = written.entries > 0;
          const result = await turn(() => pool.cells({ ...task, isListed, continues }));
          left = spansBehind(left, result);
          isListed = result.begun > 0;
          written.add(result, left.length === 0);
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
          await overMap({ window, asker, rank: 'part' }, async (map, turn) => {
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

    async footprints(query, asker) {
      const pieces: Uint8Array[] = [];
      const isCounted = await atEpochs(query, asker, pool.footprints, ({ packed, packedBytes }) => {
        pieces.push(core.bytes.slice(packed, packed + packedBytes));
      });
      // Without a known band, each epoch gets an empty footprint, of two bytes.
      return isCounted ? pieces : [new Uint8Array(2 * query.epochs.length)];
    },

    async magnitudes(query, asker) {
      const counts: number[] = [];
      await atEpochs(query, asker, pool.magnitudes, ({ counts: found }) => {
        for (const [value, times] of found.entries()) counts[value] = (counts[value] ?? 0) + times;
      });
      return counts;
    },
  };
}

/** Returns the spans that remain after `done` whole spans and the first `begun` cells of the next span. */
function spansBehind(
  spans: readonly EpochSpan[],
  { spans: done, begun }: { spans: number; begun: number },
): EpochSpan[] {
  const [next, ...others] = spans.slice(done);
  if (next === undefined) return [];
  return [{ epoch: next.epoch, skip: next.skip + begun, take: next.take - begun }, ...others];
}
