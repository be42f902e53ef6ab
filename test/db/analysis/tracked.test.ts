import fc from 'fast-check';
import { elementsOf } from '../../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import {
  findTracked,
  listCatalogued,
  listTracked,
  track,
  trackUpTo,
  untrack,
} from '../../../src/db/analysis/tracked.js';
import { account, databaseTest as test, elset, START_US } from '../fixtures.js';

const IMPORTED = { bundled: false };

test('a tracked satellite shows its newest elset', async (t, { knex }) => {
  const { accountId } = await account(knex);
  await upsertCatalogue(knex, [elset({ epochUs: START_US + 9 })], { bundled: true });
  const id = (await track(knex, accountId, 25_544, null))?.id ?? 0;
  t.is((await findTracked(knex, accountId, id))?.elements.epochUs, START_US + 9);
  await upsertCatalogue(knex, [elset(), elset({ epochUs: START_US + 1, raanDeg: 7 })], IMPORTED);
  const expected = elementsOf(elset({ epochUs: START_US + 1, raanDeg: 7 }));
  t.deepEqual((await findTracked(knex, accountId, id))?.elements, expected);
  t.is((await findTracked(knex, accountId, id))?.trackedBy, null);
});

test('untracking returns the satellite once, and only to its account', async (t, { knex }) => {
  const ada = await account(knex, 'ada@example.org');
  const bob = await account(knex, 'bob@example.org');
  await upsertCatalogue(knex, [elset()], IMPORTED);
  const tracked = await track(knex, ada.accountId, 25_544, ada.userId);
  const id = tracked?.id ?? 0;
  t.is(await untrack(knex, bob.accountId, id), undefined);
  t.deepEqual(await untrack(knex, ada.accountId, id), tracked);
  t.is(await untrack(knex, ada.accountId, id), undefined);
});

test('the name filter is a plain substring in either case, whatever characters it holds', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const names = ['ISS (ZARYA)', '100%', 'A_B', 'back\\slash', "it's", 'a%b_c\\'];
  const elsets = names.map((name, i) => elset({ noradNumber: i + 1, name }));
  await upsertCatalogue(knex, elsets, IMPORTED);
  for (const { noradNumber } of elsets) await track(knex, accountId, noradNumber, null);
  const found = async (name?: string): Promise<string[]> =>
    (await listTracked(knex, accountId, name)).map((tracked) => tracked.name);

  t.deepEqual(await found(), names);
  t.deepEqual(await found(''), names);
  t.deepEqual(await found('zarya'), ['ISS (ZARYA)']);
  t.deepEqual(await found('\0'), []);
  t.deepEqual(await found('ISS\0'), []);
  const text = fc.string({
    unit: fc.constantFrom('%', '_', '\\', 'a', 'A', 'b', 'S', '1', "'", '"', '(', ' '),
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(text, async (name) => {
      t.deepEqual(
        await found(name),
        names.filter((candidate) => candidate.toLowerCase().includes(name.toLowerCase())),
      );
    }),
    { numRuns: 60 },
  );
});

test('an account tracks so many satellites and no more, also where several are asked for at once', async (t, {
  knex,
}) => {
  const { accountId } = await account(knex);
  const numbers = [1, 2, 3, 4, 5, 6];
  await upsertCatalogue(
    knex,
    numbers.map((noradNumber) => elset({ noradNumber })),
    IMPORTED,
  );
  const results = await Promise.all(numbers.map((number) => trackUpTo(knex, accountId, number, null, 4)));
  t.is(results.filter((result) => result === 'full').length, 2);
  const tracked = await listTracked(knex, accountId);
  t.is(tracked.length, 4);
  const [first] = tracked;
  t.deepEqual(await trackUpTo(knex, accountId, first?.noradNumber ?? 0, null, 4), first, 'what is tracked stays');
  const catalogued = await listCatalogued(knex, accountId, [6, 99, 1, 3]);
  t.deepEqual(
    catalogued.map(({ noradNumber, trackedId }) => [noradNumber, trackedId]),
    [6, 1, 3].map((number) => [number, tracked.find(({ noradNumber }) => noradNumber === number)?.id ?? null]),
  );
  await untrack(knex, accountId, first?.id ?? 0);
  t.is(await trackUpTo(knex, accountId, 99, null, 4), undefined);
  const bob = await account(knex, 'bob@example.org');
  t.like(await trackUpTo(knex, bob.accountId, 1, null, 4), { noradNumber: 1 });
});
