import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { createErrorFitter } from '../../../src/catalogue/errors/fit.js';
import { nothingLeftOut } from '../../../src/catalogue/errors/history.js';
import { ERROR_AGES_HOURS } from '../../../src/catalogue/errors/law.js';
import { pairErrors } from '../../../src/catalogue/errors/pairErrors.js';
import { parseTle } from '../../../src/catalogue/elsets/tle.js';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { createCore } from '../../../src/core/index.js';
import { shared } from '../../helpers/programs.js';

const core = await createCore({ maxMegabytes: 16 });
const NOW_US = Date.UTC(2026, 6, 1) * 1000;

/** Pairs of element sets, older and newer, of Starlink satellites; undefined where they are not at hand. */
function readPairs(t: ExecutionContext): [older: Elset, newer: Elset][] | undefined {
  const path = shared(t, 'data/errors/starlink-pairs-2026-04.tsv.gz');
  if (path === undefined) return undefined;
  const rows = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n').slice(1);
  const { elsets } = parseTle(rows.map((row) => row.split('\t').slice(-4).join('\n')).join('\n'));
  return rows.map((_, i) => [elsets[2 * i] as Elset, elsets[2 * i + 1] as Elset]);
}

test('errors along the track are those of python3-sgp4, to a metre', (t) => {
  const pairs = readPairs(t);
  if (pairs === undefined) return;
  const golden = new URL('../../../../test/golden/errors/starlink-2026-04.txt', import.meta.url);
  const expected = readFileSync(golden, 'utf8').trimEnd().split('\n');
  t.is(expected.length, pairs.length);
  let compared = 0;
  let worstKm = 0;
  pairs.forEach((sets, i) => {
    pairErrors(core, { sets, nowUs: NOW_US, leftOut: nothingLeftOut() }, (_, km) => {
      compared += 1;
      worstKm = Math.max(worstKm, Math.abs(km - Number(expected[i])));
    });
  });
  t.log(`${compared} pairs, worst difference ${(1000 * worstKm).toFixed(3)} m`);
  t.true(compared > 10_000);
  t.true(worstKm < 0.001);
});

test('quantiles of half of the satellites hold for the other half', (t) => {
  const pairs = readPairs(t);
  if (pairs === undefined) return;
  const histories = new Map<number, Elset[]>();
  for (const one of pairs.flat()) histories.set(one.noradNumber, [...(histories.get(one.noradNumber) ?? []), one]);
  const fitter = createErrorFitter(core, NOW_US);
  for (const [number, sets] of histories) if (number % 2 === 0) fitter.add({ name: 'STARLINK-1007', sets });
  const { rows, leftOut } = fitter.fit();
  const held = ERROR_AGES_HOURS.map((): number[] => []);
  for (const [number, sets] of histories) {
    if (number % 2 === 0) continue;
    pairErrors(core, { sets, nowUs: NOW_US, leftOut }, (age, km) => held[age]?.push(km));
  }
  for (const [age, ageHours] of ERROR_AGES_HOURS.entries()) {
    const row = rows.find((one) => one.errorClass === 'starlink' && one.ageHours === ageHours);
    const errors = held[age] ?? [];
    if (row === undefined || row.pairs < 1_000 || errors.length < 1_000) continue;
    const below = row.km.map((km) => (100 * errors.filter((one) => one <= km).length) / errors.length);
    t.log(`${ageHours} h: fitted to ${row.pairs}, held by ${errors.length}: ${below.map((one) => one.toFixed(1))}`);
    t.true(Math.abs((below[0] ?? 0) - 50) <= 3, `${ageHours} h: ${below[0]} %`);
    t.true(Math.abs((below[2] ?? 0) - 90) <= 3, `${ageHours} h: ${below[2]} %`);
  }
});
