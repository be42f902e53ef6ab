import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { attachCore } from '../core/instance.js';
import { isCancelled } from '../core/slotRecord.js';
import { STATUS } from '../core/status.js';
import { assembleSeries as assembleSeriesOf } from './assemble.js';
import { type EpochRange, findFailures } from './failures.js';
import { listCells, packCells } from './listCells.js';
import { fillFromStored } from '../store/storedSeries.js';
import { sweepBlock as sweepOneBlock } from './sweepBlock.js';
import { stationPasses } from './stationPasses.js';
import { placesUnder } from './track.js';
import type {
  AssembleSeriesTask,
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

export { assembleIndexes } from './assemble.js';

const setup = workerData as WorkerSetup;
// Of this thread alone: Linux keeps nice values by thread, and 0 is the one that asks.
if (setup.niceness > 0) setPriority(0, setup.niceness);
const core = attachCore(setup.module, setup.memory);
const { kernels, layout, view } = core;

/** Answers as soon as this thread can compute. */
export function ready(): number {
  return kernels.gmst82(0);
}

/** Intensities of the epochs asked for as JSON text at `task.text`. */
export function timeseries(task: TimeseriesTask): TimeseriesResult {
  const status = scan(task);
  if (status !== STATUS.ok) return { status, textBytes: 0 };
  const values = task.slot + layout.SLOT_VALUES;
  return { status, textBytes: kernels.emitTimeseries(task.startUs, values, task.from, task.to, task.text) };
}

/** The intensity of the one epoch `task.from`. */
export function point(task: SeriesTask): PointResult {
  const status = scan(task);
  const value = task.slot + layout.SLOT_VALUES + 2 * task.from;
  return { status, intensity: status === STATUS.ok ? view.getUint16(value, true) : 0 };
}

/** Intensities of the epochs asked for, left in the slot's values. */
export function cellValues(task: SeriesTask): CellValuesResult {
  return { status: scan(task) };
}

/** The cells in which the intensity is above 0 at some epochs. */
export function cells(task: CellsTask): CellsResult {
  return listCells(core, task);
}

/** The same as numbers, at each of some epochs. */
export function packedCells(task: PackedCellsTask): PackedCellsResult {
  return packCells(core, task);
}

/** Where one satellite is at each of some epochs. */
export function track(task: TrackTask): Float32Array {
  return placesUnder(core, task);
}

/** Which satellites fail to propagate, and from which of the epochs looked at. */
export function survey(task: SurveyTask): SurveyResult {
  const out = task.slot + layout.SLOT_TEXT;
  kernels.surveyFailures(task.window, task.from, task.to, task.step, task.slot + layout.SLOT_SCRATCH, out);
  const failing: SurveyResult = [];
  for (let i = 0; i < task.to - task.from; i++) {
    const firstEpoch = view.getInt32(out + 8 * i, true);
    const epochs = view.getUint32(out + 8 * i + 4, true);
    if (epochs > 0) failing.push({ index: task.from + i, firstEpoch, epochs });
  }
  return failing;
}

/** All cells at each epoch of a block. */
export function sweepBlock(task: SweepBlockTask): SweepBlockResult {
  return sweepOneBlock(core, task);
}

/** Fills the record of a cell with its stored series. */
export function readSeries({ series, data, coding }: ReadSeriesTask): void {
  fillFromStored(core, series, data, coding);
}

/** The series of some cells, out of all blocks. */
export function assembleSeries(task: AssembleSeriesTask): Uint8Array[] {
  return assembleSeriesOf(core, task);
}

/** The epochs at which one satellite fails to propagate. */
export function failures(task: TrackTask): EpochRange[] {
  return findFailures(core, task);
}

/** The passes over a station, and the intensities during them as JSON text at `task.text`. */
export function station(task: StationTask): StationResult {
  const status = task.bands === 0 ? STATUS.ok : scan(task);
  return status === STATUS.ok ? stationPasses(core, task) : { status, passes: [], entries: 0, textBytes: 0 };
}

/** A step of filling a series that threads share. */
export function fillPart(task: FillTask): FillResult {
  const { window, series, bands, slot } = task;
  if (task.stage === 'count') {
    return { status: kernels.countFill(window, series, bands, slot, task.work, task.portions) };
  }
  kernels.openFill(window, series, bands, slot);
  return { status: STATUS.ok };
}

/** Fits motions before they are needed. */
export function prepare({ window, slot, from, to }: PrepareTask): void {
  kernels.prepareCounting(window, from, to, slot + layout.SLOT_SCRATCH);
}

function scan(task: SeriesTask): number {
  const { window, series, slot, bands } = task;
  // A fill that was may have left some portion out.
  if (isCancelled(core, slot)) return STATUS.cancelled;
  if (task.stage === 'look') {
    kernels.coverTracked(window, task.satellite, series + layout.SERIES_SITE, task.from, task.to, slot);
    if (isCancelled(core, slot)) return STATUS.cancelled;
  } else if (task.stage === 'fill') {
    const status = kernels.fillSeries(window, series, bands, slot);
    if (status !== STATUS.ok) return status;
  } else {
    kernels.closeFill(window, series, bands, slot);
  }
  return kernels.scanSeries(window, series, bands, slot);
}
