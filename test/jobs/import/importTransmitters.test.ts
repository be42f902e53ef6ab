import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { listImports } from '../../../src/db/catalogue/imports.js';
import { catalogueStatus } from '../../../src/db/catalogue/satellites.js';
import { listTransmitters } from '../../../src/db/catalogue/transmitters.js';
import { UserError } from '../../../src/errors.js';
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

test('records that cannot be used are named and counted; a file that is none changes nothing', async (t) => {
  const file = temporaryFile(t, 'transmitters.csv', `${HEADER}25544,0,,\n20580,2287500000,,\n`);
  const other = temporaryFile(t, 'other.csv', 'a,b\n1,2\n');
  await withDatabase(t, async ({ knex }) => {
    const { rejections, added } = await importTransmitters(knex, file);
    t.is(added, 1);
    t.deepEqual(
      rejections.map(({ line }) => line),
      [2],
    );
    t.regex(rejections[0]?.reason ?? '', /^downlink_low_hz is "0"; allowed: /);
    t.like((await listImports(knex, 1))[0], { kind: 'transmitters', rowsRead: 2, added: 1, rejected: 1 });

    await t.throwsAsync(importTransmitters(knex, other), { instanceOf: UserError });
    t.is((await listImports(knex, 10)).length, 1);
  });
});

test('the password of an address is sent, but not written down', async (t) => {
  const server = createServer((request, response) => {
    const known = request.headers.authorization === `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    response.writeHead(known ? 200 : 401).end(`${HEADER}25544,2287500000,,\n`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await withDatabase(t, async ({ knex }) => {
    const { source } = await importTransmitters(knex, `http://ada:secret@${host}/transmitters.csv`);
    t.is(source, `http://${host}/transmitters.csv`);
    t.is((await listImports(knex, 1))[0]?.source, source);
  });
});
