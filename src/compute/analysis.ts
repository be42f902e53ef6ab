import { cellOf, checkIpix } from '../core/healpix.js';
import type { OwnedCore } from '../core/instance.js';
import { STATUS } from '../core/status.js';
import { WindowGone } from '../errors.js';
import { ALL_BANDS_MASK, BANDS, type BandChoice } from '../spec.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { Asker } from '../fairness/asker.js';
import type { MapBlocks } from '../memory/mapBlocks.js';
import type { SeriesCache } from '../memory/seriesCache.js';
import { type Slots, textBytes } from '../memory/slots.js';
import { createTexts, type TextRoom } from '../memory/textBuffers.js';
import type { WindowStore } from '../memory/loadedWindows.js';
import type { EpochRange } from './thread/failures.js';
import type { Pool } from './pool.js';
import { createQuestions } from './questions.js';
import type { EpochSpan } from './runIndex.js';
import { createStationAnalysis, type StationAnalysis } from './stationAnalysis.js';
import { look, pointResult } from './thread/scan.js';
import type { TimeseriesResult, TimeseriesTask } from './tasks.js';
import { joinArray } from './cellsJson.js';

/** The open window, as a query sees it. */
export interface AnalysisWindow {
  readonly id: number;
  /** Random UUID: no other window has it, in no database. */
  readonly identity: string;
  readonly startMs: number;
  readonly epochCount: number;
  readonly nside: number;
  /** Undefined where the window left the satellite out. */
  satellite(norad: number): { bands: number } | undefined;
}

/** One tracked satellite in one band, or in all of its own. */
export interface SatelliteQuery {
  window: AnalysisWindow;
  norad: number;
  band: BandChoice;
}

/** The same over one place; degrees, lon in [-180, 180]. */
export interface PlaceQuery extends SatelliteQuery {
  latDeg: number;
  lonDeg: number;
}

