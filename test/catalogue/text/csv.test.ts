import test from 'ava';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { fieldsOf } from '../../../src/catalogue/text/csv.js';

test('fields of a line are those that another reader of CSV finds', (t) => {
  const plain = fc.string({ unit: fc.constantFrom('a', ' ', '1', '.', '\t', 'é'), maxLength: 6 });
  const quoted = fc
    .string({ unit: fc.constantFrom('b', ',', '"', ' '), maxLength: 6 })
    .map((text) => `"${text.replaceAll('"', '""')}"`);
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, quoted), { minLength: 1, maxLength: 6 }), (fields) => {
      const line = fields.join(',');
      fc.pre(line !== '');
      t.deepEqual(fieldsOf(line), parse(line)[0]);
    }),
    { numRuns: 500 },
  );
});
