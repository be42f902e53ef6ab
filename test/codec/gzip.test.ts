import { crc32, deflateRawSync, constants, gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { joinCrc32 } from '../../src/codec/crc32.js';
import { gzipAround } from '../../src/codec/gzip.js';

const bytes = fc.uint8Array({ maxLength: 3_000 });

test('two checksums make that of both texts, one after the other', (t) => {
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      t.is(joinCrc32(crc32(first), crc32(second), second.length), crc32(Buffer.concat([first, second])));
    }),
  );
  const long = Buffer.alloc(20_000_003, 'abcdefg');
  t.is(joinCrc32(crc32(Buffer.from('x')), crc32(long), long.length), crc32(Buffer.concat([Buffer.from('x'), long])));
});

test('zlib reads head, blocks and tail as one text, however long they are', (t) => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('é'.repeat(40_000), 'x'.repeat(65_535)),
  );
  fc.assert(
    fc.property(text, bytes, text, (head, middle, tail) => {
      const deflated = deflateRawSync(middle, { finishFlush: constants.Z_SYNC_FLUSH });
      const ends = gzipAround(head, tail, { crc32: crc32(middle), textBytes: middle.length });
      const expected = Buffer.concat([Buffer.from(head), middle, Buffer.from(tail)]);
      t.true(gunzipSync(Buffer.concat([ends[0], deflated, ends[1]])).equals(expected));
    }),
  );
});
