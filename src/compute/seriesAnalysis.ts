import { checkIpix } from '../core/healpix.js';
import type { Asker } from '../fairness/asker.js';
import { textBytes } from '../memory/slots.js';
import { type CellQuestion, type PlaceQuery, type SatelliteQuery, toCellQuestion, toQuestion } from './query.js';
import type { AnalysisParts, Questions } from './questions.js';
import { coverAndScan, pointResult } from './scan.js';
import { createSeriesTexts, emptyText, type SeriesText } from './seriesText.js';
import type { TimeseriesResult, TimeseriesTask } from './thread/series.js';

/** Intensities of one cell, epoch by epoch. */
export interface SeriesAnalysis {
  /** Finds the cell of a place, and the intensity there at one epoch. */
  point(query: PlaceQuery & { epoch: number }, asker: Asker): Promise<{ intensity: number; ipix: number }>;
  /** Intensities at epochs [fromEpoch, toEpoch), with risk levels. */
  timeseries(query: PlaceQuery & { fromEpoch: number; toEpoch: number }, asker: Asker): Promise<SeriesText>;
  /** Intensities of one NESTED cell at every epoch of the window. */
  cellSeries(query: SatelliteQuery & { ipix: number }, asker: Asker): Promise<SeriesText>;
}

export function createSeriesAnalysis(parts: AnalysisParts, questions: Questions): SeriesAnalysis {
  const { core, pool, windows } = parts;
  const toText = createSeriesTexts(textBytes(core));

  /** Copies the entries that a task leaves in the slot's text: a slow reader must not hold the slot. */
  const seriesText = async (
    { window, ipix, ...question }: CellQuestion,
    asker: Asker,
    run: (task: TimeseriesTask) => Promise<TimeseriesResult>,
  ): Promise<SeriesText> => {
    const text = (slot: number): number => slot + core.layout.SLOT_TEXT;
    return questions.overSeries(
      { window, asker, ipix },
      question,
      (task) => run({ ...task, startUs: window.startUs, text: text(task.slot) }),
      (result, { pointer }) => {
        const array = core.bytes.subarray(text(pointer), text(pointer) + result.textBytes);
        return toText(question.to - question.from, array);
      },
    );
  };

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
      return seriesText(question, asker, (task) => pool.timeseries(task));
    },

    async cellSeries(query, asker) {
      const { epochCount, nside } = query.window;
      checkIpix(nside, query.ipix);
      const question = { ...toQuestion(windows, query, 0, epochCount), ipix: query.ipix };
      return seriesText(question, asker, (task) => pool.cellSeries(task));
    },
  };
}
