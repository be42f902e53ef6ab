import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { sha256 } from '../../../src/catalogue/text/sha256.js';

test('digests are those of Node, of texts of any length and script', (t) => {
  const lengths = Array.from({ length: 200 }, (_, length) => 'a'.repeat(length));
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...lengths), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      t.is(sha256(text), createHash('sha256').update(text).digest('hex'));
    }),
    { numRuns: 500 },
  );
});
