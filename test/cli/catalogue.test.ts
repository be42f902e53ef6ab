import test from 'ava';
import { join } from 'node:path';
import { claimFetch, findFetch } from '../../src/db/catalogue/fetches.js';
import { csv, ISS, ISS_TLE, stationary, televisionList, TRANSPONDER } from '../catalogue/fixtures.js';
import { importElsets } from '../db/fixtures.js';
import { installation } from '../helpers/cli.js';
import { temporaryDirectory, temporaryFile, freePort } from '../helpers/files.js';
import { publisher } from '../helpers/publisher.js';

const HST = { ...ISS, OBJECT_NAME: 'HST', NORAD_CAT_ID: '20580' };

/** The smallest file that begins as a JPEG does (JFIF 1.02, section "JFIF APP0"). */
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, 0, 0, 1, 0, 1, 0, 0]);

test('an import tells what it did, and status what there is', async (t) => {
  const at = await installation(t);
  t.deepEqual(await at.run('catalogue', 'status'), {
    code: 0,
    out: 'catalogue       empty\nsatellites      0\nelement sets    0\ntransmitters    0 of 0 satellites\n',
    err: '',
  });

  const file = temporaryFile(t, 'catalogue.csv', csv(ISS, HST));
  const first = await at.run('catalogue', 'import', file);
  t.like(first, { code: 0, err: '' });
  t.regex(
    first.out,
    /catalogue\.csv: 2 records \(omm-csv\) in \d+\.\d s: 2 element sets added \(2 new satellites\), 0 known already, 0 rejected\n$/,
  );
  const second = await at.run('catalogue', 'import', file);
  t.regex(second.out, / 0 element sets added \(0 new satellites\), 2 known already, 0 rejected\n$/);

  const { code, out, err } = await at.run('catalogue', 'status');
  t.deepEqual({ code, err }, { code: 0, err: '' });
  const lines = out.trimEnd().split('\n');
  t.deepEqual(lines.slice(0, 6), [
    'catalogue       imported',
    'satellites      2',
    'element sets    2, epochs 2024-05-09T08:48:19Z to 2024-05-09T08:48:19Z',
    'transmitters    0 of 0 satellites',
    'silent          LEO 50.0 %: no downlink is known',
    '',
  ]);
  t.deepEqual(
    lines.slice(6).map((line) => line.split(/ {2,}/).slice(1, -1)),
    [
      ['kind', 'format', 'records', 'added', 'changed', 'unchanged', 'rejected'],
      ['catalogue', 'omm-csv', '2', '0', '0', '2', '0'],
      ['catalogue', 'omm-csv', '2', '2', '0', '0', '0'],
    ],
  );
});

test('an import keeps the kind of its source: that of the option, else of files or addresses', async (t) => {
  const at = await installation(t);
  const named = (noradNumber: number): string => csv({ ...ISS, NORAD_CAT_ID: String(noradNumber) });
  const from = await publisher(t, named(1));
  await at.run('catalogue', 'import', from.address);
  await at.run('catalogue', 'import', temporaryFile(t, 'gp.csv', named(2)));
  const file = temporaryFile(t, 'sup-gp.csv', named(3));
  t.regex((await at.run('catalogue', 'import', '--source', 'sup-gp', file)).out, /: 1 element set added/);
  from.publish(named(4));
  await at.run('catalogue', 'import', '--source', 'sup-gp', from.address);
  await at.run('catalogue', 'import', '--source', 'gp', temporaryFile(t, 'saved.csv', named(5)));
  const sources = await at.look((knex) => knex('elsets').orderBy('norad_number').pluck<string[]>('source'));
  t.deepEqual(sources, ['gp', 'file', 'sup-gp', 'sup-gp', 'gp']);
  const wrong = await at.run('catalogue', 'import', '--source', 'tle', file);
  t.is(wrong.code, 1);
  t.regex(wrong.err, /gp, sup-gp/);
});

