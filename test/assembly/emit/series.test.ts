import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { RISK_LEVELS } from '../../../src/spec.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { block } from '../../helpers/memory.js';

const core = await createOwnedCore(8, debugCore);
const { kernels, memory } = core;
const EPOCHS = 10_080;
const values = block(core, 2 * EPOCHS);
const ranges = block(core, 4 * EPOCHS);
const text = block(core, 80 * EPOCHS + 2);

type Ranges = readonly (readonly [from: number, to: number])[];

/** Kernel that writes entries, and a function that makes one of these entries as an object. */
interface Shape {
  write: (startMs: number, list: Ranges) => number;
  entry: (epoch: number, value: number, timestamp: string) => object;
}

const TIMESERIES: Shape = {
  write(startMs, list) {
    new Uint16Array(memory.buffer, ranges, 2 * EPOCHS).set(list.flat());
    return kernels.emitTimeseries(startMs * 1000, values, ranges, list.length, text);
  },
  entry: (_, intensity, timestamp) => {
    return { timestamp, intensity, risk_level: RISK_LEVELS.findLast((level) => intensity >= level.from)?.name };
  },
};

/** Entries of one cell's series; its kernel takes a single range. */
const CELL_SERIES: Shape = {
  write: (startMs, [[from, to] = [0, 0]]) => kernels.emitCellSeries(startMs * 1000, values, from, to, text),
  entry: (epoch_index, value, timestamp) => ({ epoch_index, value, timestamp }),
};

/** Slow twin of a shape's text: builds it with JSON.stringify. */
function twin({ entry }: Shape, startMs: number, series: readonly number[], list: Ranges): string {
  const entries = list.flatMap(([from, to]) =>
    series.slice(from, to).map((value, i) => {
      const timestamp = new Date(startMs + 60_000 * (from + i)).toISOString().replace('.000Z', 'Z');
      return entry(from + i, value, timestamp);
    }),
  );
  return JSON.stringify(entries);
}

function check(t: ExecutionContext, shape: Shape, startMs: number, series: readonly number[], list: Ranges): void {
  new Uint16Array(memory.buffer, values, EPOCHS).set(series);
  const bytes = new Uint8Array(memory.buffer, text, shape.write(startMs, list));
  t.is(Buffer.from(bytes).toString('latin1'), twin(shape, startMs, series, list));
}

const week = (value: (epoch: number) => number): number[] => Array.from({ length: EPOCHS }, (_, k) => value(k));
const WHOLE: Ranges = [[0, EPOCHS]];
const start = fc.nat({ max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
const value = fc.oneof(
  fc.nat({ max: 40 }),
  fc.constantFrom(0, 9, 10, 29, 30, 99, 100, 255, 256, 999, 1000, 9999, 10_000),
  fc.nat({ max: 65_535 }),
);
const some = fc.array(value, { maxLength: 200 });
/** Random first epochs, often near numbers at which a digit is added. */
const first = fc.oneof(fc.constantFrom(0, 1, 7, 8, 9, 10, 95, 99, 990, 999, 8800), fc.nat({ max: EPOCHS - 200 }));

for (const [name, shape] of Object.entries({ TIMESERIES, CELL_SERIES })) {
  test(`${name}: the text is that of JSON.stringify, of any values from any minute on`, (t) => {
    fc.assert(
      fc.property(start, some, first, (startMs, intensities, from) => {
        const series = [...Array.from({ length: from }, () => 0), ...intensities];
        check(t, shape, startMs, series, intensities.length === 0 ? [] : [[from, series.length]]);
      }),
      { numRuns: 60 },
    );
  });

  test(`${name}: every value has its digits and its level, on any day`, (t) => {
    for (let from = 0; from < 65_536; from += 8192) {
      const consecutive = Array.from({ length: 8192 }, (_, i) => from + i);
      check(t, shape, 0, consecutive, [[0, 8192]]);
    }
    for (const day of ['2024-02-26T23:59:00Z', '2100-02-27T12:34:00Z', '2026-12-28T00:00:00Z']) {
      check(
        t,
        shape,
        Date.parse(day),
        week((k) => k % 47),
        WHOLE,
      );
    }
  });
}

test('any ranges: of one minute, one behind the other, of weeks with gaps', (t) => {
  const gap = fc.oneof(fc.constant(0), fc.nat({ max: 90 }), fc.nat({ max: 3000 }));
  const length = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 700 }));
  const list = fc.array(fc.tuple(gap, length), { maxLength: 30 });
  fc.assert(
    fc.property(start, list, fc.array(value, { minLength: 1, maxLength: 200 }), (startMs, gaps, cycle) => {
      let epoch = 0;
      const chosen = gaps
        .map(([before, minutes]) => [(epoch += before), (epoch += minutes)] as const)
        .filter(([, to]) => to <= EPOCHS);
      const series = week((k) => cycle[k % cycle.length] ?? 0);
      check(t, TIMESERIES, startMs, series, chosen);
    }),
    { numRuns: 30 },
  );
});
