import { SERVICE } from '../../src/fairness/asker.js';
import { measurePair, rate, type Workload } from './measure.js';
import type { World } from './world.js';

/** The text of a week against JSON.stringify of the same entries, which are objects already. */
export function json({ core, analysis, window, classes, freshPlace, block }: World): Workload {
  return {
    name: 'JSON of a week',
    async measure() {
      const { epochCount, startUs } = window;
      const norad = classes.at(-1)?.norad ?? 0;
      const query = { window, norad, band: 'all', ...freshPlace(norad) } as const;
      const text = await analysis.timeseries({ ...query, fromEpoch: 0, toEpoch: epochCount }, SERVICE);
      const written = text.wrap('', '').toString();
      text.release();
      const entries = JSON.parse(written) as { intensity: number }[];
      if (JSON.stringify(entries) !== written) throw new Error('the two texts of a week differ');

      const values = block(2 * epochCount);
      new Uint16Array(core.memory.buffer, values, epochCount).set(entries.map(({ intensity }) => intensity));
      const out = block(epochCount * core.layout.MAX_ENTRY_BYTES + 2);
      const { own, ratio } = await measurePair(
        { run: () => core.kernels.emitTimeseries(startUs, values, 0, epochCount, out) },
        { run: () => JSON.stringify(entries) },
      );
      const rates = [rate(own, written.length / 1e9, 'GB/s')];
      return [{ workload: this.name, ...own, rates, ratio: { value: ratio, to: 'x JSON.stringify' } }];
    },
  };
}
