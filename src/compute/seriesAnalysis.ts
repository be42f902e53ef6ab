import { checkIpix } from '../core/healpix.js';
import type { Asker } from '../fairness/asker.js';
import { deflateOffset, textBytes } from '../memory/slots.js';
import { type CellQuestion, type PlaceQuery, type SatelliteQuery, toCellQuestion, toQuestion } from './query.js';
import type { AnalysisParts, Questions } from './questions.js';
import { coverAndScan, pointResult } from './scan.js';
import { createSeriesTexts, emptyText, type SeriesText } from './seriesText.js';
import type { TimeseriesResult, TimeseriesTask } from './thread/series.js';

/** Entries from which on a text has a KB: a shorter one is hardly worth compressing. */
const LEAST_DEFLATED = 16;

/** Intensities of one cell, epoch by epoch. */
export interface SeriesAnalysis {
  /** Finds the cell of a place, and the intensity there at one epoch. */
  point(query: PlaceQuery & { epoch: number }, asker: Asker): Promise<{ intensity: number; ipix: number }>;
  /** Intensities at epochs [fromEpoch, toEpoch), with risk levels; where asked for and worth it, as gzip. */
  timeseries(
    query: PlaceQuery & { fromEpoch: number; toEpoch: number; gzip?: boolean },
    asker: Asker,
  ): Promise<SeriesText>;
  /** Intensities of one NESTED cell at every epoch of the window. */
  cellSeries(query: SatelliteQuery & { ipix: number }, asker: Asker): Promise<SeriesText>;
}

export function createSeriesAnalysis(parts: AnalysisParts, questions: Questions): SeriesAnalysis {
  const { core, pool, windows } = parts;
  const textFrom = createSeriesTexts(textBytes(core));

  const textOf = (slot: number): number => slot + core.layout.SLOT_TEXT;
  const bytesAt = (pointer: number, length: number): Uint8Array => core.bytes.subarray(pointer, pointer + length);

  /** Copies the entries that a task leaves in the slot's text: a slow reader must not hold the slot. */
  const seriesText = async <R extends TimeseriesResult>(
    { window, ipix, ...question }: CellQuestion,
    asker: Asker,
    run: (task: TimeseriesTask) => Promise<R>,
    toText: (result: R, slot: number) => SeriesText,
  ): Promise<SeriesText> =>
    questions.overSeries(
      { window, asker, ipix },
      question,
      (task) => run({ ...task, startUs: window.startUs, text: textOf(task.slot) }),
      (result, { pointer }) => toText(result, pointer),
    );

  return {
    async point(query, asker) {
      const { window, ipix, ...question } = toCellQuestion(parts, query, query.epoch, query.epoch + 1);
      if (question.bands === 0) return { intensity: 0, ipix };
      const asked = { window, asker, ipix, cheap: true };
      const intensity = await questions.overSeries(
        asked,
        question,
        (task) => pool.point(task),
        (result) => result.intensity,
        (task) => pointResult(core, task, coverAndScan(core, task)),
      );
      return { intensity, ipix };
    },

    async timeseries(query, asker) {
      const question = toCellQuestion(parts, query, query.fromEpoch, query.toEpoch);
      if (question.bands === 0) return emptyText();
      const entries = question.to - question.from;
      const isDeflated = query.gzip === true && entries >= LEAST_DEFLATED;
      const deflateOf = (slot: number): number => slot + deflateOffset(core);
      return seriesText(
        question,
        asker,
        (task) => pool.timeseries({ ...task, deflate: isDeflated ? deflateOf(task.slot) : 0 }),
        ({ textBytes: bytes, deflatedBytes, crc32 }, slot) =>
          deflatedBytes === 0
            ? textFrom(entries, bytesAt(textOf(slot), bytes))
            : textFrom(entries, bytesAt(deflateOf(slot) + core.layout.DEFLATE_OUT, deflatedBytes), {
                textBytes: bytes,
                crc32,
              }),
      );
    },

    async cellSeries(query, asker) {
      const { epochCount, nside } = query.window;
      checkIpix(nside, query.ipix);
      const question = { ...toQuestion(windows, query, 0, epochCount), ipix: query.ipix };
      return seriesText(
        question,
        asker,
        (task) => pool.cellSeries(task),
        (result, slot) => textFrom(question.to - question.from, bytesAt(textOf(slot), result.textBytes)),
      );
    },
  };
}
