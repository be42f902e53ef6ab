import test from 'ava';
import { catalogueStatus } from '../../../src/db/catalogue/satellites.js';
import { listTransmitters } from '../../../src/db/catalogue/transmitters.js';
import { importTransmitters } from '../../../src/jobs/import/importTransmitters.js';
import { withDatabase } from '../../helpers/database.js';
import { temporaryFile } from '../../helpers/files.js';

const HEADER = 'norad_cat_id,downlink_low_hz,downlink_high_hz,min_elevation_deg\n';

const SATNOGS = {
  uuid: 'KHwU5hJYaTvDWcZGBdDmbA',
  description: 'Mode V APRS',
  alive: true,
  status: 'active',
  norad_cat_id: 25_544,
  downlink_low: 145_825_000,
  downlink_high: null,
};

test('importing twice changes nothing', async (t) => {
  const file = temporaryFile(t, 'transmitters.csv', `${HEADER}25544,10700000000,12700000000,25\n20580,2287500000,,\n`);
  await withDatabase(t, async ({ knex }) => {
    const first = await importTransmitters(knex, file);
    t.deepEqual(first, {
      source: file,
      format: 'csv',
      rowsRead: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      skipped: {},
      rejections: [],
    });
    const before = await listTransmitters(knex);
    // As earlier versions stored them: a file that was imported by one is known.
    t.deepEqual(
      before.map(({ externalId }) => externalId),
      ['4a7302b65ff4bc71604b1ab7b63cf048', '258070c96fb6d64fb860ed47859db2ef'],
    );
    const { revision } = await catalogueStatus(knex);
    t.like(await importTransmitters(knex, file), { added: 0, changed: 0, unchanged: 2 });
    t.deepEqual(await listTransmitters(knex), before);
    t.is((await catalogueStatus(knex)).revision, revision);
  });
});

test('a changed transmitter replaces the one known before; what has no downlink is skipped by reason', async (t) => {
  const silent = { ...SATNOGS, uuid: 'silent', downlink_low: null };
  const first = temporaryFile(t, 'first.json', JSON.stringify([SATNOGS, silent]));
  const second = temporaryFile(t, 'second.json', JSON.stringify([{ ...SATNOGS, downlink_low: 437_800_000 }]));
  await withDatabase(t, async ({ knex }) => {
    t.like(await importTransmitters(knex, first), { format: 'satnogs', added: 1, skipped: { 'no downlink': 1 } });
    t.like(await importTransmitters(knex, second), { added: 0, changed: 1 });
    t.deepEqual(
      (await listTransmitters(knex)).map(({ noradNumber, downlinkLowHz }) => [noradNumber, downlinkLowHz]),
      [[25_544, 437_800_000]],
    );
  });
});
