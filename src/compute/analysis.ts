import { cellOf, checkIpix } from '../core/healpix.js';
import type { OwnedCore } from '../core/instance.js';
import { STATUS } from '../core/status.js';
import { ServiceError } from '../errors.js';
import { ALL_BANDS_MASK, BANDS, type BandChoice } from '../spec.js';
import type { LoadedWindow } from '../store/loadedWindow.js';
import type { MapBlock, MapBlocks } from '../store/mapBlocks.js';
import type { PinnedSeries, SeriesCache } from '../store/seriesCache.js';
import { type Slot, type Slots, TEXT_ROOM, textOffset } from '../store/slots.js';
import type { WindowStore } from '../store/windowStore.js';
import { withinDeadline } from './deadline.js';
import { askFailures, type EpochRange } from './failures.js';
import type { Pool } from './pool.js';
import type { EpochSpan } from './runIndex.js';
import { countTogether, helpersFor } from './sharedFill.js';
import { createStationAnalysis, type StationAnalysis } from './stationAnalysis.js';
import type { CellsTask, SeriesTask } from './tasks.js';
import { askTrack } from './track.js';

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

/** JSON text of the entries, in shared memory until it is released. */
interface TimeseriesText {
  readonly entries: number;
  /** One contiguous view of head, the JSON array and tail. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Interference of the open window, computed as it is asked for. */
export interface Analysis extends StationAnalysis {
  /** Resolves when the threads that compute answer; a ServiceError UNAVAILABLE where none does within some seconds. */
  check(): Promise<void>;
  current(): AnalysisWindow | undefined;
  /** A window by its id, brought into memory where need be; undefined where there is none. */
  window(id: number): Promise<AnalysisWindow | undefined>;
  point(query: PlaceQuery & { epoch: number }): Promise<{ intensity: number; ipix: number }>;
  /** Epochs [fromEpoch, toEpoch). */
  timeseries(query: PlaceQuery & { fromEpoch: number; toEpoch: number }): Promise<TimeseriesText>;
  /** Of the cells whose intensity is above 0, those of the spans: as many entries, and a JSON array of them. */
  cells(query: SatelliteQuery & { runId: number; spans: EpochSpan[] }): Promise<{ count: number; json: Uint8Array }>;
  /** The same at each of the epochs [fromEpoch, toEpoch), as numbers: see packCells. */
  packedCells(query: SatelliteQuery & { fromEpoch: number; toEpoch: number }): Promise<Uint8Array>;
  /** Latitude and longitude in degrees and height in km at each epoch of the window; NaN where it cannot be propagated. */
  track(query: Omit<SatelliteQuery, 'band'>): Promise<Float32Array>;
  /** The intensity of one NESTED cell at every epoch of the window. */
  cellValues(query: SatelliteQuery & { ipix: number }): Promise<Uint16Array>;
  /** Which of the epochs [fromEpoch, toEpoch) the satellite cannot be propagated at: its intensities there mean nothing. */
  failures(query: Omit<SatelliteQuery, 'band'> & { fromEpoch: number; toEpoch: number }): Promise<EpochRange[]>;
}

export interface AnalysisParts {
  core: OwnedCore;
  pool: Pool;
  slots: Slots;
  series: SeriesCache;
  maps: MapBlocks;
  windows: WindowStore;
}

export function createAnalysis(parts: AnalysisParts): Analysis {
  const { core, pool, slots, series, maps, windows } = parts;

  /**
   * Runs a question in a slot over a pinned series: answers from what that holds; where it lacks something, waits for the
   * fills under way and computes the rest. The slot goes back at once unless the answer keeps it.
   */
  async function ask<T>(question: Question, use: (slot: Slot, run: Runner) => Promise<Answer<T>>): Promise<T> {
    const { window, satellite, bands, ipix, from, to } = question;
    const release = windows.hold(window);
    let slot: Slot | undefined;
    let pinned: PinnedSeries | undefined;
    let kept = false;
    try {
      const mine = (slot = await slots.acquire());
      const held = (pinned = await series.pin(window, ipix));
      const task = {
        window: window.record.pointer,
        series: held.pointer,
        slot: mine.pointer,
        satellite,
        bands,
        from,
        to,
      };
      const answer = await use(mine, (job) =>
        withinDeadline(pool, mine, async () => {
          const result = await job({ ...task, stage: 'look' });
          return result.status === STATUS.needsFill ? held.exclusively(() => fill(task, job)) : result;
        }),
      );
      kept = answer.keepsSlot;
      return answer.value;
    } finally {
      pinned?.release();
      if (!kept) slot?.release();
      release();
    }
  }

  /** Runs a question about all cells in a slot and a block of maps. */
  async function askMap<T extends { status: number }>(
    { window, satellite, bands }: Omit<Question, 'ipix'>,
    run: (task: MapTask) => Promise<T>,
  ): Promise<T> {
    const release = windows.hold(window);
    let block: MapBlock | undefined;
    let slot: Slot | undefined;
    try {
      const { memory } = (block = await maps.acquire(window));
      const mine = (slot = await slots.acquire());
      const { nside, record } = window;
      const task = { ...memory, window: record.pointer, nside, slot: mine.pointer, satellite, bands };
      return await withinDeadline(pool, mine, () => run(task));
    } finally {
      slot?.release();
      block?.release();
      release();
    }
  }

  /** Computes what the series lacks when no other fill is under way, with the threads that are idle then. */
  async function fill<T>(task: Omit<SeriesTask, 'stage'>, job: (task: SeriesTask) => Promise<T>): Promise<T> {
    const whole: SeriesTask = { ...task, stage: 'fill' };
    const helpers = helpersFor(core, pool, whole);
    if (helpers === 0) return job(whole);
    await countTogether(core, pool, whole, helpers);
    return job({ ...task, stage: 'close' });
  }

  const understand = (query: SatelliteQuery, from: number, to: number): Omit<Question, 'ipix'> => {
    const window = windows.loaded(query.window.id);
    if (window === undefined) {
      const message = `Analysis window ${query.window.id} has been replaced by a newer one`;
      throw new ServiceError('ANALYSIS_NOT_READY', message, undefined, 1);
    }
    const satellite = window.satellite(query.norad);
    if (satellite === undefined) throw new RangeError(`satellite ${query.norad} is not in window ${window.id}`);
    if (!(from >= 0 && from <= to && to <= window.epochCount)) {
      throw new RangeError(`epochs ${from} to ${to}: window ${window.id} has 0 to ${window.epochCount}`);
    }
    return { window, satellite: satellite.index, bands: sharedBands(satellite.bands, query.band), from, to };
  };

  const understandPlace = (query: PlaceQuery, from: number, to: number): Question => {
    const question = understand(query, from, to);
    return { ...question, ipix: cellOf(core.kernels, question.window.nside, query.latDeg, query.lonDeg) };
  };

  return {
    ...createStationAnalysis(parts, { ask, understandPlace }),
    check: () => pool.check(),
    current: () => windows.current(),
    window: (id) => windows.bring(id),

    async point(query) {
      const question = understandPlace(query, query.epoch, query.epoch + 1);
      if (question.bands === 0) return { intensity: 0, ipix: question.ipix };
      const intensity = await ask(question, async (_slot, run) => {
        const result = await run((task) => pool.point(task));
        return { value: result.intensity, keepsSlot: false };
      });
      return { intensity, ipix: question.ipix };
    },

    async timeseries(query) {
      const { fromEpoch, toEpoch } = query;
      const question = understandPlace(query, fromEpoch, toEpoch);
      if (question.bands === 0) return emptyText();
      return ask(question, async (slot, run) => {
        const text = slot.pointer + textOffset(core);
        const { startUs } = question.window;
        const { textBytes } = await run((task) => pool.timeseries({ ...task, startUs, text }));
        const value: TimeseriesText = {
          entries: toEpoch - fromEpoch,
          wrap: (head, tail) => wrapText(core, text, textBytes, head, tail),
          release: () => {
            slot.release();
          },
        };
        return { value, keepsSlot: true };
      });
    },

    async cells({ runId, spans, ...query }) {
      const epochs = spans.map(({ epoch }) => epoch);
      const question = understand(query, Math.min(0, ...epochs), Math.max(-1, ...epochs) + 1);
      if (question.bands === 0 || spans.length === 0) return { count: 0, json: Buffer.from('[]') };
      return askMap(question, (task) => pool.cells({ ...task, spans, runId }));
    },

    async packedCells({ fromEpoch, toEpoch, ...query }) {
      const question = understand(query, fromEpoch, toEpoch);
      // No cells, epoch by epoch.
      if (question.bands === 0) return new Uint8Array(4 * (toEpoch - fromEpoch));
      const { bytes } = await askMap(question, (task) => pool.packedCells({ ...task, from: fromEpoch, to: toEpoch }));
      return bytes;
    },

    async track(query) {
      const { window, ...task } = understand({ ...query, band: 'all' }, 0, query.window.epochCount);
      return askTrack(parts, window, task);
    },

    async cellValues(query) {
      const { epochCount, nside } = query.window;
      const question = { ...understand(query, 0, epochCount), ipix: query.ipix };
      checkIpix(nside, query.ipix);
      if (question.bands === 0) return new Uint16Array(epochCount);
      return ask(question, async (slot, run) => {
        await run((task) => pool.cellValues(task));
        const values = new Uint16Array(core.memory.buffer, slot.pointer + core.layout.SLOT_VALUES, epochCount);
        return { value: values.slice(), keepsSlot: false };
      });
    },

    async failures(query) {
      const { window, ...task } = understand({ ...query, band: 'all' }, query.fromEpoch, query.toEpoch);
      return askFailures(parts, window, task);
    },
  };
}

type MapTask = Omit<CellsTask, 'runId' | 'spans'>;

export interface Question {
  window: LoadedWindow;
  satellite: number;
  bands: number;
  ipix: number;
  from: number;
  to: number;
}

export interface Answer<T> {
  value: T;
  keepsSlot: boolean;
}

export type Runner = <T extends { status: number }>(job: (task: SeriesTask) => Promise<T>) => Promise<T>;

/** What two emitters must share for the question: the band asked for if the satellite transmits in it, or any of its bands. */
export function sharedBands(satelliteBands: number, band: BandChoice): number {
  const asked = band === 'all' ? ALL_BANDS_MASK : 1 << BANDS.findIndex((entry) => entry.name === band);
  return satelliteBands & asked;
}

/** Puts head and tail around the text where it lies. */
function wrapText(core: OwnedCore, text: number, textBytes: number, head: string, tail: string): Buffer {
  const headBytes = Buffer.byteLength(head);
  const tailBytes = Buffer.byteLength(tail);
  if (headBytes > TEXT_ROOM.head || tailBytes > TEXT_ROOM.tail) {
    throw new RangeError(
      `head of ${headBytes} and tail of ${tailBytes} bytes: at most ${TEXT_ROOM.head} and ${TEXT_ROOM.tail} fit`,
    );
  }
  const whole = Buffer.from(core.memory.buffer, text - headBytes, headBytes + textBytes + tailBytes);
  whole.write(head, 0);
  whole.write(tail, headBytes + textBytes);
  return whole;
}

function emptyText(): TimeseriesText {
  return { entries: 0, wrap: (head, tail) => Buffer.from(`${head}[]${tail}`), release: () => undefined };
}
