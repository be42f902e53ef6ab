import { crc32 } from 'node:zlib';
import { checkIpix } from '../core/healpix.js';
import type { Asker } from '../fairness/asker.js';
import { deflateOffset, textBytes } from '../memory/slots.js';
import { type CellQuestion, type PlaceQuery, type SatelliteQuery, toCellQuestion, toQuestion } from './query.js';
import type { AnalysisParts } from './questions.js';
import type { SeriesQuestions } from './seriesQuestions.js';
import { createSeriesTexts, emptyText, type SeriesText } from './seriesText.js';

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

export function createSeriesAnalysis(parts: AnalysisParts, questions: SeriesQuestions): SeriesAnalysis {
  const { core, windows, slots } = parts;
  const { kernels, layout, bytes, view } = core;
  const textFrom = createSeriesTexts(textBytes(core));
  const bytesAt = (pointer: number, length: number): Uint8Array => bytes.subarray(pointer, pointer + length);

  // Texts are copied out of the slot: a slow reader must not hold it.

  function timeseriesText({ window, from, to }: CellQuestion, slot: number, isDeflated: boolean): SeriesText {
    const values = slot + layout.SLOT_VALUES;
    const text = slot + layout.SLOT_TEXT;
    const length = kernels.emitTimeseries(window.startUs, values, from, to, text);
    const deflate = slot + deflateOffset(core);
    const deflated = isDeflated ? kernels.deflateTimeseries(values, from, to, text, deflate) : 0;
    if (deflated === 0) return textFrom(to - from, bytesAt(text, length));
    const standsFor = { textBytes: length, crc32: crc32(bytesAt(text, length)) };
    return textFrom(to - from, bytesAt(deflate + layout.DEFLATE_OUT, deflated), standsFor);
  }

  function cellSeriesText({ window, from, to }: CellQuestion, slot: number): SeriesText {
    const text = slot + layout.SLOT_TEXT;
    const length = kernels.emitCellSeries(window.startUs, slot + layout.SLOT_VALUES, from, to, text);
    return textFrom(to - from, bytesAt(text, length));
  }

  return {
    async point(query, asker) {
      const question = toCellQuestion(parts, query, query.epoch, query.epoch + 1);
      const { bands, ipix, from } = question;
      if (bands === 0) return { intensity: 0, ipix };
      const valueAt = (slot: number): number => view.getUint16(slot + layout.SLOT_VALUES + 2 * from, true);
      return { intensity: await questions.values({ asker, cheap: true }, question, valueAt), ipix };
    },

    async timeseries(query, asker) {
      const question = toCellQuestion(parts, query, query.fromEpoch, query.toEpoch);
      if (question.bands === 0) return emptyText();
      const isDeflated = query.gzip === true && question.to - question.from >= LEAST_DEFLATED;
      return questions.values({ asker }, question, (slot) => timeseriesText(question, slot, isDeflated));
    },

    async cellSeries(query, asker) {
      const { epochCount, nside } = query.window;
      checkIpix(nside, query.ipix);
      const question = { ...toQuestion(windows, query, 0, epochCount), ipix: query.ipix };
      if (question.bands !== 0) return questions.values({ asker }, question, (slot) => cellSeriesText(question, slot));
      const values = slots.host + layout.SLOT_VALUES;
      bytes.fill(0, values, values + kernels.rowBytes(epochCount));
      return cellSeriesText(question, slots.host);
    },
  };
}
