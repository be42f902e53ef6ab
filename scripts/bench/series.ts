import { writeCellSeries, writeTimeseries } from '../../src/compute/series/writeText.js';
import { cellOf } from '../../src/core/healpix.js';
import { seriesBytes, writeSeries } from '../../src/core/records/seriesRecord.js';
import { askAllEpochs, writeSlot } from '../../src/core/records/slotRecord.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { createSlots } from '../../src/memory/slots.js';
import { ALL_BANDS_MASK } from '../../src/spec.js';
import { measure, measurePair, rate, type Row, type Workload } from './measure.js';
import type { World } from './world.js';

/** Measures the series of one cell with all its groups, filled live. */
export function series({ core, window, classes, freshPlace, block }: World): Workload {
  const { kernels, layout } = core;
  const { groupCount, pointer } = window.record;
  const { nside, epochCount } = window;
  const record = block(seriesBytes(core, { groupCount, epochCount }));
  const slot = block(layout.SLOT_TEXT);
  const prepare = (): void => {
    const { latDeg, lonDeg } = freshPlace(classes[0]?.norad ?? 0);
    writeSeries(core, record, { groupCount, epochCount }, { nside, ipix: cellOf(kernels, nside, latDeg, lonDeg) });
  };
  return {
    name: `cell series of ${groupCount} groups: live fill`,
    async measure() {
      writeSlot(core, slot);
      askAllEpochs(core, slot, epochCount);
      const fill = (): unknown => kernels.fillSeries(pointer, record, ALL_BANDS_MASK, slot);
      const filled = await measure({ prepare, run: fill });
      const live = { value: (2 * groupCount * epochCount) / 1000, unit: 'KB' };
      return [{ workload: this.name, ...filled, rates: [live] }];
    },
  };
}

/** Measures the JSON texts of a week against JSON.stringify, which is given the parsed entries. */
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
        await textRow(this.name, core, slot, () => writeTimeseries(core, { slot, startUs }, [[0, epochCount]])),
        await textRow('JSON of the series of a cell', core, slot, () =>
          writeCellSeries(core, { slot, startUs }, [0, epochCount]),
        ),
      ];
    },
  };
}

async function textRow(workload: string, core: World['core'], slot: number, write: () => number): Promise<Row> {
  const textBytes = write();
  const from = slot + core.layout.SLOT_TEXT;
  const text = Buffer.from(core.bytes.subarray(from, from + textBytes));
  const objects = JSON.parse(text.toString()) as object[];
  if (JSON.stringify(objects) !== text.toString()) throw new Error(`${workload}: the two texts differ`);
  const { own, ratio } = await measurePair({ run: write }, { run: () => JSON.stringify(objects) });
  const rates = [rate(own, textBytes / 1e9, 'GB/s')];
  return { workload, ...own, rates, ratio: { value: ratio, to: 'x JSON.stringify' } };
}
