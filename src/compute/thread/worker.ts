import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { attachCore } from '../../core/instance.js';
import { isCancelled } from '../../core/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { assembleSeries as assembleSeriesOf } from './assemble.js';
import { type EpochRange, findFailures } from './failures.js';
import { listCells, packCells } from './listCells.js';
import { PORTION_MS } from './portion.js';
import { fillFromStored } from '../../memory/readStoredSeries.js';
import { sweepBlock as sweepOneBlock } from './sweepBlock.js';
import { look, pointResult, scan } from './scan.js';
import { stationPasses } from './stationPasses.js';
import { placesUnder } from './track.js';
import type {
  AssembleSeriesTask,
  CellsResult,
  CellsTask,
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
} from '../tasks.js';

export { assembleIndexes } from './assemble.js';

const setup = workerData as WorkerSetup;
// Of this thread alone: Linux keeps nice values by thread, and 0 is the one that asks.
if (setup.niceness > 0) setPriority(0, setup.niceness);
const core = attachCore(setup.module, setup.memory);
const { kernels, layout, view } = core;

/** A fill that takes longer is shared with other threads. */
const ALONE_MS = 2;
const FIRST_PORTIONS = 2;

/** Answers as soon as this thread can compute. */
export function ready(): number {
  return kernels.gmst82(0);
}

/** Intensities of the epochs asked for as JSON text at `task.text`, with their risk levels. */
export function timeseries(task: TimeseriesTask): TimeseriesResult {
  return emitted(task, (values) => kernels.emitTimeseries(task.startUs, values, task.from, task.to, task.text));
}

/** Intensities of the epochs asked for as JSON text at `task.text`, with the numbers of the epochs. */
export function cellSeries(task: TimeseriesTask): TimeseriesResult {
  return emitted(task, (values) => kernels.emitCellSeries(task.startUs, values, task.from, task.to, task.text));
}

/** The intensity of the one epoch `task.from`. */
export function point(task: SeriesTask): PointResult {
  return pointResult(core, task, advance(task));
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
  const status = advance(task);
  return status === STATUS.ok ? stationPasses(core, task) : { status, passes: [], entries: 0, textBytes: 0 };
}

/** Goes on with a fill, for a while. */
export function fillPart({ window, series, bands, slot, work }: FillTask): FillResult {
  return { status: countFor(PORTION_MS, window, series, bands, slot, work) };
}

/** Fits motions before they are needed. */
export function prepare({ window, slot, from, to }: PrepareTask): void {
  kernels.prepareCounting(window, from, to, slot + layout.SLOT_SCRATCH);
}

function emitted(task: TimeseriesTask, emit: (values: number) => number): TimeseriesResult {
  const status = advance(task);
  if (status !== STATUS.ok) return { status, textBytes: 0 };
  return { status, textBytes: emit(task.slot + layout.SLOT_VALUES) };
}

/** The core's status when the stage of the task is done. */
function advance(task: SeriesTask): number {
  const { window, series, slot, bands } = task;
  // A fill that was may have left some portion out.
  if (isCancelled(core, slot)) return STATUS.cancelled;
  if (task.stage === 'look') return look(core, task);
  if (task.stage === 'fill') {
    kernels.openFill(window, series, bands, slot);
    const status = countFor(ALONE_MS, window, series, bands, slot, slot + layout.SLOT_WORK);
    if (status !== STATUS.ok) return status;
  }
  kernels.closeFill(window, series, bands, slot);
  return scan(core, task);
}

/** Counts for about so long. `needsFill` where something is left then. */
function countFor(ms: number, window: number, series: number, bands: number, slot: number, work: number): number {
  const endMs = performance.now() + ms;
  // Each call costs some 20 us beside the counting, and the first ones tell how long that takes.
  let portions = FIRST_PORTIONS;
  for (let nowMs = endMs - ms; ;) {
    const status = kernels.countFill(window, series, bands, slot, work, portions);
    const sinceMs = nowMs;
    nowMs = performance.now();
    if (status !== STATUS.needsFill || nowMs >= endMs) return status;
    if (nowMs - sinceMs < ms / 4) portions *= 2;
  }
}
