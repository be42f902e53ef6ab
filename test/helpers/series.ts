import type { OwnedCore } from '../../src/core/instance.js';
import { seriesBytes, writeSeries } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { groupRanges } from '../../src/core/records/emitterGroups.js';
import { ALL_BANDS_MASK } from '../../src/spec.js';
import type { LoadedWindow } from '../../src/memory/loadedWindow.js';
import { denseRows, encodeRows, decodeRows } from '../../src/codec/rows.js';

interface Shape {
  groupCount: number;
  epochCount: number;
}

/** Occupancies in a record, group by group. */
export function occupanciesOf(core: OwnedCore, series: number, { groupCount, epochCount }: Shape): Uint16Array {
  const { view, layout, kernels, memory } = core;
  const counts = view.getUint32(series + layout.SERIES_COUNTS, true);
  const all = new Uint16Array(groupCount * epochCount);
  for (let g = 0; g < groupCount; g++) {
    all.set(new Uint16Array(memory.buffer, counts + g * kernels.rowBytes(epochCount), epochCount), g * epochCount);
  }
  return all;
}

/** Occupancies of a cell, counted by site for all epochs, group by group; zeros for the group without downlinks. */
export function liveSeries(core: OwnedCore, window: LoadedWindow, ipix: number): Uint16Array {
  const { kernels, layout, memory, arena } = core;
  const { epochCount, nside } = window;
  const shape = { groupCount: window.record.groupCount, epochCount };
  const series = arena.allocate(seriesBytes(core, shape));
  const slot = arena.allocate(layout.SLOT_TEXT);
  if (series === undefined || slot === undefined) throw new Error('no memory for a series');
  writeSeries(core, series, shape, { nside, ipix });
  writeSlot(core, slot);
  const covered = new Uint8Array(memory.buffer, slot + layout.SLOT_COVERED, kernels.bitmapBytes(epochCount));
  covered.fill(0);
  for (let k = 0; k < epochCount; k++) covered[k >> 3] = (covered[k >> 3] as number) | (1 << (k & 7));
  kernels.fillSeries(window.record.pointer, series, ALL_BANDS_MASK, slot);
  const rows = occupanciesOf(core, series, shape);
  groupRanges(core, window.record.pointer).forEach(({ bands }, g) => {
    if (bands === 0) rows.fill(0, g * epochCount, (g + 1) * epochCount);
  });
  for (const pointer of [series, slot]) arena.free(pointer);
  return rows;
}

/** Encodes occupancies as they are stored. */
export function encodedNumbers(core: OwnedCore, numbers: Uint16Array, { groupCount, epochCount }: Shape): Buffer {
  const cells = numbers.length / (groupCount * epochCount);
  return withRows(core, numbers.byteLength, (pointer, coding) => {
    new Uint16Array(core.memory.buffer, pointer, numbers.length).set(numbers);
    return encodeRows(core, denseRows(pointer, cells, groupCount, epochCount), coding);
  });
}

/** Decodes the stored occupancies of `cells` cells: cell by cell, group by group. */
export function decodedNumbers(
  core: OwnedCore,
  data: Uint8Array,
  cells: number,
  { groupCount, epochCount }: Shape,
): Uint16Array {
  const count = cells * groupCount * epochCount;
  return withRows(core, 2 * count, (pointer, coding) => {
    decodeRows(core, data, denseRows(pointer, cells, groupCount, epochCount), coding);
    return new Uint16Array(core.memory.buffer, pointer, count).slice();
  });
}

function withRows<T>({ arena, layout }: OwnedCore, bytes: number, use: (pointer: number, coding: number) => T): T {
  const [pointer, coding] = [arena.allocate(bytes), arena.allocate(layout.CODING_BYTES)];
  if (pointer === undefined || coding === undefined) throw new Error('no memory for rows');
  try {
    return use(pointer, coding);
  } finally {
    arena.free(pointer);
    arena.free(coding);
  }
}
