import { crc32, inflateRawSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { RISK_LEVELS } from '../../../src/spec.js';
import { kernels } from '../../helpers/kernels.js';

const { core, layout, memory, alloc } = kernels(8);
core.fillCrcTables();
const view = new DataView(memory.buffer);
const EPOCHS = 10_080;
/** Number of epochs, more than a window has, whose DEFLATE does not fit into its memory. */
const MANY = 40_000;
/** Empty final DEFLATE block, which completes a stream of blocks that are not final. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);
const values = alloc(2 * MANY);
const ranges = alloc(4 * EPOCHS);
const text = alloc(80 * MANY + 2);
const room = alloc(layout.DEFLATE_BYTES + 64);

type Ranges = readonly (readonly [from: number, to: number])[];

/** Text of a series and its DEFLATE, which is empty if it does not fit into its memory. */
interface Written {
  plain: Buffer;
  packed: Buffer;
}

interface Shape {
  write: (startMs: number, series: readonly number[], list: Ranges) => Written;
  entry: (epoch: number, value: number, timestamp: string) => object;
}

const copyOf = (pointer: number, bytes: number): Buffer =>
  Buffer.from(new Uint8Array(memory.buffer, pointer, bytes).slice());

const TIMESERIES: Shape = {
  write(startMs, series, list) {
    new Uint16Array(memory.buffer, values, MANY).set(series);
    new Uint16Array(memory.buffer, ranges, 2 * EPOCHS).set(list.flat());
    const bytes = core.emitTimeseries(startMs * 1000, values, ranges, list.length, text);
    const packed = core.deflateTimeseries(startMs * 1000, values, ranges, list.length, room);
    const plain = copyOf(text, bytes);
    const told = [layout.DEFLATE_TEXT_BYTES, layout.DEFLATE_CRC32].map((field) => view.getUint32(room + field, true));
    if (packed > 0 && (told[0] !== bytes || told[1] !== crc32(plain))) {
      throw new Error(`${told[0]} bytes of CRC-32 ${told[1]}, not ${bytes} of ${crc32(plain)}`);
    }
    return { plain, packed: copyOf(room + layout.DEFLATE_OUT, packed) };
  },
  entry: (_, intensity, timestamp) => {
    return { timestamp, intensity, risk_level: RISK_LEVELS.findLast((level) => intensity >= level.from)?.name };
  },
};

/** Shape of a single range. */
const CELL_SERIES: Shape = {
  write(startMs, series, [[from, to] = [0, 0]]) {
    new Uint16Array(memory.buffer, values, MANY).set(series);
    const bytes = core.emitCellSeries(startMs * 1000, values, from, to, text);
    const packed = core.deflateCellSeries(values, from, to, text, room);
    return { plain: copyOf(text, bytes), packed: copyOf(room + layout.DEFLATE_OUT, packed) };
  },
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

function check(t: ExecutionContext, shape: Shape, startMs: number, series: readonly number[], list: Ranges): Written {
  const written = shape.write(startMs, series, list);
  t.is(written.plain.toString('latin1'), twin(shape, startMs, series, list));
  t.true(inflateRawSync(Buffer.concat([written.packed, END])).equals(written.plain));
  t.true(written.packed.length <= written.plain.length + 64);
  return written;
}

const week = (value: (epoch: number) => number): number[] => Array.from({ length: EPOCHS }, (_, k) => value(k));
const WHOLE: Ranges = [[0, EPOCHS]];
const start = fc.nat({ max: Date.UTC(9999, 11, 24) / 60_000 }).map((minute) => 60_000 * minute);
const value = fc.oneof(
  fc.nat({ max: 40 }),
  fc.constantFrom(0, 9, 10, 29, 30, 99, 100, 255, 256, 999, 1000, 9999, 10_000),
  fc.nat({ max: 65_535 }),
);
const run = fc.tuple(value, fc.integer({ min: 1, max: 150 })).map(([one, length]) => Array.from({ length }, () => one));
const some = fc.oneof(
  fc.array(value, { maxLength: 200 }),
  fc.array(run, { maxLength: 8 }).map((runs) => runs.flat()),
);
/** Random first epochs, often near numbers at which a digit is added. */
const first = fc.oneof(fc.constantFrom(0, 1, 7, 8, 9, 10, 95, 99, 990, 999, 8800), fc.nat({ max: EPOCHS - 1200 }));

for (const [name, shape] of Object.entries({ TIMESERIES, CELL_SERIES })) {
  test(`${name}: the text is that of JSON.stringify, and zlib reads it, of any values from any minute on`, (t) => {
    fc.assert(
      fc.property(start, some, first, (startMs, intensities, from) => {
        const series = [...Array.from({ length: from }, () => 0), ...intensities];
        check(t, shape, startMs, series, intensities.length === 0 ? [] : [[from, series.length]]);
      }),
      { numRuns: 60 },
    );
  });

  test(`${name}: every value has its digits and its level, near or far from where it was last`, (t) => {
    for (let from = 0; from < 65_536; from += 8192) {
      const block = Array.from({ length: 8192 }, (_, i) => from + i);
      check(t, shape, 0, block, [[0, 8192]]);
    }
    const far = week((k) => (k % 463 === 0 ? 30 : k % 467 === 0 ? 1024 : k % 997 === 0 ? 20 : 0));
    for (const day of ['2024-02-26T23:59:00Z', '2100-02-27T12:34:00Z', '2026-12-28T00:00:00Z']) {
      check(t, shape, Date.parse(day), far, WHOLE);
    }
  });

  test(`${name}: what does not fit is left, and nothing is written beyond the room`, (t) => {
    const behind = new Uint8Array(memory.buffer, room + layout.DEFLATE_BYTES, 64).fill(0xa5);
    const noise = (length: number): number[] => Array.from({ length }, (_, k) => (k * 48_271) % 65_536);
    const { packed } = shape.write(0, noise(EPOCHS), WHOLE);
    t.true(packed.length > 0, 'a week fits, whatever its values');
    t.is(shape.write(0, noise(MANY), [[0, MANY]]).packed.length, 0);
    t.true(behind.every((byte) => byte === 0xa5));
  });
}

test('zlib reads the text of any ranges: of one minute, one behind the other, of weeks with gaps', (t) => {
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

test('a week takes few percent of its text: of a low orbit, and of a satellite that is always in sight', (t) => {
  const pass = week((k) => (k % 700 < 10 ? 20 + ((k * 7) % 13) : 0));
  const always = week((k) => 200 + ((k * k) % 29));
  for (const [shape, series, share] of [
    [TIMESERIES, pass, 0.032],
    [TIMESERIES, always, 0.06],
    [CELL_SERIES, pass, 0.062],
    [CELL_SERIES, always, 0.09],
  ] as const) {
    const { plain, packed } = shape.write(Date.UTC(2026, 6, 10), series, WHOLE);
    t.true(packed.length < share * plain.length, `${packed.length} of ${plain.length}`);
  }
});

test('blocks of several texts make one stream', (t) => {
  const { plain, packed } = TIMESERIES.write(Date.UTC(2026, 6, 10), [0, 0, 3, 30, 30], [[0, 5]]);
  const again = TIMESERIES.write(Date.UTC(2026, 6, 11), [], []);
  const stream = Buffer.concat([packed, again.packed, packed, END]);
  t.is(inflateRawSync(stream).toString(), `${plain.toString()}[]${plain.toString()}`);
});
