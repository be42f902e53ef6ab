import test from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { installation } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';

const LANDSAT = { ...ISS, OBJECT_NAME: 'LANDSAT 9', NORAD_CAT_ID: '49260' };
const CARRIERS =
  'norad_cat_id,downlink_low_hz,downlink_high_hz,bandwidth_hz,baud,mode,eirp_dbw,description\n' +
  '49260,8.2e9,,,440e6,OQPSK,12.5,data\n';

test('what is known of a satellite is told with its source and the rule, as a table and as JSON', async (t) => {
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
});

test('a satellite that nobody knows, and a number that is none, are errors in one line', async (t) => {
  const at = await installation(t);
  const unknown = await at.run('transmitters', 'show', '--norad', '7');
  t.is(unknown.code, 1);
  t.regex(unknown.err, /^sidelobe: the catalogue has neither a satellite 7 nor transmitters of it: .*\n$/);
  const wrong = await at.run('transmitters', 'show', '--norad', 'x');
  t.is(wrong.code, 1);
  t.regex(wrong.err, /^sidelobe: --norad is "x"; allowed: 1 to 999999999\n$/);
});
