import test from 'ava';
import fc from 'fast-check';
import { ommEpochUs, tleEpochUs } from '../../../src/catalogue/elsets/epoch.js';
import { RecordError } from '../../../src/catalogue/text/rejection.js';

const us = (iso: string): number => Date.parse(iso) * 1000;

test('an OMM epoch is read to the microsecond, with and without Z, decimals and day of year', (t) => {
  t.is(ommEpochUs('2026-07-10T03:44:00.383136'), us('2026-07-10T03:44:00Z') + 383_136);
  t.is(ommEpochUs('2026-07-10T03:44:00.383136Z'), us('2026-07-10T03:44:00Z') + 383_136);
  t.is(ommEpochUs('2026-191T03:44:00.5'), us('2026-07-10T03:44:00Z') + 500_000);
  t.is(ommEpochUs('2024-366T23:59:59'), us('2024-12-31T23:59:59Z'));
  t.is(ommEpochUs('1964-02-29T00:00:00'), us('1964-02-29T00:00:00Z'));
});

test('decimals past the sixth are rounded', (t) => {
  t.is(ommEpochUs('2026-01-01T00:00:00.1234564'), us('2026-01-01T00:00:00Z') + 123_456);
  t.is(ommEpochUs('2026-01-01T00:00:00.12345650'), us('2026-01-01T00:00:00Z') + 123_457);
  t.is(ommEpochUs('2026-12-31T23:59:59.9999999'), us('2027-01-01T00:00:00Z'));
});

const WRONG = [
  ['a day that is not', '2026-02-30T00:00:00'],
  ['day 366 of a common year', '2026-366T00:00:00'],
  ['day 0', '2026-000T00:00:00'],
  ['hour 24', '2026-01-01T24:00:00'],
  ['a leap second', '2016-12-31T23:59:60'],
  ['an offset', '2026-01-01T00:00:00+02:00'],
  ['a date only', '2026-01-01'],
  ['a year before satellites', '1956-12-31T23:59:59'],
  ['a number', 20260101],
  ['nothing', ''],
] as const;

test('an OMM epoch of any other form, or that is no time, is refused with the forms that are allowed', (t) => {
  for (const [what, value] of WRONG) {
    const { message } = t.throws(() => ommEpochUs(value), { instanceOf: RecordError }, what);
    t.regex(message, /^EPOCH is .*; allowed: YYYY-MM-DDThh:mm:ss or YYYY-DDDThh:mm:ss in UTC/);
  }
});

test('a TLE epoch of years 57 to 99 is of the 1900s, of 00 to 56 of the 2000s', (t) => {
  t.is(tleEpochUs('57001.00000000'), us('1957-01-01T00:00:00Z'));
  t.is(tleEpochUs('99365.50000000'), us('1999-12-31T12:00:00Z'));
  t.is(tleEpochUs('00366.00000000'), us('2000-12-31T00:00:00Z'));
  t.is(tleEpochUs('56001.00000000'), us('2056-01-01T00:00:00Z'));
  t.is(tleEpochUs('26  1.25000000'), us('2026-01-01T06:00:00Z'));
});

test('a TLE epoch is exact: every eighth decimal of a day is 864 microseconds', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1957, max: 2056 }),
      fc.integer({ min: 1, max: 365 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      (year, day, decimals) => {
        const text = `${String(year % 100).padStart(2, '0')}${String(day).padStart(3, '0')}.${String(decimals).padStart(8, '0')}`;
        const midnightUs = BigInt(Date.UTC(year, 0, day)) * 1000n;
        t.is(BigInt(tleEpochUs(text)), midnightUs + (BigInt(decimals) * 86_400_000_000n) / 100_000_000n);
      },
    ),
  );
});

test('a TLE epoch that is no day of its year, or has other digits, is refused', (t) => {
  for (const columns of ['26366.00000000', '26000.00000000', '26191.0000000 ', '2619l.00000000', '26191,00000000']) {
    t.throws(() => tleEpochUs(columns), { instanceOf: RecordError, message: /columns 19-32.*allowed: YYDDD/ });
  }
});
