import { Piscina } from 'piscina';
import type { OwnedCore } from '../core/instance.js';
import { threadEntry } from '../core/threadEntry.js';
import { ServiceError } from '../errors.js';
import type { EpochRange } from './failures.js';
import type {
  AssembleSeriesTask,
  AssembleTask,
  CellsResult,
  CellsTask,
  CellValuesResult,
  FillResult,
  FillTask,
  PackedCellsResult,
  PackedCellsTask,
  TrackTask,
  PointResult,
  PrepareTask,
  ReadSeriesTask,
  SealedIndex,
  SeriesTask,
  StationResult,
  StationTask,
  SurveyResult,
  SurveyTask,
  SweepBlockResult,
  SweepBlockTask,
  TimeseriesResult,
  TimeseriesTask,
  WorkerSetup,
} from './tasks.js';

/** The threads that compute. */
export interface Pool {
  timeseries(task: TimeseriesTask): Promise<TimeseriesResult>;
  point(task: SeriesTask): Promise<PointResult>;
  /** Leaves the intensities in the slot's values. */
  cellValues(task: SeriesTask): Promise<CellValuesResult>;
  cells(task: CellsTask): Promise<CellsResult>;
  packedCells(task: PackedCellsTask): Promise<PackedCellsResult>;
  /** Latitude and longitude in degrees and height in km, epoch by epoch; NaN where it fails. */
  track(task: TrackTask): Promise<Float32Array>;
  survey(task: SurveyTask): Promise<SurveyResult>;
  readSeries(task: ReadSeriesTask): Promise<void>;
  sweepBlock(task: SweepBlockTask): Promise<SweepBlockResult>;
  assembleIndexes(task: AssembleTask): Promise<SealedIndex[]>;
  assembleSeries(task: AssembleSeriesTask): Promise<Uint8Array[]>;
  failures(task: TrackTask): Promise<EpochRange[]>;
  station(task: StationTask): Promise<StationResult>;
  fillPart(task: FillTask): Promise<FillResult>;
  prepare(task: PrepareTask): Promise<void>;
  readonly threads: number;
  /** Threads that have nothing to do. */
  readonly idle: number;
  /** Tasks that no thread has taken yet. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** A thread that has not answered by then will not: a worker that fails to load leaves its tasks waiting for ever. */
const START_SECONDS = 20;
/** In the background, threads may have to wait even for that while others are busy. */
const BACKGROUND_START_SECONDS = 600;
const MAX_QUEUE = 4096;

/** Gives way to everything else that runs. */
const BACKGROUND_NICENESS = 19;

/**
 * Starts the pool and waits until each of its threads has answered once. Threads in the background run when the
 * processors have nothing else to do.
 */
export async function createPool(core: OwnedCore, threads: number, { background = false } = {}): Promise<Pool> {
  const niceness = background ? BACKGROUND_NICENESS : 0;
  const startSeconds = background ? BACKGROUND_START_SECONDS : START_SECONDS;
  const setup: WorkerSetup = { module: core.module, memory: core.memory, niceness };
  const piscina = new Piscina({
    ...threadEntry('./worker', import.meta.url),
    workerData: setup,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    maxQueue: MAX_QUEUE,
    atomics: 'sync',
  });
  let unfinished = 0;
  const run = async <T>(name: string, task: unknown): Promise<T> => {
    unfinished++;
    try {
      return (await piscina.run(task, { name })) as T;
    } finally {
      unfinished--;
    }
  };

  let failed: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  // The promise is only waited for while the pool starts; later failures reach the caller of the task they broke.
  failure.catch(() => undefined);
  piscina.on('error', (error: Error) => {
    failed(error);
  });
  const timer = setTimeout(() => {
    failed(new ServiceError('UNAVAILABLE', `The compute threads did not start within ${startSeconds} s`));
  }, startSeconds * 1000);
  try {
    await Promise.race([failure, Promise.all(Array.from({ length: threads }, () => run<number>('ready', undefined)))]);
  } catch (error) {
    await piscina.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }

  return {
    timeseries: (task) => run('timeseries', task),
    point: (task) => run('point', task),
    cellValues: (task) => run('cellValues', task),
    cells: (task) => run('cells', task),
    packedCells: (task) => run('packedCells', task),
    track: (task) => run('track', task),
    survey: (task) => run('survey', task),
    readSeries: (task) => run('readSeries', task),
    sweepBlock: (task) => run('sweepBlock', task),
    assembleIndexes: (task) => run('assembleIndexes', task),
    assembleSeries: (task) => run('assembleSeries', task),
    failures: (task) => run('failures', task),
    station: (task) => run('station', task),
    fillPart: (task) => run('fillPart', task),
    prepare: (task) => run('prepare', task),
    threads,
    get idle() {
      return Math.max(0, threads - unfinished);
    },
    get waiting() {
      return piscina.queueSize;
    },
    close: () => piscina.destroy(),
  };
}
