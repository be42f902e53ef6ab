import test from 'ava';
import fc from 'fast-check';
import { createErrorCounts } from '../../../src/catalogue/errors/errorCounts.js';
import { ERROR_SHARES } from '../../../src/catalogue/errors/law.js';

/** Quantiles by their definition: errors at the ranks ceil(share x length) of the sorted list. */
function slowQuantiles(errors: readonly number[]): number[] {
  const sorted = errors.toSorted((a, b) => a - b);
  return ERROR_SHARES.map((share) => sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] as number);
}

test('quantiles are those of the sorted errors to half a percent, whatever their order and number', (t) => {
  const error = fc.double({ min: -3, max: 4.5, noNaN: true }).map((power) => 10 ** power);
  fc.assert(
    fc.property(fc.array(error, { minLength: 1, maxLength: 300 }), (errors) => {
      const counts = createErrorCounts();
      for (const km of errors) counts.add(['all'], 3, km);
      const [row, ...more] = counts.rows();
      t.like(row, { errorClass: 'all', ageHours: 24, pairs: errors.length });
      t.is(more.length, 0);
      slowQuantiles(errors).forEach((km, k) => {
        const ratio = (row?.km[k] ?? NaN) / km;
        t.true(ratio > 1 / 1.0051 && ratio < 1.0051, `${ratio} at ${ERROR_SHARES[k]}`);
      });
    }),
  );
});

test('an error counts in each of its classes at its age, and errors of no or endless size have bins too', (t) => {
  const counts = createErrorCounts();
  counts.add(['starlink', 'all'], 0, 0);
  counts.add(['all'], 0, 1e9);
  counts.add(['all'], 7, 2);
  const told = counts.rows().map(({ errorClass, ageHours, pairs }) => [errorClass, ageHours, pairs]);
  t.deepEqual(told, [
    ['starlink', 3, 1],
    ['all', 3, 2],
    ['all', 168, 1],
  ]);
  for (const { km } of counts.rows())
    t.true(
      km.every((one) => one > 0 && one < 1e5),
      String(km),
    );
});
