import { deflateRawSync } from 'node:zlib';
import { writeRanges } from '../../src/core/records/slotRecord.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { measurePair, rate, type Workload } from './measure.js';
import type { World } from './world.js';

/** The text of a week against JSON.stringify of the same entries, which are objects already, and its DEFLATE against zlib. */
export function json({ core, analysis, window, classes, freshPlace, block }: World): Workload {
  return {
    name: 'JSON of a week',
    async measure() {
      const { epochCount, startUs } = window;
      const norad = classes.at(-1)?.norad ?? 0;
      const query = { window, norad, band: 'all', ...freshPlace(norad) } as const;
      const answer = await analysis.timeseries({ ...query, fromEpoch: 0, toEpoch: epochCount }, SERVICE);
      const written = answer.wrap('', '').toString();
      answer.release();
      const entries = JSON.parse(written) as { intensity: number }[];
      if (JSON.stringify(entries) !== written) throw new Error('the two texts of a week differ');

      const values = block(2 * epochCount);
      new Uint16Array(core.memory.buffer, values, epochCount).set(entries.map(({ intensity }) => intensity));
      const ranges = block(4);
      writeRanges(core, ranges, [[0, epochCount]]);
      const out = block(epochCount * core.layout.MAX_ENTRY_BYTES + 2);
      const { own, ratio } = await measurePair(
        { run: () => core.kernels.emitTimeseries(startUs, values, ranges, 1, out) },
        { run: () => JSON.stringify(entries) },
      );
      const rates = [rate(own, written.length / 1e9, 'GB/s')];
      const text = Buffer.from(written);
      const deflate = block(core.layout.DEFLATE_BYTES);
      let deflatedBytes = 0;
      const zipped = await measurePair(
        { run: () => (deflatedBytes = core.kernels.deflateTimeseries(values, ranges, 1, out, deflate)) },
        { run: () => deflateRawSync(text, { level: 1 }) },
      );
      const zlibBytes = deflateRawSync(text, { level: 1 }).length;
      return [
        { workload: this.name, ...own, rates, ratio: { value: ratio, to: 'x JSON.stringify' } },
        {
          workload: '  its DEFLATE',
          ...zipped.own,
          rates: [
            rate(zipped.own, written.length / 1e9, 'GB/s'),
            { value: deflatedBytes / zlibBytes, unit: 'of the bytes of zlib, level 1' },
          ],
          ratio: { value: zipped.ratio, to: 'x zlib, level 1' },
        },
      ];
    },
  };
}
