import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { encodeNumbers } from '../../../src/codec/numbers.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { seriesBytes } from '../../../src/core/records/seriesRecord.js';
import { readSeries } from '../../../src/compute/thread/readSeries.js';
import { filledBits, occupanciesOf, writeEmptySeries } from '../../helpers/series.js';

const core = await createOwnedCore(8);
const CELL = { nside: 64, ipix: 4321 };

test('a stored series fills every row of the record, and marks all of it', (t) => {
  const scene = fc
    .record({ groupCount: fc.integer({ min: 1, max: 9 }), epochCount: fc.integer({ min: 1, max: 300 }) })
    .chain((shape) => {
      const length = shape.groupCount * shape.epochCount;
      return fc.record({
        shape: fc.constant(shape),
        numbers: fc.uint16Array({ minLength: length, maxLength: length }),
      });
    });
  fc.assert(
    fc.property(scene, ({ shape, numbers }) => {
      const bytes = seriesBytes(core, shape.groupCount, shape.epochCount);
      const series = writeEmptySeries(core, shape, CELL);
      const site = core.bytes.slice(series, series + core.layout.SERIES_SITE + core.layout.SITE_BYTES);
      readSeries(core, { series, data: encodeNumbers(numbers) });
      assert.deepEqual(occupanciesOf(core, series, shape), numbers);
      assert.ok(filledBits(core, series, shape).every((byte) => byte === 0xff));
      assert.deepEqual(core.bytes.slice(series, series + site.length), site);
      assert.ok(bytes >= site.length);
      core.arena.free(series);
    }),
  );
  t.pass();
});

test('a series that is damaged or belongs to other groups marks nothing as filled in', (t) => {
  const shape = { groupCount: 3, epochCount: 100 };
  const series = writeEmptySeries(core, shape, CELL);
  const numbers = Uint16Array.from({ length: 300 }, (_, i) => i % 7);
  const encoded = encodeNumbers(numbers);
  const damaged = Buffer.from(encoded);
  damaged.writeUInt8(damaged.readUInt8(2) ^ 1, 2);
  const other = encodeNumbers(new Uint16Array(400));
  for (const data of [damaged, encoded.subarray(0, -2), new Uint8Array(), other]) {
    t.throws(() => readSeries(core, { series, data }), { message: /^stored numbers/ });
    t.true(filledBits(core, series, shape).every((byte) => byte === 0));
  }
  readSeries(core, { series, data: encoded });
  t.true(filledBits(core, series, shape).every((byte) => byte === 0xff));
  core.arena.free(series);
});
