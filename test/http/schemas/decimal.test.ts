import test from 'ava';
import fc from 'fast-check';
import { formatDecimal } from '../../../src/http/schemas/groundStation.js';

test('a number is written as a plain decimal and reads back the same', (t) => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (value) => {
      const text = formatDecimal(value);
      return /^-?\d+(\.\d+)?$/.test(text) && Number(text) === value;
    }),
    { examples: [[5e-324], [-2.2250738585072014e-308], [Number.EPSILON]] },
  );
  t.pass();
});
