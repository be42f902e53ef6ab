import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
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

/** Pair of element sets of a Starlink satellite. */
interface Pair {
  sets: [older: Elset, newer: Elset];
  /** Error as python3-sgp4 has it. */
  km: number;
}

/** Reads the published pairs and the errors of the golden; undefined if the pairs are not at hand. */
function readPairs(t: ExecutionContext): Pair[] | undefined {
  const path = shared(t, 'data/errors/starlink-pairs-2026-04.tsv.gz');
  if (path === undefined) return undefined;
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n').slice(1);
  const rows = lines.map((line) => line.split('\t'));
  const { elsets } = parseTle(rows.map((row) => row.slice(-4).join('\n')).join('\n'));
  const golden = new URL('../../golden/errors/starlink-2026-04.txt', import.meta.url);
  const errors = readFileSync(golden, 'utf8').trimEnd().split('\n').map(Number);
  t.is(errors.length, rows.length);
  return errors.map((km, i) => ({ sets: [elsets[2 * i] as Elset, elsets[2 * i + 1] as Elset], km }));
}

test('errors along the track are those of python3-sgp4, to a metre', (t) => {
  const pairs = readPairs(t);
  if (pairs === undefined) return;
  let compared = 0;
  let worstKm = 0;
  for (const { sets, km: expected } of pairs) {
    pairErrors(core, { sets, nowUs: NOW_US, leftOut: nothingLeftOut() }, (_, km) => {
      compared += 1;
      worstKm = Math.max(worstKm, Math.abs(km - expected));
    });
  }
  t.log(`${compared} pairs, worst difference ${(1000 * worstKm).toFixed(3)} m`);
  t.true(compared > 10_000);
  t.true(worstKm < 0.001);
});

/** Checks that 50 % and 90 % of the errors are within those quantiles of a row, to 3 percentage points. */
function holds(t: ExecutionContext, row: ErrorRow, errors: readonly number[]): void {
  const below = row.km.map((km) => (100 * errors.filter((one) => one <= km).length) / errors.length);
  const figures = below.map((one) => one.toFixed(1)).join(', ');
  t.log(`${row.ageHours} h: fitted to ${row.pairs} pairs, held by ${errors.length}: ${figures} %`);
  t.true(Math.abs((below[0] ?? 0) - 50) <= 3, `${row.ageHours} h: ${below[0]} %`);
  t.true(Math.abs((below[2] ?? 0) - 90) <= 3, `${row.ageHours} h: ${below[2]} %`);
}

test('quantiles of half of the satellites hold for the other half', (t) => {
  const pairs = readPairs(t);
  if (pairs === undefined) return;
  const histories = new Map<number, Elset[]>();
  for (const one of pairs.flatMap(({ sets }) => sets)) {
    histories.set(one.noradNumber, [...(histories.get(one.noradNumber) ?? []), one]);
  }
  const fitter = createErrorFitter(core, NOW_US);
  for (const [number, sets] of histories) if (number % 2 === 0) fitter.add({ name: 'STARLINK-1007', sets });
  const { rows, leftOut } = fitter.fit();
  const held = ERROR_AGES_HOURS.map((): number[] => []);
  for (const [number, sets] of histories) {
    if (number % 2 === 0) continue;
    pairErrors(core, { sets, nowUs: NOW_US, leftOut }, (age, km) => held[age]?.push(km));
  }
  // Shares of fewer pairs, of so few satellites, would not be certain to 3 percentage points.
  const sound = rows.filter(({ errorClass, pairs: number }) => errorClass === 'starlink' && number > 2_000);
  t.deepEqual(
    sound.map(({ ageHours }) => ageHours),
    [24, 48, 72, 120, 168],
  );
  for (const row of sound) holds(t, row, held[ERROR_AGES_HOURS.indexOf(row.ageHours as 24)] ?? []);
});
