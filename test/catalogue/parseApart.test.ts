import { gzipSync } from 'node:zlib';
import test from 'ava';
import { parseCatalogueApart, parseTransmittersApart } from '../../src/catalogue/parseApart.js';
import { parseCatalogue } from '../../src/catalogue/read.js';
import { parseTransmitters } from '../../src/catalogue/transmitterFiles.js';
import { UserError } from '../../src/errors.js';
import { csv, ISS } from './fixtures.js';

const rows = Array.from({ length: 2_000 }, (_, i) => ({ ...ISS, NORAD_CAT_ID: String(i) }));
const downlinks = rows.map(({ NORAD_CAT_ID }) => `${NORAD_CAT_ID},2287500000,\n`).join('');

test('much data and gzip are read in a thread, as little data is here', async (t) => {
  for (const bytes of [Buffer.from(csv(ISS)), Buffer.from(csv(...rows)), gzipSync(csv(ISS))]) {
    t.deepEqual(await parseCatalogueApart(bytes, 'gp.csv'), parseCatalogue(bytes, 'gp.csv'));
  }
  const bytes = Buffer.from(`norad_cat_id,downlink_low_hz,downlink_high_hz\n${downlinks.repeat(4)}`);
  const parsed = await parseTransmittersApart(bytes, 'own.csv');
  t.deepEqual(parsed, parseTransmitters(bytes, 'own.csv'));
  t.deepEqual([parsed.transmitters.length, parsed.rejections.length, parsed.rowsRead], [1_999, 4, 8_000]);
});

test('while a thread reads, this one goes on', async (t) => {
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

test('data that cannot be used is refused by the thread as it is here', async (t) => {
  const bytes = Buffer.alloc(200_000, 'a,b\n');
  const expected = t.throws(() => parseCatalogue(bytes, 'gp.csv'), { instanceOf: UserError });
  await t.throwsAsync(parseCatalogueApart(bytes, 'gp.csv'), { instanceOf: UserError, message: expected.message });
  const { message } = t.throws(() => parseTransmitters(bytes, 'tx.csv'), { instanceOf: UserError });
  await t.throwsAsync(parseTransmittersApart(bytes, 'tx.csv'), { instanceOf: UserError, message });
});
