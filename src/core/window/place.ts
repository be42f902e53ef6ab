import type { OwnedCore } from '../instance.js';
import { seriesBytes, writeSeries } from '../records/seriesRecord.js';
import { askAllEpochs, withSlot } from '../records/slotRecord.js';
import type { WindowRecord } from '../records/windowRecord.js';
import type { PlaceWeek } from './api.js';

const ALL_BANDS = 0xffff_ffff;

/**
 * Opens a cell of a window: its counts are kept from the week of one satellite to that of the next.
 *
 * @throws RangeError when the memory is too small
 */
export function openPlace(
  core: OwnedCore,
  window: WindowRecord,
  epochCount: number,
  cell: { nside: number; ipix: number },
) {
  const { arena, kernels, layout, memory } = core;
  const shape = { groupCount: window.groupCount, epochCount };
  const bytes = seriesBytes(core, shape);
  const series = arena.allocate(bytes);
  if (series === undefined) throw new RangeError(`the core's memory has no ${bytes} bytes left`);
  writeSeries(core, series, shape, cell);
  return {
    /**
     * Returns the week of a satellite, by its index in the window. `bands`: mask of some of its bands; others that
     * transmit in one of these count, and none if it is 0.
     */
    week: (index: number, bands: number): Omit<PlaceWeek, 'ipix'> =>
      withSlot(core, (slot) => {
        kernels.coverTracked(window.pointer, index, series + layout.SERIES_SITE, 0, epochCount, slot);
        const bits = new Uint8Array(memory.buffer, slot + layout.SLOT_COVERED, kernels.bitmapBytes(epochCount));
        const covered = new Uint8Array(epochCount);
        for (let k = 0; k < epochCount; k++) covered[k] = ((bits[k >> 3] as number) >> (k & 7)) & 1;
        if (bands === 0) return { covered, intensity: new Uint16Array(epochCount) };
        kernels.fillSeries(window.pointer, series, bands, slot);
        kernels.scanSeries(window.pointer, series, bands, slot);
        const intensity = new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, epochCount).slice();
        return { covered, intensity };
      }),
    /** Counts all satellites at all epochs. */
    fill: () => {
      withSlot(core, (slot) => {
        askAllEpochs(core, slot, epochCount);
        kernels.fillSeries(window.pointer, series, ALL_BANDS, slot);
      });
    },
    free: () => {
      arena.free(series);
    },
  };
}
