import fc from 'fast-check';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { type DatedElset, windowSatellites } from '../../../src/catalogue/windowSatellites.js';
import { elementsOf, elsetsAround, latestElset } from '../../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { databaseTest as test, DAY_US, elset, START_US } from '../fixtures.js';

const START = new Date(START_US / 1000);
const IMPORTED = { bundled: false };

// The values are few, so that all kinds of ties are common.
const ELSETS = fc.array(
  fc.record({
    noradNumber: fc.integer({ min: 1, max: 3 }),
    epochUs: fc.integer({ min: -3, max: 3 }).map((days) => START_US + days * DAY_US),
    elementSetNo: fc.integer({ min: 1, max: 2 }),
    raanDeg: fc.integer({ min: 0, max: 1 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test('a window chooses among the elsets around its start as it would among all of them', async (t, { knex }) => {
  await fc.assert(
    fc.asyncProperty(ELSETS, async (differences) => {
      await knex.raw('truncate elsets, satellites restart identity cascade');
      const elsets: Elset[] = [];
      for (const one of differences.map((difference) => elset(difference))) {
        // Each elset is imported on its own, so that ids are in the order of the list.
        if ((await upsertCatalogue(knex, [one], IMPORTED)).added > 0) elsets.push(one);
      }
      const around = await elsetsAround(knex, START_US);
      t.true(around.length <= 6);
      const chosen = (among: readonly DatedElset[]): number[][] =>
        windowSatellites(among, { start: START }).satellites.map(({ noradNumber, elements }) => [
          noradNumber,
          elements.epochUs,
          elements.raanDeg,
        ]);
      t.deepEqual(chosen(around), chosen(elsets));
    }),
    { numRuns: 40 },
  );
});

test('an elset around a start brings its name and its mean elements, whichever side it lies on', async (t, {
  knex,
}) => {
  await upsertCatalogue(knex, [elset({ epochUs: START_US - 5 }), elset({ epochUs: START_US })], IMPORTED);
  const { epochUs: _, ...elements } = elementsOf(elset());
  const expected = { noradNumber: 25_544, name: 'ISS (ZARYA)', elementSetNo: 999, bundled: false, ...elements };
  const around = await elsetsAround(knex, START_US);
  t.deepEqual(
    around.toSorted((a, b) => a.elsetId - b.elsetId),
    [
      { elsetId: 1, epochUs: START_US - 5, ...expected },
      { elsetId: 2, epochUs: START_US, ...expected },
    ],
  );
});

test('bundled elsets are frozen until the first of another catalogue comes, then never', async (t, { knex }) => {
  await upsertCatalogue(knex, [elset({ noradNumber: 1 }), elset({ noradNumber: 2 })], { bundled: true });
  const frozen = async (): Promise<number[]> => {
    return (await elsetsAround(knex, START_US)).map(({ noradNumber }) => noradNumber);
  };
  t.deepEqual(await frozen(), [1, 2]);
  await upsertCatalogue(knex, [elset({ noradNumber: 2, epochUs: START_US + 9 })], IMPORTED);
  t.deepEqual(await frozen(), [2]);
});

test('the newest elset of a satellite is bundled only where it has no other', async (t, { knex }) => {
  const later = START_US + DAY_US;
  await upsertCatalogue(knex, [elset({ noradNumber: 1, epochUs: later }), elset({ noradNumber: 2, epochUs: later })], {
    bundled: true,
  });
  await upsertCatalogue(
    knex,
    [
      elset({ noradNumber: 2, elementSetNo: 7, raanDeg: 1 }),
      elset({ noradNumber: 2, elementSetNo: 8, raanDeg: 2 }),
      elset({ noradNumber: 2, elementSetNo: 9, epochUs: START_US - 1 }),
    ],
    IMPORTED,
  );
  t.like(await latestElset(knex, 1), { epochUs: later, raanDeg: 120.5 });
  t.like(await latestElset(knex, 2), { epochUs: START_US, raanDeg: 2 });
  t.is(await latestElset(knex, 3), undefined);
});
