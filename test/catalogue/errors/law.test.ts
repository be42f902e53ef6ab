import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { sgp4, twoline2satrec } from 'satellite.js';
import {
  createErrorLaws,
  ERROR_SHARES,
  type ErrorRow,
  LEAST_PAIRS,
  NORMAL_QUANTILES,
} from '../../../src/catalogue/errors/law.js';
import { shared } from '../../helpers/programs.js';

const STARLINK = { name: 'STARLINK-1008', perigeeKm: 540 };
const TERRA = { name: 'TERRA', perigeeKm: 700 };
const none = createErrorLaws([], 'none');
const DAY = 1 / 24;

function isNear(actual: readonly number[], wanted: readonly number[], share = 1e-6): boolean {
  return actual.every((one, i) => Math.abs(one / (wanted[i] as number) - 1) < share);
}

test('without history an element set is a kilometre off at its epoch and one more for each day, before and after', (t) => {
  const law = none.of(TERRA);
  t.like(law, { source: 'model', pairs: 0 });
  t.deepEqual(law.quantilesKm(0), NORMAL_QUANTILES);
  t.true(
    isNear(
      law.quantilesKm(1),
      NORMAL_QUANTILES.map((one) => one * Math.SQRT2),
    ),
  );
  t.deepEqual(law.quantilesKm(-3), law.quantilesKm(3));
  t.is(none.identity, 'none');
});

test('without history Starlink has the published quantiles, and powers of the age between them', (t) => {
  const law = none.of(STARLINK);
  t.like(law, { errorClass: 'Starlink', source: 'published', pairs: 24_641 });
  t.true(isNear(law.quantilesKm(6 * DAY), [0.93, 1.5, 3.62, 13.8]));
  t.true(isNear(law.quantilesKm(-1), [3.42, 5.08, 10.1, 23.6]));
  t.true(isNear(law.quantilesKm(7), [38.5, 77.1, 155, 376]));
  const between = law.quantilesKm(Math.sqrt(3 * 7));
  t.true(isNear(between, [Math.sqrt(11.7 * 38.5), Math.sqrt(19.8 * 77.1), Math.sqrt(38.5 * 155), Math.sqrt(88 * 376)]));
  t.deepEqual(law.quantilesKm(0), law.quantilesKm(6 * DAY));
  // Beyond a week errors grow by the same power of the age as from the third to the seventh day.
  t.true(isNear(law.quantilesKm(7 ** 2 / 3), [38.5 ** 2 / 11.7, 77.1 ** 2 / 19.8, 155 ** 2 / 38.5, 376 ** 2 / 88]));
});

function row(errorClass: string, ageHours: number, pairs: number, km = 10): ErrorRow {
  return { errorClass, ageHours, pairs, km: [km, 2 * km, 3 * km, 4 * km] };
}

test('a satellite has the law of its most special class with 200 pairs at some age, of the ages that have as many', (t) => {
  const laws = createErrorLaws(
    [
      row('all', 24, LEAST_PAIRS, 1),
      row('perigee 450 to 650 km', 24, 250, 5),
      row('perigee 450 to 650 km', 72, LEAST_PAIRS - 1, 1_000),
      row('perigee 650 to 1,000 km', 24, LEAST_PAIRS - 1, 7),
    ],
    'first',
  );
  t.like(laws.of(STARLINK), { errorClass: 'perigee 450 to 650 km', source: 'fitted', pairs: 250 });
  t.true(isNear(laws.of(STARLINK).quantilesKm(1), [5, 10, 15, 20]));
  t.true(isNear(laws.of(STARLINK).quantilesKm(3), [15, 30, 45, 60]));
  t.like(laws.of(TERRA), { errorClass: 'all', source: 'fitted', pairs: 200 });
  t.is(laws.of({ ...TERRA }), laws.of(TERRA));
  t.is(laws.identity, 'first');
});

test('quantiles are in order at every age, never those of less than a kilometre, and follow the rows at their ages', (t) => {
  const km = fc
    .array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 4, maxLength: 4 })
    .map((list) => list.toSorted((a, b) => a - b) as unknown as ErrorRow['km']);
  const rows = fc.uniqueArray(
    fc.record({ ageHours: fc.constantFrom(3, 6, 12, 24, 48, 72, 120, 168), pairs: fc.constant(LEAST_PAIRS), km }),
    { minLength: 1, maxLength: 8, selector: ({ ageHours }) => ageHours },
  );
  fc.assert(
    fc.property(rows, fc.double({ min: -20, max: 20, noNaN: true }), (list, ageDays) => {
      const law = createErrorLaws(
        list.map((one) => ({ ...one, errorClass: 'all' })),
        '',
      ).of(TERRA);
      for (const age of [ageDays, 0, ...list.map(({ ageHours }) => ageHours * DAY)]) {
        const told = law.quantilesKm(age);
        if (!told.every((one, i) => one >= (told[i - 1] ?? 0) && one >= 0.999 * (NORMAL_QUANTILES[i] as number)))
          return false;
      }
      return list.every((one) => {
        const least = one.km.map((each, i) => Math.max(each, NORMAL_QUANTILES[i] as number));
        return isNear(law.quantilesKm(one.ageHours * DAY), least);
      });
    }),
  );
  t.pass();
});

test('of Starlink each quantile holds as many of the pairs of another program’s data as it says', (t) => {
  const path = shared(t, 'data/errors/starlink-pairs-2026-04.tsv.gz');
  if (path === undefined) return;
  const law = none.of(STARLINK);
  const within = new Map<string, number[]>();
  const counts = new Map<string, number>();
  for (const line of gunzipSync(readFileSync(path)).toString().trimEnd().split('\n').slice(1)) {
    const [, target = '', age = '', , , older1 = '', older2 = '', newer1 = '', newer2 = ''] = line.split('\t');
    const older = sgp4(twoline2satrec(older1, older2), Number(age) / 60);
    const newer = sgp4(twoline2satrec(newer1, newer2), 0);
    if (older === null || newer === null) continue;
    const { position: at, velocity: v } = newer;
    const off = { x: older.position.x - at.x, y: older.position.y - at.y, z: older.position.z - at.z };
    const alongKm = (off.x * v.x + off.y * v.y + off.z * v.z) / Math.hypot(v.x, v.y, v.z);
    const inside = within.get(target) ?? [0, 0, 0, 0];
    law
      .quantilesKm(Number(age) / 86_400)
      .forEach((km, k) => (inside[k] = inside[k]! + Number(Math.abs(alongKm) <= km)));
    within.set(target, inside);
    counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  t.is(within.size, 4);
  for (const [seconds, inside] of within) {
    ERROR_SHARES.forEach((share, k) => {
      const told = inside[k]! / counts.get(seconds)!;
      t.true(Math.abs(told - share) < 0.06, `${(100 * told).toFixed(1)} % within that of ${share} after ${seconds} s`);
    });
  }
});
