import test from 'ava';
import { leftOutOfTle } from '../../../src/jobs/import/leftOutOfTle.js';
import { elset, importElsets } from '../../db/fixtures.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { withAnyDatabase } from '../../helpers/database.js';

test('TLE below 100000 is told of where CelesTrak sends a group of it, or the catalogue knows higher numbers', async (t) => {
  await withAnyDatabase(t, async ({ knex }) => {
    const group = 'https://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=tle';
    const tells = async (source: string, format: 'tle' | '3le' | 'omm-csv', noradNumber = 25_544): Promise<boolean> =>
      (await leftOutOfTle(knex, { source, format, elsets: [elset({ noradNumber })] })) !== undefined;
    await upsertCatalogue(knex, [elset({ noradNumber: 900_000_001 })], { bundled: true });
    t.true(await tells(group, 'tle'));
    t.true(await tells(group.replace('tle', '3le'), '3le'));
    t.false(await tells(group, 'omm-csv'));
    t.false(await tells('https://celestrak.org/NORAD/elements/gp.php?CATNR=25544', 'tle'));
    t.false(await tells(group, 'tle', 100_000), 'numbers in Alpha-5');
    t.false(await tells('file.txt', '3le'));
    t.false(await tells('https://example.org/gp.txt', 'tle'));
    await importElsets(knex, [elset({ noradNumber: 100_000 })]);
    t.true(await tells('file.txt', '3le'));
    t.false(await tells('file.txt', 'omm-csv'));
  });
});
