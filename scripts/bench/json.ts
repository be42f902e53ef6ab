import { gzipSync } from 'node:zlib';
import { writeCellSeries, writeTimeseries } from '../../src/compute/series/writeText.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { createSlots } from '../../src/memory/slots.js';
import { measurePair, rate, type Row, type Workload } from './measure.js';
import type { World } from './world.js';

/**
 * Texts of a week of a satellite that never sets against JSON.stringify of the same entries, which are objects already, and
 * with their gzip against zlib of the text.
 */
export function json({ core, analysis, window, classes, freshPlace }: World): Workload {
  const { epochCount, startUs } = window;
  const whole = { fromEpoch: 0, toEpoch: epochCount };
  return {
    name: 'JSON of a week',
    async measure() {
      const { host: slot } = createSlots(core, 0);
      const norad = classes.at(-1)?.norad ?? 0;
      const answer = await analysis.timeseries({ window, norad, band: 'all', ...freshPlace(norad), ...whole }, SERVICE);
      const entries = JSON.parse(answer.wrap('', '').toString()) as { intensity: number }[];
      answer.release();
      const values = new Uint16Array(core.memory.buffer, slot + core.layout.SLOT_VALUES, epochCount);
      values.set(entries.map(({ intensity }) => intensity));
      const shapes = [
        {
          workload: this.name,
          write: (gzip: boolean) => writeTimeseries(core, { slot, startUs, gzip }, [[0, epochCount]]),
        },
        {
          workload: 'JSON of the series of a cell',
          write: (gzip: boolean) => writeCellSeries(core, { slot, startUs, gzip }, 0, epochCount),
        },
      ];
      const rows: Row[] = [];
      for (const { workload, write } of shapes) {
        const { textBytes } = write(false);
        const from = slot + core.layout.SLOT_TEXT;
        const text = Buffer.from(core.bytes.subarray(from, from + textBytes));
        const objects = JSON.parse(text.toString()) as object[];
        if (JSON.stringify(objects) !== text.toString()) throw new Error(`${workload}: the two texts differ`);
        const plain = await measurePair({ run: () => write(false) }, { run: () => JSON.stringify(objects) });
        const zipped = await measurePair({ run: () => write(true) }, { run: () => gzipSync(text, { level: 1 }) });
        const share = write(true).deflatedBytes / gzipSync(text, { level: 1 }).length;
        rows.push(
          {
            workload,
            ...plain.own,
            rates: [rate(plain.own, textBytes / 1e9, 'GB/s')],
            ratio: { value: plain.ratio, to: 'x JSON.stringify' },
          },
          {
            workload: '  with its gzip',
            ...zipped.own,
            rates: [rate(zipped.own, textBytes / 1e9, 'GB/s'), { value: share, unit: 'of the bytes of zlib, level 1' }],
            ratio: { value: zipped.ratio, to: 'x zlib, level 1' },
          },
        );
      }
      return rows;
    },
  };
}
