import { cellOf } from '../../src/core/healpix.js';
import { placeSeries, seriesBytes } from '../../src/core/seriesRecord.js';
import { placeSlot } from '../../src/core/slotRecord.js';
import { ALL_BANDS_MASK } from '../../src/spec.js';
import { seal, unseal16 } from '../../src/store/sealed.js';
import { measure, measurePair, rate, type Workload } from './measure.js';
import type { World } from './world.js';

/** The series of one cell with all its groups: filled live, and as it is stored. */
export function series({ core, window, classes, freshPlace, block }: World): Workload {
  const { kernels, layout, bytes, view, memory } = core;
  const { groupCount, pointer } = window.record;
  const { nside, epochCount } = window;
  const record = block(seriesBytes(core, groupCount, epochCount));
  const slot = block(layout.SLOT_TEXT);
  const place = (): void => {
    const { latDeg, lonDeg } = freshPlace(classes[0]?.norad ?? 0);
    placeSeries(core, record, { groupCount, epochCount }, { nside, ipix: cellOf(kernels, nside, latDeg, lonDeg) });
  };
  const occupancies = (): Uint16Array => {
    const counts = view.getUint32(record + layout.SERIES_COUNTS, true);
    const all = new Uint16Array(groupCount * epochCount);
    for (let g = 0; g < groupCount; g++) {
      all.set(new Uint16Array(memory.buffer, counts + g * kernels.rowBytes(epochCount), epochCount), g * epochCount);
    }
    return all;
  };

  return {
    name: `cell series of ${groupCount} groups`,
    async measure() {
      placeSlot(core, slot);
      // Every epoch is asked for.
      bytes.fill(0xff, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + kernels.bitmapBytes(epochCount));
      const filled = await measure({
        prepare: place,
        run: () => kernels.fillSeries(pointer, record, ALL_BANDS_MASK, slot),
      });
      const numbers = occupancies();
      const copy = new Uint16Array(numbers.length);
      const floor = { run: () => copy.set(numbers) };
      const sealed = seal(numbers);
      const sealing = await measurePair({ run: () => seal(numbers) }, floor);
      const unsealing = await measurePair({ run: () => unseal16(sealed, numbers.length) }, floor);
      const kilobytes = (count: number): { value: number; unit: string } => ({ value: count / 1000, unit: 'KB' });
      const gigabytes = numbers.byteLength / 1e9;
      const to = 'x memory copy';
      return [
        { workload: `${this.name}: live fill`, ...filled, rates: [kilobytes(numbers.byteLength)] },
        {
          workload: '  seal',
          ...sealing.own,
          rates: [rate(sealing.own, gigabytes, 'GB/s'), kilobytes(sealed.length)],
          ratio: { value: sealing.ratio, to },
        },
        {
          workload: '  unseal',
          ...unsealing.own,
          rates: [rate(unsealing.own, gigabytes, 'GB/s')],
          ratio: { value: unsealing.ratio, to },
        },
      ];
    },
  };
}
