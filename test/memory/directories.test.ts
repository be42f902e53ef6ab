import test from 'ava';
import { elementsOf } from '../../src/db/catalogue/elsets.js';
import { insertWindow } from '../../src/db/analysis/windows.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { createDirectories } from '../../src/memory/directories.js';
import { elset, frozen, START_US, WINDOW } from '../db/fixtures.js';
import { withDatabase } from '../helpers/database.js';

test('a window lists its satellites with operator, class and the epoch of their frozen elements', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const many = Array.from({ length: 1_001 }, (_, i) => elset({ noradNumber: 60_000 + i, name: `STARLINK-${i}` }));
    const iss = elset({ epochUs: START_US - 5 });
    const geo = elset({ noradNumber: 40_000, name: 'NOBODYS', meanMotionRevPerDay: 1.0027 });
    await upsertCatalogue(knex, [...many, iss, geo, elset({ noradNumber: 7, name: 'LEFT OUT' })], { bundled: false });
    const satellites = [...many, iss, geo].map((one) => ({ ...frozen(one), elements: elementsOf(one) }));
    const open = () => knex.transaction((trx) => insertWindow(trx, WINDOW, satellites));
    const ids = [await open(), await open(), await open()] as const;
    // Newer elements do not change a window that is open already.
    await upsertCatalogue(knex, [elset({ epochUs: START_US + 1 })], { bundled: false });

    const directories = createDirectories(knex);
    const directory = await directories.of(ids[0]);
    t.is(directory.size, 1_003);
    t.deepEqual(directory.get(25_544), {
      noradNumber: 25_544,
      name: 'ISS (ZARYA)',
      operator: 'ISS partners',
      orbitalClass: 'LEO',
      elsetEpochUs: START_US - 5,
    });
    t.like(directory.get(40_000), { name: 'NOBODYS', operator: null, orbitalClass: 'GEO' });
    t.like(directory.get(61_000), { name: 'STARLINK-1000', operator: 'SpaceX' });

    let asked = 0;
    const count = (): unknown => asked++;
    knex.on('query', count);
    t.is(await directories.of(ids[0]), directory);
    t.is(asked, 0, 'once read, it is kept');
    const [a, b] = await Promise.all([directories.of(ids[1]), directories.of(ids[1])]);
    t.is(a, b, 'and read once for all who ask');
    t.is(asked, 2);
    await directories.of(ids[2]);
    t.not(await directories.of(ids[0]), directory, 'that asked about longest ago is forgotten');
    knex.off('query', count);
  });
});
