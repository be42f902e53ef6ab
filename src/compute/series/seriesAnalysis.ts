import { checkIpix } from '../../core/healpix.js';
import type { Asker } from '../../fairness/asker.js';
import { type CellQuestion, type PlaceQuery, type SatelliteQuery, toCellQuestion, toQuestion } from '../query.js';
import type { AnalysisParts } from '../questions.js';
import type { Provider } from './provide.js';
import { emptyText, type SeriesText, type SeriesTexts } from './text.js';
import { type Range, writeCellSeries, writeTimeseries } from './writeText.js';

/** Answers questions about one cell, epoch by epoch. */
export interface SeriesAnalysis {
  /** Finds the cell of a place, and the intensity there at one epoch. */
  point(query: PlaceQuery & { epoch: number }, asker: Asker): Promise<{ intensity: number; ipix: number }>;
  /** Writes the intensities at epochs [fromEpoch, toEpoch) with risk levels. */
  timeseries(query: PlaceQuery & { fromEpoch: number; toEpoch: number }, asker: Asker): Promise<SeriesText>;
  /** Writes the intensities of one NESTED cell at every epoch of the window. */
  cellSeries(query: SatelliteQuery & { ipix: number }, asker: Asker): Promise<SeriesText>;
}

export function createSeriesAnalysis(parts: AnalysisParts, provider: Provider, texts: SeriesTexts): SeriesAnalysis {
  const { core, windows, slots } = parts;
  const { kernels, layout, bytes } = core;

  function timeseriesText({ window: { startUs }, from, to }: CellQuestion, slot: number): SeriesText {
    const ranges: Range[] = from === to ? [] : [[from, to]];
    return texts.write(slot, to - from, (text) => writeTimeseries(core, { slot, startUs, text }, ranges));
  }

  function cellSeriesText({ window: { startUs }, from, to }: CellQuestion, slot: number): SeriesText {
    return texts.write(slot, to - from, (text) => writeCellSeries(core, { slot, startUs, text }, [from, to]));
  }

  return {
    async point(query, asker) {
      const question = toCellQuestion(parts, query, query.epoch, query.epoch + 1);
      const { bands, ipix } = question;
      return { intensity: bands === 0 ? 0 : await provider.at({ asker, rank: 'cheap' }, question), ipix };
    },

    async timeseries(query, asker) {
      const question = toCellQuestion(parts, query, query.fromEpoch, query.toEpoch);
      if (question.bands === 0) return emptyText();
      return provider.values({ asker, rank: 'whole' }, question, (slot) => timeseriesText(question, slot));
    },

    async cellSeries(query, asker) {
      const { epochCount, nside } = query.window;
      checkIpix(nside, query.ipix);
      const question = { ...toQuestion(windows, query, 0, epochCount), ipix: query.ipix };
      const textIn = (slot: number): SeriesText => cellSeriesText(question, slot);
      if (question.bands !== 0) return provider.values({ asker, rank: 'whole' }, question, textIn);
      const values = slots.host + layout.SLOT_VALUES;
      bytes.fill(0, values, values + kernels.rowBytes(epochCount));
      return textIn(slots.host);
    },
  };
}
