import { type CatalogueIndex, createCatalogueIndex } from '../../src/memory/catalogueIndex.js';
import { databaseTest, elset, importElsets, START_US } from '../db/fixtures.js';

const find = async (index: CatalogueIndex, text: string): Promise<number[]> =>
  (await index.search(text, 20)).noradNumbers;

databaseTest(
  'a search reads no satellite from the database until an import by any process, and then finds its satellites',
  async (t, { knex }) => {
    const many = Array.from({ length: 4_600 }, (_, i) => elset({ noradNumber: 60_000 + i, name: `STARLINK-${i}` }));
    await importElsets(knex, [elset(), ...many]);
    const index = createCatalogueIndex(knex);
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }): unknown => asked.push(sql);
    knex.on('query', note);
    const found = await Promise.all([1, 2, 3].map(() => find(index, 'starlink 4599')));
    t.deepEqual(found.flat(), [64_599, 64_599, 64_599]);
    t.is(asked.filter((sql) => sql.includes('satellites')).length, 2, 'the catalogue once, for all who search');
    asked.length = 0;
    t.deepEqual(await find(index, 'zarya'), [25_544]);
    t.is((await index.search('starlink', 20)).count, 4_600);
    knex.off('query', note);
    t.deepEqual(
      asked.filter((sql) => /satellites|elsets/.test(sql)),
      [],
    );

    await importElsets(knex, [elset({ name: 'ISS', epochUs: START_US + 1 }), elset({ noradNumber: 5 })]);
    t.deepEqual(await find(index, 'zarya'), [5]);
    t.deepEqual(await find(index, '25544'), [25_544]);
  },
);

databaseTest('generated satellites are found only while the bundled catalogue is in force', async (t, { knex }) => {
  await importElsets(knex, [elset({ noradNumber: 900_001, name: 'GENERATED' }), elset()], { bundled: true });
  const index = createCatalogueIndex(knex);
  t.deepEqual(await find(index, 'generated'), [900_001]);
  await importElsets(knex, [elset({ epochUs: START_US + 1 })]);
  t.deepEqual(await find(index, 'generated'), []);
  t.deepEqual(await find(index, 'zarya'), [25_544]);
});
