import test from 'ava';
import fc from 'fast-check';
import { linesOf } from '../../../src/catalogue/text/text.js';

test('lines are those that a split finds, without the blank ones', (t) => {
  const pieces = fc.constantFrom('a', ' b ', '\n', '\r', '\r\n', ' ', '\t', '\u00a0', '\u2028', 'é');
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        const expected = text
          .split(/\r\n|\n|\r/)
          .map((content, index) => ({ line: index + 1, text: content }))
          .filter((line) => line.text.trim() !== '');
        return JSON.stringify([...linesOf(text)]) === JSON.stringify(expected);
      }),
    ),
  );
});