/** JSON text of the entries, in memory that is used again when it is released. */
export interface SeriesText {
  readonly entries: number;
  /** One contiguous view of head, the JSON array and tail. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Interference of the open window, computed as it is asked for: what nobody waits for any more is given up. */
export interface Analysis extends StationAnalysis {
  /** Resolves when the threads that compute answer; an Unavailable where none does within some seconds. */
  check(): Promise<void>;
  current(): AnalysisWindow | undefined;
  /** A window by its id, brought into memory where need be; undefined where there is none. */
  window(id: number): Promise<AnalysisWindow | undefined>;
  point(query: PlaceQuery & { epoch: number }, asker: Asker): Promise<{ intensity: number; ipix: number }>;
  /** Epochs [fromEpoch, toEpoch), with risk levels. */
  timeseries(query: PlaceQuery & { fromEpoch: number; toEpoch: number }, asker: Asker): Promise<SeriesText>;
  /** The intensity of one NESTED cell at every epoch of the window. */
  cellSeries(query: SatelliteQuery & { ipix: number }, asker: Asker): Promise<SeriesText>;
  /** Of the cells whose intensity is above 0, those of the spans: as many entries, and a JSON array of them. */
  cells(
    query: SatelliteQuery & { runId: number; spans: EpochSpan[] },
    asker: Asker,
  ): Promise<{ count: number; json: Uint8Array }>;
  /** The same at each of the epochs [fromEpoch, toEpoch), as numbers: see packCells. */
  packedCells(query: SatelliteQuery & { fromEpoch: number; toEpoch: number }, asker: Asker): Promise<Uint8Array>;
  /** Latitude and longitude in degrees and height in km at each epoch of the window; NaN where it cannot be propagated. */
  track(query: Omit<SatelliteQuery, 'band'>, asker: Asker): Promise<Float32Array>;
  /** Which of the epochs [fromEpoch, toEpoch) the satellite cannot be propagated at: its intensities there mean nothing. */
  failures(
    query: Omit<SatelliteQuery, 'band'> & { fromEpoch: number; toEpoch: number },
    asker: Asker,
  ): Promise<EpochRange[]>;
}

export interface AnalysisParts {
  core: OwnedCore;
  pool: Pool;
  slots: Slots;
  series: SeriesCache;
  maps: MapBlocks;
  windows: WindowStore;
}

/** What an answer may put around a text: its own fields before, the envelope's meta behind. */
export const TEXT_ROOM = { head: 4096, tail: 1024 } as const;
/** Spans that one task is told of. */
const MOST_SPANS = 64;

export function createAnalysis(parts: AnalysisParts): Analysis {
  const { core, pool, windows } = parts;
  const questions = createQuestions(parts);
  const texts = createTexts(TEXT_ROOM.head + textBytes(core) + TEXT_ROOM.tail);

  const understand = (query: SatelliteQuery, from: number, to: number): Question => {
    const window = windows.loaded(query.window.id);
    if (window === undefined) {
      const message = `Analysis window ${query.window.id} has been replaced by a newer one`;
      throw new WindowGone(message, 1);
    }
    const satellite = window.satellite(query.norad);
    if (satellite === undefined) throw new RangeError(`satellite ${query.norad} is not in window ${window.id}`);
    if (!(from >= 0 && from <= to && to <= window.epochCount)) {
      throw new RangeError(`epochs ${from} to ${to}: window ${window.id} has 0 to ${window.epochCount}`);
    }
    return { window, satellite: satellite.index, bands: sharedBands(satellite.bands, query.band), from, to };
  };

  const understandPlace = (query: PlaceQuery, from: number, to: number): PlaceQuestion => {
    const question = understand(query, from, to);
    return { ...question, ipix: cellOf(core.kernels, question.window.nside, query.latDeg, query.lonDeg) };
  };

  /** The entries that a task leaves in the slot's text, copied: the slot must not wait for whoever reads them. */
  const seriesText = async (
    question: PlaceQuestion,
    asker: Asker,
    run: (task: TimeseriesTask) => Promise<TimeseriesResult>,
  ): Promise<SeriesText> => {
    const { window, satellite, bands, ipix, from, to } = question;
    const text = (slot: number): number => slot + core.layout.SLOT_TEXT;
    return questions.overSeries(
      { window, asker, ipix },
      { satellite, bands, from, to },
      (task) => run({ ...task, startUs: window.startUs, text: text(task.slot) }),
      ({ textBytes: bytes }, { pointer }) => {
        const room = texts.room(TEXT_ROOM.head + bytes + TEXT_ROOM.tail);
        room.bytes.set(core.bytes.subarray(text(pointer), text(pointer) + bytes), TEXT_ROOM.head);
        return {
          entries: to - from,
          wrap: (head, tail) => wrapText(room, bytes, head, tail),
          release: () => room.release(),
        };
      },
    );
  };

  return {
    ...createStationAnalysis(parts, questions, understandPlace),
    check: () => pool.check(),
    current: () => windows.current(),
    window: (id) => windows.bring(id),

    async point(query, asker) {
      const { window, ipix, ...question } = understandPlace(query, query.epoch, query.epoch + 1);
      if (question.bands === 0) return { intensity: 0, ipix };
      const asked = { window, asker, ipix, cheap: true };
      const intensity = await questions.overSeries(
        asked,
        question,
        (task) => pool.point(task),
        (result) => result.intensity,
        (task) => pointResult(core, task, look(core, task)),
      );
      return { intensity, ipix };
    },

    async timeseries(query, asker) {
      const question = understandPlace(query, query.fromEpoch, query.toEpoch);
      if (question.bands === 0) return emptyText();
      return seriesText(question, asker, (task) => pool.timeseries(task));
    },

    async cellSeries(query, asker) {
      const { epochCount, nside } = query.window;
      checkIpix(nside, query.ipix);
      const question = { ...understand(query, 0, epochCount), ipix: query.ipix };
      return seriesText(question, asker, (task) => pool.cellSeries(task));
    },

    async cells({ runId, spans, ...query }, asker) {
      const epochs = spans.map(({ epoch }) => epoch);
      const { window, satellite, bands } = understand(query, Math.min(0, ...epochs), Math.max(-1, ...epochs) + 1);
      const pieces: Uint8Array[] = [];
      let count = 0;
      if (bands === 0 || spans.length === 0) return { count, json: joinArray(pieces) };
      await questions.overMap({ window, asker }, async (place, turn) => {
        for (let next = 0; ;) {
          const some = spans.slice(next, next + MOST_SPANS);
          const result = await turn(() => pool.cells({ ...place, satellite, bands, spans: some, runId }));
          next += result.spans;
          count += result.count;
          if (result.count > 0) pieces.push(result.json);
          if (result.status !== STATUS.ok || next >= spans.length) return result;
        }
      });
      return { count, json: joinArray(pieces) };
    },

    async packedCells({ fromEpoch, toEpoch, ...query }, asker) {
      const { window, satellite, bands } = understand(query, fromEpoch, toEpoch);
      // No cells, epoch by epoch.
      if (bands === 0) return new Uint8Array(4 * (toEpoch - fromEpoch));
      const pieces: Uint8Array[] = [];
      await questions.overMap({ window, asker }, async (place, turn) => {
        for (let from = fromEpoch; ;) {
          const result = await turn(() => pool.packedCells({ ...place, satellite, bands, from, to: toEpoch }));
          from += result.epochs;
          pieces.push(result.bytes);
          if (result.status !== STATUS.ok || from >= toEpoch) return result;
        }
      });
      return Buffer.concat(pieces);
    },

    async track(query, asker) {
      const { window, satellite, from, to } = understand({ ...query, band: 'all' }, 0, query.window.epochCount);
      const task = { window: window.record.pointer, satellite, from, to };
      return questions.inSlot({ window, asker }, ({ pointer }, turn) =>
        turn(() => pool.track({ ...task, slot: pointer })),
      );
    },

    async failures({ fromEpoch, toEpoch, ...query }, asker) {
      const { window, satellite, from, to } = understand({ ...query, band: 'all' }, fromEpoch, toEpoch);
      const task = { window: window.record.pointer, satellite, from, to };
      return questions.inSlot({ window, asker, cheap: true }, ({ pointer }, turn) =>
        turn(() => pool.failures({ ...task, slot: pointer })),
      );
    },
  };
}

interface Question {
  window: LoadedWindow;
  satellite: number;
  bands: number;
  from: number;
  to: number;
}

export interface PlaceQuestion extends Question {
  ipix: number;
}
/** What two emitters must share for the question: the band asked for if the satellite transmits in it, or any of its bands. */
export function sharedBands(satelliteBands: number, band: BandChoice): number {
  const asked = band === 'all' ? ALL_BANDS_MASK : 1 << BANDS.findIndex((entry) => entry.name === band);
  return satelliteBands & asked;
}

/** Puts head and tail around the text where it lies. */
function wrapText({ bytes }: TextRoom, text: number, head: string, tail: string): Buffer {
  const headBytes = Buffer.byteLength(head);
  const tailBytes = Buffer.byteLength(tail);
  if (headBytes > TEXT_ROOM.head || tailBytes > TEXT_ROOM.tail) {
    throw new RangeError(
      `head of ${headBytes} and tail of ${tailBytes} bytes: at most ${TEXT_ROOM.head} and ${TEXT_ROOM.tail} fit`,
    );
  }
  const from = TEXT_ROOM.head - headBytes;
  bytes.write(head, from);
  bytes.write(tail, TEXT_ROOM.head + text);
  return bytes.subarray(from, TEXT_ROOM.head + text + tailBytes);
}

function emptyText(): SeriesText {
  return { entries: 0, wrap: (head, tail) => Buffer.from(`${head}[]${tail}`), release: () => undefined };
}
