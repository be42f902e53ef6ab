import { deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { decodeRows, encodeRows } from '../../src/codec/rows.js';
import { writeCellSeries, writeTimeseries } from '../../src/compute/series/writeText.js';
import { cellOf } from '../../src/core/healpix.js';
import { seriesBytes, writeSeries } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { createSlots } from '../../src/memory/slots.js';
import { ALL_BANDS_MASK } from '../../src/spec.js';
import { measure, measurePair, rate, type Row, type Workload } from './measure.js';
import type { World } from './world.js';

/** Number of calls in each repetition; one call takes about a millisecond. */
const REPEATED = 10;
/** Level of zlib against which stored series are measured. */
const ZLIB_LEVEL = 4;

function repeat(work: () => unknown): void {
  for (let i = 0; i < REPEATED; i++) work();
}

/** Measures the series of one cell with all its groups: filled live, encoded as it is stored, and decoded. */
export function series({ core, window, classes, freshPlace, block }: World): Workload {
  const { kernels, layout, bytes, view, memory } = core;
  const { groupCount, pointer } = window.record;
  const { nside, epochCount } = window;
  const rowBytes = kernels.rowBytes(epochCount);
  const record = block(seriesBytes(core, { groupCount, epochCount }));
  const slot = block(layout.SLOT_TEXT);
  const coding = block(layout.CODING_BYTES);
  const prepare = (): void => {
    const { latDeg, lonDeg } = freshPlace(classes[0]?.norad ?? 0);
    writeSeries(core, record, { groupCount, epochCount }, { nside, ipix: cellOf(kernels, nside, latDeg, lonDeg) });
  };
  return {
    name: `cell series of ${groupCount} groups, encoded and decoded`,
    async measure() {
      writeSlot(core, slot);
      // Every epoch is asked for.
      bytes.fill(0xff, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + kernels.bitmapBytes(epochCount));
      const fill = (): unknown => kernels.fillSeries(pointer, record, ALL_BANDS_MASK, slot);
      const filled = await measure({ prepare, run: fill });
      const counts = view.getUint32(record + layout.SERIES_COUNTS, true);
      const numbers = new Uint16Array(groupCount * epochCount);
      for (let g = 0; g < groupCount; g++) {
        numbers.set(new Uint16Array(memory.buffer, counts + g * rowBytes, epochCount), g * epochCount);
      }
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
      const to = `x zlib at level ${ZLIB_LEVEL} (${Math.round(deflated.length / 1000)} KB)`;
      const coded = (workload: string, { own, ratio }: typeof encoding): Row => ({
        workload,
        ...own,
        rates: [rate(own, numbers.byteLength / 1e9, 'GB/s'), { value: encoded.length / 1000, unit: 'KB' }],
        ratio: { value: ratio, to },
      });
      const live = { value: numbers.byteLength / 1000, unit: 'KB' };
      return [
        { workload: `${this.name}: live fill`, ...filled, rates: [live] },
        coded('  encode', encoding),
        coded('  decode', decoding),
      ];
    },
  };
}

/**
 * Measures the JSON texts of a week against JSON.stringify, which is given the parsed entries, and the texts' gzip
 * against zlib.
 */
export function json({ core, analysis, window, classes, freshPlace }: World): Workload {
  const { epochCount, startUs } = window;
  return {
    name: 'JSON of a week',
    async measure() {
      const { host: slot } = createSlots(core, 0);
      const norad = classes.at(-1)?.norad ?? 0;
      const whole = { window, norad, band: 'all', fromEpoch: 0, toEpoch: epochCount } as const;
      const answer = await analysis.timeseries({ ...whole, ...freshPlace(norad) }, SERVICE);
      const entries = JSON.parse(answer.wrap('', '').toString()) as { intensity: number }[];
      answer.release();
      const values = new Uint16Array(core.memory.buffer, slot + core.layout.SLOT_VALUES, epochCount);
      values.set(entries.map(({ intensity }) => intensity));
      return [
        ...(await textRows(this.name, core, slot, (gzip) =>
          writeTimeseries(core, { slot, startUs, gzip }, [[0, epochCount]]),
        )),
        ...(await textRows('JSON of the series of a cell', core, slot, (gzip) =>
          writeCellSeries(core, { slot, startUs, gzip }, 0, epochCount),
        )),
      ];
    },
  };
}

async function textRows(
  workload: string,
  core: World['core'],
  slot: number,
  write: (gzip: boolean) => { textBytes: number; deflatedBytes: number },
): Promise<Row[]> {
  const { textBytes } = write(false);
  const from = slot + core.layout.SLOT_TEXT;
  const text = Buffer.from(core.bytes.subarray(from, from + textBytes));
  const objects = JSON.parse(text.toString()) as object[];
  if (JSON.stringify(objects) !== text.toString()) throw new Error(`${workload}: the two texts differ`);
  const plain = await measurePair({ run: () => write(false) }, { run: () => JSON.stringify(objects) });
  const zipped = await measurePair({ run: () => write(true) }, { run: () => gzipSync(text, { level: 1 }) });
  const share = write(true).deflatedBytes / gzipSync(text, { level: 1 }).length;
  const row = (name: string, { own, ratio }: typeof plain, to: string): Row => ({
    workload: name,
    ...own,
    rates: [rate(own, textBytes / 1e9, 'GB/s')],
    ratio: { value: ratio, to },
  });
  const gzip = row('  with its gzip', zipped, 'x zlib, level 1');
  gzip.rates.push({ value: share, unit: 'of the bytes of zlib, level 1' });
  return [row(workload, plain, 'x JSON.stringify'), gzip];
}
