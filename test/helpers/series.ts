import type { OwnedCore } from '../../src/core/instance.js';
import { seriesBytes, seriesRows, writeSeries } from '../../src/core/records/seriesRecord.js';
import { askAllEpochs, writeSlot } from '../../src/core/records/slotRecord.js';
import { groupRanges } from '../../src/core/records/emitterGroups.js';
import { block } from './memory.js';
import { ALL_BANDS_MASK } from '../../src/spec.js';
import type { LoadedWindow } from '../../src/memory/loadedWindow.js';

interface Shape {
  groupCount: number;
  epochCount: number;
}

/** Occupancies in a record, group by group. */
export function occupanciesOf(core: OwnedCore, series: number, { groupCount, epochCount }: Shape): Uint16Array {
  const all = new Uint16Array(groupCount * epochCount);
  seriesRows(core, series).forEach((row, group) => all.set(row, group * epochCount));
  return all;
}

/** Occupancies of a cell, counted by site for all epochs, group by group; zeros for the group without downlinks. */
export function liveSeries(core: OwnedCore, window: LoadedWindow, ipix: number): Uint16Array {
  const { kernels, layout, arena } = core;
  const { epochCount, nside } = window;
  const shape = { groupCount: window.record.groupCount, epochCount };
  const series = block(core, seriesBytes(core, shape));
  const slot = block(core, layout.SLOT_TEXT);
  writeSeries(core, series, shape, { nside, ipix });
  writeSlot(core, slot);
  askAllEpochs(core, slot, epochCount);
  kernels.fillSeries(window.record.pointer, series, ALL_BANDS_MASK, slot);
  const rows = occupanciesOf(core, series, shape);
  groupRanges(core, window.record.pointer).forEach(({ bands }, g) => {
    if (bands === 0) rows.fill(0, g * epochCount, (g + 1) * epochCount);
  });
  for (const pointer of [series, slot]) arena.free(pointer);
  return rows;
}
