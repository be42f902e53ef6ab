import { gzipSync } from 'node:zlib';
import test from 'ava';
import { parseCatalogueApart, parseTransmittersApart } from '../../src/catalogue/sources/parseApart.js';
import { parseCatalogue } from '../../src/catalogue/elsets/formats.js';
import { parseTransmitters } from '../../src/catalogue/transmitters/transmitterFiles.js';
import { UserError } from '../../src/errors.js';
import { csv, ISS, ISS_TLE } from './fixtures.js';

const rows = Array.from({ length: 2_000 }, (_, i) => ({ ...ISS, NORAD_CAT_ID: String(i) }));
const downlinks = rows.map(({ NORAD_CAT_ID }) => `${NORAD_CAT_ID},2287500000,\n`).join('');

test('large or gzipped data is read in a thread, with the same result as small data here', async (t) => {
  for (const bytes of [Buffer.from(csv(ISS)), Buffer.from(csv(...rows)), gzipSync(csv(ISS))]) {
    t.deepEqual(await parseCatalogueApart(Buffer.from(bytes), 'gp.csv'), parseCatalogue(bytes, 'gp.csv'));
  }
  const bytes = Buffer.from(`norad_cat_id,downlink_low_hz,downlink_high_hz\n${downlinks.repeat(4)}`);
  const parsed = await parseTransmittersApart(Buffer.from(bytes), 'own.csv');
  t.deepEqual(parsed, parseTransmitters(bytes, 'own.csv'));
  t.deepEqual([parsed.transmitters.length, parsed.rejections.length, parsed.rowsRead], [1_999, 4, 8_000]);
});

test('while a thread reads, the calling one goes on', async (t) => {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  turn();
  await parseCatalogueApart(Buffer.from(csv(...rows)), 'gp.csv');
  isDone = true;
  t.true(turns > 10, `${turns}`);
});

test('a thread refuses unusable data as the calling thread does', async (t) => {
  const bytes = Buffer.alloc(200_000, 'a,b\n');
  const expected = t.throws(() => parseCatalogue(bytes, 'gp.csv'), { instanceOf: UserError });
  const apart = parseCatalogueApart(Buffer.from(bytes), 'gp.csv');
  await t.throwsAsync(apart, { instanceOf: UserError, message: expected.message });
  const { message } = t.throws(() => parseTransmitters(bytes, 'tx.csv'), { instanceOf: UserError });
  await t.throwsAsync(parseTransmittersApart(bytes, 'tx.csv'), { instanceOf: UserError, message });
});

test.serial('a file of blank lines takes the memory of its other lines', async (t) => {
  // An array of these 3 million lines would take some 200 MB, more than the parser gets.
  const blanks = Buffer.alloc(3_000_000, '\n');
  const little = { megabytes: 128 };
  const table = Buffer.concat([Buffer.from(`${csv(ISS)}\n`), blanks, Buffer.from(csv(ISS).split('\n')[1] ?? '')]);
  t.is((await parseCatalogueApart(table, 'blank.csv', little)).rowsRead, 2);
  const lines = Buffer.concat([Buffer.from('ISS\n'), blanks, Buffer.from(ISS_TLE.join('\n')), blanks]);
  t.is((await parseCatalogueApart(lines, 'blank.txt', little)).elsets.length, 1);
});

test.serial('data that take too much memory to read are refused, and the process goes on', async (t) => {
  const bomb = gzipSync(`[${'[],'.repeat(1_000_000)}[]]`);
  await t.throwsAsync(parseCatalogueApart(bomb, 'bomb.json', { megabytes: 32 }), {
    instanceOf: UserError,
    message: 'bomb.json: reading it takes more than 32 MB of memory. Is it what it should be? If so, split it',
  });
});

test.serial('data that take too long to read are refused, and their thread ends', async (t) => {
  await t.throwsAsync(parseCatalogueApart(Buffer.from(csv(...rows)), 'slow.csv', { megabytes: 128, seconds: 0.001 }), {
    instanceOf: UserError,
    message: 'slow.csv: reading it takes more than 0.001 s. Is it what it should be? If so, split it',
  });
});
