import test from 'ava';
import type { Knex } from 'knex';
import { recordImport } from '../../src/db/catalogue/imports.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { type CatalogueIndex, createCatalogueIndex } from '../../src/memory/catalogueIndex.js';
import { withDatabase } from '../helpers/database.js';
import { elset, START_US } from '../db/fixtures.js';

async function add(knex: Knex, elsets: ReturnType<typeof elset>[], bundled = false): Promise<void> {
  const { added, unchanged } = await upsertCatalogue(knex, elsets, { bundled });
  const counts = { rowsRead: elsets.length, added, changed: 0, unchanged, rejected: 0 };
  await recordImport(knex, { kind: bundled ? 'bundled' : 'catalogue', source: 'test', format: 'test', ...counts });
}

const find = async (index: CatalogueIndex, text: string): Promise<string[]> =>
  (await index.search(text, 20)).satellites.map(({ name }) => name);

test('a search reads no satellite from the database until an import by any process, and then finds its satellites', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const many = Array.from({ length: 600 }, (_, i) => elset({ noradNumber: 60_000 + i, name: `STARLINK-${i}` }));
    await add(knex, [elset(), ...many]);
    const index = createCatalogueIndex(knex);
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }): unknown => asked.push(sql);
    knex.on('query', note);
    const found = await Promise.all([1, 2, 3].map(() => find(index, 'starlink 599')));
    t.deepEqual(found.flat(), ['STARLINK-599', 'STARLINK-599', 'STARLINK-599']);
    const reads = asked.filter((sql) => sql.includes('from satellites')).length;
    t.is(reads, Math.ceil(601 / 500) + 1, 'the catalogue once, for all who search');
    asked.length = 0;
    const [iss] = (await index.search('zarya', 20)).satellites;
    t.is((await index.search('starlink', 20)).count, 600);
    knex.off('query', note);
    t.deepEqual([iss?.noradNumber, iss?.elements.inclinationDeg], [25_544, 51.63]);
    t.deepEqual(
      asked.filter((sql) => /satellites|elsets/.test(sql)),
      [],
    );

    await add(knex, [elset({ name: 'ISS', epochUs: START_US + 1, inclinationDeg: 51.7 }), elset({ noradNumber: 5 })]);
    const [renamed] = (await index.search('25544', 20)).satellites;
    t.like(renamed, { name: 'ISS', elements: { inclinationDeg: 51.7 } });
    t.is((await index.search('5', 20)).satellites[0]?.noradNumber, 5);
  });
});

test('generated satellites are found only while the bundled catalogue is in force', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await add(knex, [elset({ noradNumber: 900_001, name: 'GENERATED' }), elset()], true);
    const index = createCatalogueIndex(knex);
    t.deepEqual(await find(index, 'generated'), ['GENERATED']);
    await add(knex, [elset({ epochUs: START_US + 1 })]);
    t.deepEqual(await find(index, 'generated'), []);
    t.deepEqual(await find(index, 'zarya'), ['ISS (ZARYA)']);
  });
});
