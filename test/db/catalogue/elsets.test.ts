import test from 'ava';
import fc from 'fast-check';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { freezeCandidates, latestElset, latestElsets } from '../../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { withDatabase } from '../../helpers/database.js';
import { DAY_US, elset, START_US } from '../fixtures.js';

const IMPORTED = { bundled: false };

// Few values, so that ties of every kind are common.
const ELSETS = fc.array(
  fc.record({
    noradNumber: fc.integer({ min: 1, max: 3 }),
    epochUs: fc.integer({ min: -3, max: 3 }).map((days) => START_US + days * DAY_US),
    elementSetNo: fc.integer({ min: 1, max: 2 }),
    raanDeg: fc.integer({ min: 0, max: 1 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Design: nearest the start; ties: later epoch, higher element set number, imported last. */
function expectedCandidate(elsets: readonly Elset[], noradNumber: number): Elset | undefined {
  const key = ({ epochUs, elementSetNo }: Elset): number[] => [-Math.abs(epochUs - START_US), epochUs, elementSetNo];
  let best: Elset | undefined;
  for (const candidate of elsets.filter((one) => one.noradNumber === noradNumber)) {
    const [mine, theirs] = [key(candidate), best && key(best)];
    const decisive = theirs && mine.findIndex((value, i) => value !== theirs[i]);
    if (theirs === undefined || decisive === -1 || Number(mine[decisive ?? 0]) > Number(theirs[decisive ?? 0])) {
      best = candidate;
    }
  }
  return best;
}

test('a window freezes the elset nearest its start, with the documented order of ties', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await fc.assert(
      fc.asyncProperty(ELSETS, async (differences) => {
        await knex.raw('truncate elsets, satellites restart identity cascade');
        const elsets: Elset[] = [];
        for (const one of differences.map((difference) => elset(difference))) {
          // One import each: the order of importing is the order of ids.
          if ((await upsertCatalogue(knex, [one], IMPORTED)).added > 0) elsets.push(one);
        }
        const { candidates, tooOld } = await freezeCandidates(knex, START_US, 2 * DAY_US);
        const expected = [1, 2, 3].flatMap((noradNumber) => expectedCandidate(elsets, noradNumber) ?? []);
        const young = expected.filter(({ epochUs }) => Math.abs(epochUs - START_US) <= 2 * DAY_US);
        const shown = (row: Omit<Elset, 'objectId'> | (typeof candidates)[number]): number[] => [
          row.noradNumber,
          row.epochUs,
          row.raanDeg,
        ];
        t.deepEqual(candidates.map(shown), young.map(shown));
        t.is(tooOld, expected.length - young.length);
      }),
      { numRuns: 40 },
    );
  });
});

test('a candidate brings its name, its mean elements and its age, whichever side of the start it lies', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await upsertCatalogue(knex, [elset({ epochUs: START_US - 5 })], IMPORTED);
    const { candidates } = await freezeCandidates(knex, START_US, 5);
    t.deepEqual(candidates, [
      {
        elsetId: 1,
        noradNumber: 25_544,
        name: 'ISS (ZARYA)',
        epochUs: START_US - 5,
        meanMotionRevPerDay: 15.49,
        eccentricity: 0.0006,
        inclinationDeg: 51.63,
        raanDeg: 120.5,
        argPerigeeDeg: 80.25,
        meanAnomalyDeg: 279.875,
        bstar: 1.25e-4,
        ageUs: 5,
      },
    ]);
    t.deepEqual(await freezeCandidates(knex, START_US, 4), { candidates: [], tooOld: 1 });
  });
});

test('bundled elsets are frozen until the first of another catalogue comes, then never', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await upsertCatalogue(knex, [elset({ noradNumber: 1 }), elset({ noradNumber: 2 })], { bundled: true });
    const frozen = async (): Promise<number[]> => {
      const { candidates, tooOld } = await freezeCandidates(knex, START_US, DAY_US);
      t.is(tooOld, 0);
      return candidates.map(({ noradNumber }) => noradNumber);
    };
    t.deepEqual(await frozen(), [1, 2]);
    await upsertCatalogue(knex, [elset({ noradNumber: 2, epochUs: START_US + 9 })], IMPORTED);
    t.deepEqual(await frozen(), [2]);
  });
});

test('the newest elset of a satellite is bundled only where it has no other', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const later = START_US + DAY_US;
    await upsertCatalogue(
      knex,
      [elset({ noradNumber: 1, epochUs: later }), elset({ noradNumber: 2, epochUs: later })],
      { bundled: true },
    );
    await upsertCatalogue(
      knex,
      [
        elset({ noradNumber: 2, elementSetNo: 7, raanDeg: 1 }),
        elset({ noradNumber: 2, elementSetNo: 8, raanDeg: 2 }),
        elset({ noradNumber: 2, elementSetNo: 9, epochUs: START_US - 1 }),
      ],
      IMPORTED,
    );
    const newest = await latestElsets(knex, [2, 1, 3]);
    t.deepEqual(
      newest.map(({ noradNumber, epochUs, raanDeg }) => [noradNumber, epochUs, raanDeg]),
      [
        [1, later, 120.5],
        [2, START_US, 2],
      ],
    );
    t.is((await latestElset(knex, 1))?.epochUs, later);
    t.is(await latestElset(knex, 3), undefined);
  });
});
