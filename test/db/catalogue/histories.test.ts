import type { Knex } from 'knex';
import { unpackSets } from '../../../src/catalogue/errors/fitApart.js';
import { elementsOf } from '../../../src/db/catalogue/elsets.js';
import { historiesAfter } from '../../../src/db/catalogue/histories.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { DAY_US, databaseTest, elset, importElsets, START_US } from '../fixtures.js';

async function readAll(knex: Knex, fromUs: number) {
  const read = [];
  let pages = 0;
  for (let after = 0; ; pages++) {
    const page = await historiesAfter(knex, { after, fromUs });
    if (page === undefined) return { read, pages };
    for (const { name, sets } of page.satellites) read.push({ name, sets: unpackSets(sets) });
    after = page.last;
  }
}

databaseTest(
  'histories are read to the last bit, by epoch, the preferred set of an epoch last',
  async (t, { knex }) => {
    const sets = [
      elset({ epochUs: START_US + 1, bstar: -1 / 3, raanDeg: 359.999_999 }),
      elset({ epochUs: START_US - DAY_US, elementSetNo: 7, meanAnomalyDeg: 1 / 7 }),
      elset({ epochUs: START_US - DAY_US, elementSetNo: 9, meanAnomalyDeg: 2 / 7 }),
      elset({ epochUs: START_US - 9 * DAY_US }),
    ];
    await importElsets(knex, sets);
    await upsertCatalogue(knex, [elset({ epochUs: START_US - 2 * DAY_US })], { bundled: true });
    const { read } = await readAll(knex, START_US - 8 * DAY_US);
    t.deepEqual(read, [{ name: 'ISS (ZARYA)', sets: [1, 2, 0].map((i) => elementsOf(sets[i] ?? elset())) }]);
  },
);

databaseTest('all satellites are read, page by page, those without imported sets aside', async (t, { knex }) => {
  const numbers = Array.from({ length: 40 }, (_, i) => 100 + 3 * i);
  const named = (noradNumber: number) => elset({ noradNumber, name: `SAT ${noradNumber}` });
  await upsertCatalogue(knex, [named(5), named(150)], { bundled: true });
  await importElsets(knex, numbers.map(named));
  const { read, pages } = await readAll(knex, 0);
  t.deepEqual(
    read.map(({ name }) => name),
    numbers.map((number) => `SAT ${number}`),
  );
  t.true(pages > 1 && pages < 10, `${pages}`);
});