test('an import of TLE warns in one line where satellites with six digits are known that it leaves out', async (t) => {
  const at = await installation(t);
  const tle = temporaryFile(t, 'stations.txt', ISS_TLE.join('\n'));
  t.like(await at.run('catalogue', 'import', tle), { code: 0, err: '' });
  await at.run('catalogue', 'import', temporaryFile(t, 'new.csv', csv({ ...ISS, NORAD_CAT_ID: '100001' })));
  const { code, err } = await at.run('catalogue', 'import', tle);
  t.is(code, 0);
  t.regex(err, /^sidelobe: \S*stations\.txt: warning: TLE has no numbers above 99999 .*\n$/);
  t.like(await at.run('catalogue', 'import', temporaryFile(t, 'gp.csv', csv(ISS))), { code: 0, err: '' });
});

test('a record that cannot be used is named with its line, the others are kept; only where none is left does it fail', async (t) => {
  const { EPOCH: _missing, ...withoutEpoch } = ISS;
  const at = await installation(t);
  const file = temporaryFile(t, 'catalogue.csv', csv(ISS, { ...HST, MEAN_MOTION: '0' }));
  const partly = await at.run('catalogue', 'import', file);
  t.is(partly.code, 0);
  t.regex(partly.err, /^sidelobe: .*catalogue\.csv:3: .*20580.*: rejected: MEAN_MOTION is "0"; allowed: .*\n$/);
  t.regex(partly.out, /: 1 element set added \(1 new satellite\), 0 known already, 1 rejected\n$/);

  const incomplete = await at.run('catalogue', 'import', temporaryFile(t, 'omm.json', JSON.stringify([withoutEpoch])));
  t.is(incomplete.code, 1);
  t.regex(incomplete.err, /^sidelobe: .*omm\.json:1: .*25544.*: rejected: EPOCH is missing; allowed: .*\n$/);
});

