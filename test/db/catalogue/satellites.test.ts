import { latestElset } from '../../../src/db/catalogue/elsets.js';
import { readNames, upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { databaseTest as test, DAY_US, elset, START_US } from '../fixtures.js';

const IMPORTED = { bundled: false };
const BUNDLED = { bundled: true };

test('importing twice changes nothing the second time, whatever the size', async (t, { knex }) => {
  const elsets = Array.from({ length: 2_345 }, (_, i) => elset({ noradNumber: i + 1, name: `SAT "${i}", \\{é}` }));
  t.deepEqual(await upsertCatalogue(knex, elsets, IMPORTED), { added: 2_345, unchanged: 0, newSatellites: 2_345 });
  t.deepEqual(await upsertCatalogue(knex, elsets, IMPORTED), { added: 0, unchanged: 2_345, newSatellites: 0 });
  t.deepEqual(await upsertCatalogue(knex, [], IMPORTED), { added: 0, unchanged: 0, newSatellites: 0 });
  t.deepEqual(
    [...(await readNames(knex))],
    elsets.map(({ noradNumber, name }) => [noradNumber, name]),
  );
});

test('every number of an elset comes back as it went in', async (t, { knex }) => {
  const { name, objectId, ...numbers } = elset({
    noradNumber: 999_999_999,
    epochUs: START_US + 123_457,
    meanMotionRevPerDay: 0.1 + 0.2,
    bstar: -5e-324,
    meanMotionDot: 1e-300,
    meanMotionDdot: -1 / 3,
    elementSetNo: 2 ** 31 - 1,
    classification: '"',
  });
  await upsertCatalogue(knex, [{ name, objectId, ...numbers }], IMPORTED);
  const columns = Object.keys(numbers).map((field) =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const row = await knex('elsets').first<Record<string, unknown>>(columns);
  t.deepEqual(Object.values(row), Object.values(numbers));
});

test('elsets that differ in any orbital number are kept apart, repetitions are not', async (t, { knex }) => {
  const variants = [
    elset(),
    elset({ epochUs: START_US + 1 }),
    elset({ elementSetNo: 1 }),
    elset({ meanMotionRevPerDay: 15.5 }),
    elset({ eccentricity: 0.5 }),
    elset({ inclinationDeg: 1 }),
    elset({ raanDeg: 1 }),
    elset({ argPerigeeDeg: 1 }),
    elset({ meanAnomalyDeg: 1 }),
    elset({ bstar: 1 }),
  ];
  t.deepEqual(await upsertCatalogue(knex, [...variants, elset(), elset()], IMPORTED), {
    added: variants.length,
    unchanged: 2,
    newSatellites: 1,
  });
  t.is((await upsertCatalogue(knex, [elset()], BUNDLED)).added, 1);
});

test('a satellite is called what its newest elset calls it', async (t, { knex }) => {
  const name = async (): Promise<string | undefined> => (await latestElset(knex, 25_544))?.name;
  const add = async (days: number, called: string, kind: { bundled: boolean }): Promise<string | undefined> => {
    await upsertCatalogue(knex, [elset({ epochUs: START_US + days * DAY_US, name: called })], kind);
    return name();
  };
  t.is(await add(9, 'bundled', BUNDLED), 'bundled');
  t.is(await add(0, 'OBJECT A', IMPORTED), 'OBJECT A');
  t.is(await add(1, 'ISS', IMPORTED), 'ISS');
  t.is(await add(-1, 'an older name', IMPORTED), 'ISS');
  t.is(await add(2, '', IMPORTED), 'ISS');
  t.is(await add(10, 'bundled', BUNDLED), 'ISS');
  await upsertCatalogue(
    knex,
    [
      elset({ epochUs: START_US + 4 * DAY_US, name: 'newest' }),
      elset({ epochUs: START_US + 3 * DAY_US, name: 'not newest', objectId: '' }),
    ],
    IMPORTED,
  );
  t.is(await name(), 'newest');
  t.is(await add(4, 'an elset that was there', IMPORTED), 'newest');
});
