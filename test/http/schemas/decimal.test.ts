import test from 'ava';
import fc from 'fast-check';
import { formatDecimal } from '../../../src/http/schemas/groundStation.js';

test('numbers are written in full, and zero without a sign', (t) => {
  const written: [number, string][] = [
    [52.52, '52.52'],
    [-180, '-180'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [-1.25e-10, '-0.000000000125'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e20, '100000000000000000000'],
  ];
  for (const [value, text] of written) t.is(formatDecimal(value), text);
});

test('what is written is a plain decimal, and reads back as the same number', (t) => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (value) => {
      const text = formatDecimal(value);
      return /^-?\d+(\.\d+)?$/.test(text) && Number(text) === value;
    }),
    { examples: [[5e-324], [-2.2250738585072014e-308], [Number.EPSILON]] },
  );
  t.pass();
});