test('a source without a catalogue is refused in one line that names it, and the others are imported', async (t) => {
  const at = await installation(t);
  const directory = temporaryDirectory(t);
  const closed = await freePort();
  const files: [string, RegExp][] = [
    [temporaryFile(t, 'empty.csv', ''), /empty\.csv: .*empty/],
    [temporaryFile(t, 'photo.jpg', JPEG), /photo\.jpg: .*Accepted are OMM/],
    [temporaryFile(t, 'columns.csv', 'a,b\n1,2\n'), /columns\.csv: the file begins with "a,b".*Accepted are OMM/],
    [join(directory, 'missing.csv'), /missing\.csv: no such file/],
    [directory, /is a directory; allowed: a file, or an http or https address/],
    [`http://127.0.0.1:${closed}/gp.csv`, new RegExp(`127\\.0\\.0\\.1:${closed} cannot be reached: .*ECONNREFUSED`)],
    ['ftp://example.org/gp.csv', /addresses begin with http:\/\/ or https:\/\//],
  ];
  const good = temporaryFile(t, 'good.csv', csv(ISS));
  const { code, out, err } = await at.run('catalogue', 'import', ...files.map(([file]) => file), good);
  t.is(code, 1);
  t.regex(out, /^\S*good\.csv: 1 record \(omm-csv\)/);
  const lines = err.trimEnd().split('\n');
  t.is(lines.length, files.length);
  files.forEach(([, message], i) => {
    t.true(lines[i]?.startsWith('sidelobe: '), lines[i]);
    t.regex(lines[i] ?? '', message);
  });
});

test('transmitters of SatNOGS DB are attributed, at import and wherever they are listed', async (t) => {
  const at = await installation(t);
  const attribution = 'Transmitters: SatNOGS DB, CC BY-SA 4.0.';
  const csvFile = temporaryFile(t, 'own.csv', 'norad_cat_id,downlink_low_hz,downlink_high_hz\n25544,2287500000,\n');
  const own = await at.run('transmitters', 'import', csvFile);
  t.like(own, { code: 0, err: '' });
  t.true(own.out.endsWith('own.csv: 1 record (csv): 1 added, 0 changed, 0 known already, 0 rejected.\n'), own.out);
  t.false((await at.run('catalogue', 'status')).out.includes(attribution));

  const transmitter = {
    uuid: 'a',
    description: 'FM',
    alive: true,
    status: 'active',
    norad_cat_id: 25_544,
    downlink_low: 145_800_000,
  };
  const json = temporaryFile(t, 'satnogs.json', JSON.stringify([transmitter, { ...transmitter, alive: false }]));
  const { code, out } = await at.run('transmitters', 'import', json);
  t.is(code, 0);
  t.true(
    out.endsWith(
      `satnogs.json: 2 records (satnogs): 1 added, 0 changed, 0 known already, 0 rejected, 1 skipped (not alive). ${attribution}\n`,
    ),
    out,
  );
  const status = (await at.run('catalogue', 'status')).out;
  t.true(status.includes('transmitters    2 of 1 satellite\n'), status);
  t.true(status.trimEnd().endsWith(attribution));

  const broken = temporaryFile(t, 'broken.csv', 'norad_cat_id,downlink_low_hz,downlink_high_hz\n0,2287500000,\n');
  const refused = await at.run('transmitters', 'import', broken);
  t.is(refused.code, 1);
  t.regex(refused.err, /^sidelobe: \S*broken\.csv:2: .*: rejected: norad_cat_id is "0"; allowed: .*\n$/);
  t.like(await at.run('transmitters', 'import', temporaryFile(t, 'photo.jpg', JPEG)), { code: 1, out: '' });
});

test('an import by hand asks an address for all data, for another kind too, and status tells when it was asked', async (t) => {
  const at = await installation(t);
  const from = await publisher(t, csv(ISS));
  t.regex((await at.run('catalogue', 'import', from.address)).out, /: 1 element set added/);
  t.regex((await at.run('catalogue', 'import', from.address)).out, /: 0 element sets added .* 1 known/);
  const supplemental = await at.run('catalogue', 'import', '--source', 'sup-gp', from.address);
  t.regex(supplemental.out, /: 1 record .* 1 known already/);
  t.like(await at.look((knex) => findFetch(knex, from.address)), { status: 200, etag: null });
  from.answer((_, response) => response.writeHead(500).end());
  t.like(await at.run('catalogue', 'import', from.address), { code: 1, out: '' });

  const status = (await at.run('catalogue', 'status')).out.trimEnd().split('\n');
  const table = status.findIndex((line) => line.startsWith('asked at'));
  t.deepEqual(status[table]?.split(/ {2,}/), ['asked at', 'last success', 'may be asked from', 'answer', 'address']);
  const [askedAt = '', succeededAt = '', fromWhen = '', ...answer] = status[table + 1]?.split(/ {2,}/) ?? [];
  t.deepEqual(answer, ['500', from.address]);
  t.true(succeededAt <= askedAt);
  t.is(Date.parse(fromWhen) - Date.parse(askedAt), 7_200_000);
  t.deepEqual(status.slice(table + 2), [`failed: ${from.address}: the server answered 500 Internal Server Error`]);
});

test('CelesTrak is not asked again within two hours, by whoever it was, and the others are', async (t) => {
  const at = await installation(t);
  const address = 'https://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=csv';
  const askedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
  await at.look((knex) => claimFetch(knex, address, undefined, askedAt));
  const file = temporaryFile(t, 'catalogue.csv', csv(ISS));
  const time = (hours: number): string =>
    `${new Date(askedAt.getTime() + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
  const { code, out, err } = await at.run('catalogue', 'import', address, file);
  t.is(code, 1);
  t.regex(out, /catalogue\.csv: 1 record/);
  t.is(
    err,
    `sidelobe: ${address}: asked at ${time(0)} already, and publishers shut out who asks too often; ` +
      `allowed from ${time(2)} on, or at once with --force\n`,
  );
});

test('an address that did not answer may be asked again at once by hand', async (t) => {
  const at = await installation(t);
  const address = 'https://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=csv';
  const { fetch } = globalThis;
  t.teardown(() => void (globalThis.fetch = fetch));
  const ask = (answer: () => Promise<Response>) => {
    globalThis.fetch = answer;
    return at.run('catalogue', 'import', address);
  };
  const cause = new Error('getaddrinfo EAI_AGAIN celestrak.org');
  const away = await ask(() => Promise.reject(new TypeError('fetch failed', { cause })));
  t.is(away.err, `sidelobe: ${address}: celestrak.org cannot be reached: ${cause.message}\n`);
  const busy = () => Promise.resolve(new Response('', { status: 503 }));
  t.regex((await ask(busy)).err, /the server answered 503/);
  t.regex((await ask(busy)).err, /publishers shut out who asks too often/);
});

const LANDSAT = { ...ISS, OBJECT_NAME: 'LANDSAT 9', NORAD_CAT_ID: '49260' };
const CARRIERS =
  'norad_cat_id,downlink_low_hz,downlink_high_hz,bandwidth_hz,baud,mode,eirp_dbw,description\n' +
  '49260,8.2e9,,,440e6,OQPSK,12.5,data\n';

test('the downlinks of a satellite come with source and rule, as a table and as JSON', async (t) => {
  const at = await installation(t);
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', csv(LANDSAT)));
  await at.run('transmitters', 'import', temporaryFile(t, 'carriers.csv', CARRIERS));
  const table = await at.run('transmitters', 'show', '--norad', '49260');
  t.like(table, { code: 0, err: '' });
  t.regex(table.out, /^49260 LANDSAT 9\nbands +S, X\n/);
  t.regex(table.out, /\n2282 +2283 +table +as given\n/);
  t.regex(table.out, /\n8000 +8497 +csv +assumed from the symbol rate\n/);
  t.regex(table.out, /\n8025 +8400 +table +set aside: imported\n/);
  t.regex(table.out, /\ncsv +8200 +- +440000000 +OQPSK +12\.5 +data\n/);

  const found = JSON.parse((await at.run('transmitters', 'show', '--norad', '49260', '--json')).out);
  t.like(found, { norad_number: 49_260, name: 'LANDSAT 9', frequency_bands: ['S', 'X'] });
  t.deepEqual(found.ranges, [
    { low_hz: 2_282_000_000, high_hz: 2_283_000_000, source: 'table', rule: 'given', assumed: false },
    { low_hz: 8_000_000_000, high_hz: 8_497_000_000, source: 'csv', rule: 'baud', assumed: true },
  ]);
  t.deepEqual(found.set_aside, [{ low_hz: 8_025_000_000, high_hz: 8_400_000_000, source: 'table' }]);
  t.like(found.transmitters[0], { baud: 440e6, mode: 'OQPSK', eirp_dbw: 12.5, bandwidth_hz: null });

  t.regex(
    (await at.run('transmitters', 'show', '--norad', '7')).err,
    /neither a satellite 7 nor transmitters of it: .*\n$/,
  );
  const wrong = await at.run('transmitters', 'show', '--norad', 'x');
  t.like(wrong, { code: 1, err: 'sidelobe: --norad is "x"; allowed: 1 to 999999999\n' });
});

test('carriers by slot come with their source, their polarisation and who shares them; doubts are told', async (t) => {
  const at = await installation(t);
  await at.look((knex) => importElsets(knex, [stationary(1, 'A', 13), stationary(2, 'B', 13), stationary(3, 'C', 40)]));
  const mistaken = TRANSPONDER.replace('11700000', '12000');
  const list = televisionList(
    [130, '13.0E Hotbird', TRANSPONDER],
    [400, '40.0E C', mistaken],
    [-50, '5.0W D', TRANSPONDER],
  );
  const { code, out, err } = await at.run('transmitters', 'import', temporaryFile(t, 'satellites.xml', list));
  t.is(code, 0);
  t.regex(out, /: 3 records \(television\): 3 added, .* 0 rejected, of 1 satellite by name and 2 by slot alone\.\n$/);
  t.deepEqual(
    err
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^.*satellites\.xml/, '')),
    [
      ':2: 40.0E C 12000: warning: a downlink at 12000000 Hz is doubtful: satellites send between 13 MHz and 110 GHz; 12000000000 Hz (12000 MHz) is more likely',
      ':3: 5.0W D: warning: no geostationary satellite of the catalogue stands within 0.3 degrees of 5 W; carriers that go to none: 1',
    ],
  );
  const shown = (await at.run('transmitters', 'show', '--norad', '1')).out;
  t.regex(shown, /\nshares {9}1 carrier of its orbital slot with 2 B\n/);
  t.regex(shown, /\nslot +11700 +- +27500000 +DVB-S2 +- +13\.0E Hotbird, horizontal\n/);
});
