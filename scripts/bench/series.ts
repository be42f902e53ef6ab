import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { cellOf } from '../../src/core/healpix.js';
import { seriesBytes, writeSeries } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { ALL_BANDS_MASK } from '../../src/spec.js';
import { encodeRows, decodeRows } from '../../src/codec/rows.js';
import { measure, measurePair, rate, type Workload } from './measure.js';
import type { World } from './world.js';

/** One is done in about a millisecond. */
const REPEATED = 10;
/** Level of zlib that the codec is compared with. */
const ZLIB_LEVEL = 4;

function repeat(work: () => unknown): void {
  for (let i = 0; i < REPEATED; i++) work();
}

/** The series of one cell with all its groups: filled live, and as it is stored. */
export function series({ core, window, classes, freshPlace, block }: World): Workload {
  const { kernels, layout, bytes, view, memory } = core;
  const { groupCount, pointer } = window.record;
  const { nside, epochCount } = window;
  const rowBytes = kernels.rowBytes(epochCount);
  const record = block(seriesBytes(core, groupCount, epochCount));
  const slot = block(layout.SLOT_TEXT);
  const coding = block(layout.CODING_BYTES);
  const place = (): void => {
    const { latDeg, lonDeg } = freshPlace(classes[0]?.norad ?? 0);
    writeSeries(core, record, { groupCount, epochCount }, { nside, ipix: cellOf(kernels, nside, latDeg, lonDeg) });
  };
  const occupancies = (): Uint16Array => {
    const counts = view.getUint32(record + layout.SERIES_COUNTS, true);
    const all = new Uint16Array(groupCount * epochCount);
    for (let g = 0; g < groupCount; g++) {
      all.set(new Uint16Array(memory.buffer, counts + g * rowBytes, epochCount), g * epochCount);
    }
    return all;
  };

  return {
    name: `cell series of ${groupCount} groups, encoded and decoded`,
    async measure() {
      writeSlot(core, slot);
      // Every epoch is asked for.
      bytes.fill(0xff, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + kernels.bitmapBytes(epochCount));
      const filled = await measure({
        prepare: place,
        run: () => kernels.fillSeries(pointer, record, ALL_BANDS_MASK, slot),
      });
      view.setUint32(slot + layout.SLOT_EXACT, 0, true);
      place();
      kernels.fillSeries(pointer, record, ALL_BANDS_MASK, slot);
      const exactOfOne = view.getUint32(slot + layout.SLOT_EXACT, true);
      const numbers = occupancies();
      const counts = view.getUint32(record + layout.SERIES_COUNTS, true);
      const rows = { pointer: counts, cells: 1, groups: groupCount, epochs: epochCount, rowBytes };
      const encoded = encodeRows(core, rows, coding);
      const deflated = deflateRawSync(numbers, { level: ZLIB_LEVEL });
      const encoding = await measurePair(
        { run: () => repeat(() => encodeRows(core, rows, coding)), pieces: REPEATED },
        { run: () => deflateRawSync(numbers, { level: ZLIB_LEVEL }) },
      );
      const decoding = await measurePair(
        { run: () => repeat(() => decodeRows(core, encoded, rows, coding)), pieces: REPEATED },
        { run: () => inflateRawSync(deflated) },
      );
      const kilobytes = (count: number): { value: number; unit: string } => ({ value: count / 1000, unit: 'KB' });
      const gigabytes = numbers.byteLength / 1e9;
      const to = `x zlib at level ${ZLIB_LEVEL} (${Math.round(deflated.length / 1000)} KB)`;
      return [
        {
          workload: `${this.name}: live fill`,
          ...filled,
          rates: [kilobytes(numbers.byteLength), { value: exactOfOne, unit: 'exact positions' }],
        },
        {
          workload: '  encode',
          ...encoding.own,
          rates: [rate(encoding.own, gigabytes, 'GB/s'), kilobytes(encoded.length)],
          ratio: { value: encoding.ratio, to },
        },
        {
          workload: '  decode',
          ...decoding.own,
          rates: [rate(decoding.own, gigabytes, 'GB/s')],
          ratio: { value: decoding.ratio, to },
        },
      ];
    },
  };
}
