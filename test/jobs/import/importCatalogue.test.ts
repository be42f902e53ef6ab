import type { Knex } from 'knex';
import { catalogueRevision } from '../../../src/db/catalogue/imports.js';
import { catalogueStatus, upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { leftOutOfTle, loadBundledCatalogue, readElsets } from '../../../src/jobs/import/importCatalogue.js';
import { UserError } from '../../../src/errors.js';
import { csv, ISS, stationary, televisionList, TRANSPONDER } from '../../catalogue/fixtures.js';
import { anyDatabaseTest, databaseTest, DAY_US, elset, importElsets, START_US } from '../../db/fixtures.js';
import { temporaryFile } from '../../helpers/files.js';
import { listTransmitters } from '../../../src/db/catalogue/transmitters.js';
import { importFile } from '../../../src/jobs/import/importSource.js';
import { readDownlinks } from '../../../src/jobs/import/importTransmitters.js';

const HST = { ...ISS, OBJECT_NAME: 'HST', OBJECT_ID: '1990-037B', NORAD_CAT_ID: '20580' };

const elsets = (knex: Knex): Promise<unknown[]> => knex('elsets').orderBy('id');

databaseTest('an import that fails half-way leaves the database as it was', async (t, { knex }) => {
  const file = temporaryFile(t, 'catalogue.csv', csv(ISS, HST));
  await knex.raw('alter table imports add constraint refused check (kind is null)');
  try {
    await t.throwsAsync(importFile(knex, file, readElsets), { message: /refused/ });
  } finally {
    await knex.raw('alter table imports drop constraint refused');
  }
  t.deepEqual(await elsets(knex), []);
  t.is((await catalogueStatus(knex)).satellites, 0);
});

databaseTest(
  'imports of the same satellites at the same time, in opposite orders, both succeed',
  async (t, { knex }) => {
    const satellites = Array.from({ length: 1500 }, (_, i) => ({ ...ISS, NORAD_CAT_ID: String(1000 + i) }));
    const forward = temporaryFile(t, 'forward.csv', csv(...satellites));
    const backward = temporaryFile(t, 'backward.csv', csv(...satellites.toReversed()));
    const results = await Promise.all([importFile(knex, forward, readElsets), importFile(knex, backward, readElsets)]);
    t.deepEqual(
      results.map(({ added }) => added).toSorted((a, b) => a - b),
      [0, 1500],
    );
  },
);

databaseTest(
  'the bundled catalogue loads once for an epoch, and gives way to the first import',
  async (t, { knex }) => {
    const file = temporaryFile(t, 'catalogue.csv', csv(ISS));
    await loadBundledCatalogue(knex, START_US);
    const first = await catalogueStatus(knex);
    t.true(first.bundled);
    t.true(first.satellites > 5000);
    t.deepEqual([first.oldestEpochUs, first.newestEpochUs], [START_US, START_US]);
    t.deepEqual(
      first.lastImports.map(({ kind, source, added }) => ({ kind, source, added })),
      [{ kind: 'bundled', source: 'bundled', added: first.satellites }],
    );

    await loadBundledCatalogue(knex, START_US);
    t.deepEqual(await catalogueStatus(knex), first);

    await loadBundledCatalogue(knex, START_US + DAY_US);
    const second = await catalogueStatus(knex);
    t.true(second.revision > first.revision);
    t.deepEqual([second.satellites, second.newestEpochUs], [first.satellites, START_US + DAY_US]);

    await importFile(knex, file, readElsets);
    t.like(await catalogueStatus(knex), { bundled: false, satellites: 1, elsets: 1 });
  },
);

anyDatabaseTest(
  'TLE below 100000 is told of where CelesTrak sends a group of it, or the catalogue knows higher numbers',
  async (t, { knex }) => {
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
  },
);

const HEADER = 'norad_cat_id,downlink_low_hz,downlink_high_hz,min_elevation_deg\n';

databaseTest('importing transmitters twice changes nothing', async (t, { knex }) => {
  const file = temporaryFile(t, 'transmitters.csv', `${HEADER}25544,10700000000,12700000000,25\n20580,2287500000,,\n`);
  const first = await importFile(knex, file, readDownlinks);
  t.deepEqual(first, {
    source: file,
    format: 'csv',
    rowsRead: 2,
    added: 2,
    changed: 0,
    unchanged: 0,
    skipped: {},
    rejections: [],
    warnings: [],
  });
  const before = await listTransmitters(knex);
  // These ids must never change: databases have them, and a file that was imported before must count as known.
  t.deepEqual(
    before.map(({ externalId }) => externalId),
    ['4a7302b65ff4bc71604b1ab7b63cf048', '258070c96fb6d64fb860ed47859db2ef'],
  );
  const { revision } = await catalogueStatus(knex);
  t.like(await importFile(knex, file, readDownlinks), { added: 0, changed: 0, unchanged: 2 });
  t.deepEqual(await listTransmitters(knex), before);
  t.is((await catalogueStatus(knex)).revision, revision);
});

databaseTest(
  'a television list waits for a catalogue, changes nothing the second time, and follows a satellite that moves',
  async (t, { knex }) => {
    const second = TRANSPONDER.replace('11700000', '12500000');
    const slots: Parameters<typeof televisionList> = [
      [130, '13.0E Hotbird 13F/13G', TRANSPONDER, second],
      [525, '52.5E Al Yah 1', second],
      [900, '90.0E Yamal 401', second],
    ];
    const file = temporaryFile(t, 'satellites.xml', televisionList(...slots));
    const early = { instanceOf: UserError, message: /by orbital slot.*import one with `sidelobe catalogue import/ };
    await t.throwsAsync(importFile(knex, file, readDownlinks), early);
    await loadBundledCatalogue(knex, START_US);
    await t.throwsAsync(importFile(knex, file, readDownlinks), early);

    const hotbird = stationary(54_048, 'EUTELSAT HOTBIRD 13F', 13.1);
    await importElsets(knex, [hotbird, stationary(37_393, 'YAHSAT 1A', 52.4), stationary(39_034, 'SKYNET 5D', 52.7)]);
    const first = await importFile(knex, file, readDownlinks);
    t.like(first, { format: 'television', rowsRead: 4, added: 4, changed: 0, satellites: { named: 1, bySlot: 2 } });
    t.deepEqual(
      first.warnings?.map(({ line, record }) => [line, record]),
      [[4, '90.0E Yamal 401']],
    );
    const before = await listTransmitters(knex);
    const revision = await catalogueRevision(knex);
    t.like(await importFile(knex, file, readDownlinks), { added: 0, changed: 0, unchanged: 4 });
    t.deepEqual(await listTransmitters(knex), before);
    t.is(await catalogueRevision(knex), revision);

    const moved = { ...stationary(54_048, hotbird.name, 90), epochUs: hotbird.epochUs };
    await importElsets(knex, [{ ...moved, elementSetNo: 1000 }]);
    t.like(await importFile(knex, file, readDownlinks), { added: 1, changed: 2, unchanged: 2 });
    t.deepEqual(
      (await listTransmitters(knex)).map(({ noradNumber, source }) => `${noradNumber} ${source}`),
      ['37393 slot', '39034 slot', '54048 slot'],
    );
  },
);
