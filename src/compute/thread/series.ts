import { crc32 } from 'node:zlib';
import type { CoreInstance } from '../../core/instance.js';
import { STATUS } from '../../core/status.js';
import { type PointResult, pointResult, type ScanTask } from '../scan.js';
import { PORTION_MS } from './portion.js';
import { countFor, runStage, type SeriesTask } from './stages.js';

export interface TimeseriesTask extends SeriesTask {
  startUs: number;
  /** Where the JSON text is written. */
  text: number;
}

export interface TimeseriesResult {
  status: number;
  textBytes: number;
}

/** A task that may ask for the text's DEFLATE. */
export interface DeflateTask extends TimeseriesTask {
  /** DEFLATE_BYTES for it; 0 where it is not asked for. */
  deflate: number;
}

export interface DeflateResult extends TimeseriesResult {
  /** Bytes written at `task.deflate` + DEFLATE_OUT, and the CRC-32 of the text; 0 bytes where not asked for, or too many. */
  deflatedBytes: number;
  crc32: number;
}

/** Writes the intensities of the epochs asked for as JSON text to `task.text`, with their risk levels, and its DEFLATE. */
export function timeseries(core: CoreInstance, task: DeflateTask): DeflateResult {
  const { startUs, from, to, text, deflate } = task;
  const result = written(core, task, (values) => core.kernels.emitTimeseries(startUs, values, from, to, text));
  if (deflate === 0 || result.status !== STATUS.ok) return { ...result, deflatedBytes: 0, crc32: 0 };
  const values = task.slot + core.layout.SLOT_VALUES;
  const deflatedBytes = core.kernels.deflateTimeseries(values, from, to, text, deflate);
  return { ...result, deflatedBytes, crc32: crc32(core.bytes.subarray(text, text + result.textBytes)) };
}

/** Writes the intensities of the epochs asked for as JSON text to `task.text`, with the numbers of the epochs. */
export function cellSeries(core: CoreInstance, task: TimeseriesTask): TimeseriesResult {
  const { startUs, from, to, text } = task;
  return written(core, task, (values) => core.kernels.emitCellSeries(startUs, values, from, to, text));
}

/** Finds the intensity of the one epoch `task.from`. */
export function point(core: CoreInstance, task: SeriesTask): PointResult {
  return pointResult(core, task, runStage(core, task));
}

export interface FillTask extends Pick<ScanTask, 'window' | 'series' | 'slot' | 'bands'> {
  /** WORK_BYTES that no other task uses meanwhile: see assembly/series/fill. */
  work: number;
}

/** Computes a portion of what a series lacks, after a task at stage `fill` has begun to; `needsFill` where something is left. */
export function fillPart(core: CoreInstance, task: FillTask): { status: number } {
  return { status: countFor(core, PORTION_MS, task, task.work) };
}

function written(core: CoreInstance, task: TimeseriesTask, emit: (values: number) => number): TimeseriesResult {
  const status = runStage(core, task);
  if (status !== STATUS.ok) return { status, textBytes: 0 };
  return { status, textBytes: emit(task.slot + core.layout.SLOT_VALUES) };
}
