import test from 'ava';
import { type ClassErrors, errorsInForce } from '../../../src/catalogue/errors/inForce.js';
import type { ErrorRow } from '../../../src/catalogue/errors/law.js';

const row = (errorClass: string, ageHours: number, pairs: number): ErrorRow => ({
  errorClass,
  ageHours,
  pairs,
  km: [1, 2, 3, 4],
});
const brief = ({ errorClass, source, pairs, ages, fallsBackTo }: ClassErrors) => [
  errorClass,
  source,
  pairs,
  ages.length,
  fallsBackTo,
];
const GENERAL = ['perigee below 450 km', 'perigee 450 to 650 km', 'perigee 650 to 1,000 km', 'perigee above 1,000 km'];

test('before any fit Starlink has the errors that are published, and all else the model’s', (t) => {
  t.deepEqual(errorsInForce([]).map(brief), [
    ['Starlink', 'published', 24_641, 8, null],
    ...GENERAL.map((name) => [name, null, 0, 0, 'all']),
    ['all', 'model', 0, 8, null],
  ]);
});

test('a class with 200 pairs of an age has errors of its own, another those of the next class', (t) => {
  const rows = [
    row('starlink', 24, 300),
    row('starlink', 72, 199),
    row('oneweb', 24, 100),
    row('oneweb', 72, 100),
    row('perigee 450 to 650 km', 24, 300),
    row('perigee above 1,000 km', 24, 100),
    row('all', 24, 400),
  ];
  const told = errorsInForce(rows);
  t.deepEqual(told.map(brief), [
    ['oneweb', null, 200, 0, 'perigee'],
    ['starlink', 'fitted', 300, 1, null],
    ['perigee below 450 km', null, 0, 0, 'all'],
    ['perigee 450 to 650 km', 'fitted', 300, 1, null],
    ['perigee 650 to 1,000 km', null, 0, 0, 'all'],
    ['perigee above 1,000 km', null, 100, 0, 'all'],
    ['all', 'fitted', 400, 1, null],
  ]);
  t.deepEqual(told[1]?.ages, [{ ageHours: 24, pairs: 300, km: [1, 2, 3, 4] }]);
});

test('errors are told as laws take them, not below those of a normal error of 1 km', (t) => {
  const [told] = errorsInForce([{ ...row('oneweb', 24, 300), km: [0.1, 0.2, 3, 4] }]);
  t.deepEqual(
    told?.ages[0]?.km.map((km) => Number(km.toFixed(3))),
    [0.674, 0.994, 3, 4],
  );
});

test('a class of Starlink with few pairs has the published errors while nothing more general is fitted', (t) => {
  const few = row('starlink-gen2', 24, 100);
  t.is(errorsInForce([few])[0]?.fallsBackTo, 'Starlink');
  t.is(errorsInForce([few, row('all', 24, 200)])[0]?.fallsBackTo, 'perigee');
});
