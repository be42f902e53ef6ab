import { crc32, deflateRawSync, constants, gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { joinCrc32 } from '../../src/codec/gzip.js';
import { createGzipStream } from '../../src/codec/gzip.js';

const bytes = fc.uint8Array({ maxLength: 3_000 });

test('the checksums of two texts make that of both joined', (t) => {
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      t.is(joinCrc32(crc32(first), crc32(second), second.length), crc32(Buffer.concat([first, second])));
    }),
  );
  const long = Buffer.alloc(20_000_003, 'abcdefg');
  t.is(joinCrc32(crc32(Buffer.from('x')), crc32(long), long.length), crc32(Buffer.concat([Buffer.from('x'), long])));
});

test('zlib reads texts and blocks of any lengths and order as one text', (t) => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('', 'é'.repeat(40_000), 'x'.repeat(1023), 'x'.repeat(65_535)),
  );
  const part = fc.record({
    isDeflated: fc.boolean(),
    part: fc.oneof(
      bytes,
      text.map((some) => Buffer.from(some)),
    ),
  });
  fc.assert(
    fc.property(text, fc.array(part, { maxLength: 6 }), text, (head, parts, tail) => {
      const stream = createGzipStream();
      const sent: Uint8Array[] = [stream.begin(head)];
      for (const { isDeflated, part: middle } of parts) {
        if (isDeflated) {
          stream.blocks({ crc32: crc32(middle), textBytes: middle.length });
          sent.push(deflateRawSync(middle, { finishFlush: constants.Z_SYNC_FLUSH }));
        } else sent.push(stream.text(middle));
        // The bytes sent so far can be decompressed, although the rest has not come.
        const soFar = gunzipSync(Buffer.concat(sent), { finishFlush: constants.Z_SYNC_FLUSH });
        t.true(soFar.subarray(soFar.length - middle.length).equals(middle));
      }
      sent.push(stream.end(tail));
      const expected = Buffer.concat([
        Buffer.from(head),
        ...parts.map(({ part: middle }) => middle),
        Buffer.from(tail),
      ]);
      t.true(gunzipSync(Buffer.concat(sent)).equals(expected));
    }),
  );
});
