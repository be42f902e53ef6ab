import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { createErrorCounts } from '../../../src/catalogue/errors/errorCounts.js';
import { createErrorFitter } from '../../../src/catalogue/errors/fit.js';
import { nothingLeftOut } from '../../../src/catalogue/errors/history.js';
import { ERROR_AGES_HOURS, type ErrorRow } from '../../../src/catalogue/errors/law.js';
import { pairErrors } from '../../../src/catalogue/errors/pairErrors.js';
import { parseTle } from '../../../src/catalogue/elsets/tle.js';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { createCore } from '../../../src/core/index.js';
import { shared } from '../../helpers/programs.js';

const core = await createCore({ maxMegabytes: 16 });
const NOW_US = Date.UTC(2026, 6, 1) * 1000;

/** Pairs of element sets of Starlink satellites, and the age in hours that each is of, more or less. */
interface Pairs {
  sets: [older: Elset, newer: Elset][];
  ageHours: number[];
  /** Error of each as python3-sgp4 has it, in km. */
  km: number[];
}

/** Reads the pairs; undefined where they are not at hand. */
function readPairs(t: ExecutionContext): Pairs | undefined {
  const path = shared(t, 'data/errors/starlink-pairs-2026-04.tsv.gz');
  if (path === undefined) return undefined;
  const text = gunzipSync(readFileSync(path)).toString().trimEnd();
  const rows = text.split('\n').slice(1).map((row) => row.split('\t'));
  const { elsets } = parseTle(rows.map((row) => row.slice(-4).join('\n')).join('\n'));
  t.is(pairs.km.length, pairs.sets.length);
  let compared = 0;
  let worstKm = 0;
  pairs.sets.forEach((sets, i) => {
    pairErrors(core, { sets, nowUs: NOW_US, leftOut: nothingLeftOut() }, (_, km) => {
      compared += 1;
      worstKm = Math.max(worstKm, Math.abs(km - (pairs.km[i] ?? NaN)));
    });
  });
  t.log(`${compared} pairs, worst difference ${(1000 * worstKm).toFixed(3)} m`);
  t.true(compared > 10_000);
  t.true(worstKm < 0.001);
});

/** Checks that as many errors as should be are below quantiles, to 3 points of a hundred. */
function holds(t: ExecutionContext, row: ErrorRow, errors: readonly number[]): void {
  const below = row.km.map((km) => (100 * errors.filter((one) => one <= km).length) / errors.length);
  t.log(`${row.ageHours} h: fitted to ${row.pairs}, held by ${errors.length}: ${below.map((one) => one.toFixed(1)).join(', ')}`);
  t.true(Math.abs((below[0] ?? 0) - 50) <= 3, `${row.ageHours} h: ${below[0]} %`);
  t.true(Math.abs((below[2] ?? 0) - 90) <= 3, `${row.ageHours} h: ${below[2]} %`);
}

test('quantiles of half of the satellites hold for the other half', (t) => {
  const pairs = readPairs(t);
  if (pairs === undefined) return;
  const histories = new Map<number, Elset[]>();
  for (const one of pairs.sets.flat()) histories.set(one.noradNumber, [...(histories.get(one.noradNumber) ?? []), one]);
  const fitter = createErrorFitter(core, NOW_US);
  for (const [number, sets] of histories) if (number % 2 === 0) fitter.add({ name: 'STARLINK-1007', sets });
  const { rows, leftOut } = fitter.fit();
  const held = ERROR_AGES_HOURS.map((): number[] => []);
  for (const [number, sets] of histories) {
    if (number % 2 === 0) continue;
    pairErrors(core, { sets, nowUs: NOW_US, leftOut }, (age, km) => held[age]?.push(km));
  }
  let ages = 0;
  for (const [age, ageHours] of ERROR_AGES_HOURS.entries()) {
    const row = rows.find((one) => one.errorClass === 'starlink' && one.ageHours === ageHours);
    const errors = held[age] ?? [];
    if (row === undefined || row.pairs < 2_000 || errors.length < 2_000) continue;
    holds(t, row, errors);
    ages += 1;
  }
  t.is(ages, 5, 'ages with 2,000 pairs on either side');
});

test('so do those of the pairs as they were published, at the ages that they were chosen for', (t) => {
  const pairs = readPairs(t);
  if (pairs === undefined) return;
  const isEven = (i: number): boolean => (pairs.sets[i]?.[0].noradNumber ?? 0) % 2 === 0;
  const counts = createErrorCounts();
  pairs.km.forEach((km, i) => {
    if (isEven(i)) counts.add(['starlink'], ERROR_AGES_HOURS.indexOf(pairs.ageHours[i] as never), km);
  });
  const rows = counts.rows();
  t.deepEqual(
    rows.map(({ ageHours }) => ageHours),
    [6, 24, 72, 168],
  );
  for (const row of rows) {
    holds(
      t,
      row,
      pairs.km.filter((_, i) => !isEven(i) && pairs.ageHours[i] === row.ageHours),
    );
  }
});
