import test from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { installation } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';
import { today } from '../helpers/clock.js';

const SILENT = { ...ISS, OBJECT_NAME: 'SILENT', NORAD_CAT_ID: '90001' };
const OLD = { ...ISS, OBJECT_NAME: 'OLD', NORAD_CAT_ID: '90002', EPOCH: '2024-03-01T00:00:00' };

test('a window is opened for the start, grid and elevation asked for, and listed', async (t) => {
  const at = await installation(t);
  t.deepEqual(await at.run('window', 'list'), { code: 0, out: 'no window has been opened yet\n', err: '' });
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', csv(ISS, SILENT, OLD)));

  const opened = await at.run('window', 'open', '--start', '2024-05-10T00:00:00Z');
  t.like(opened, { code: 0, err: '' });
  t.regex(
    opened.out,
    /^window 1 opened in \d+\.\d s: 2 satellites in 1 emitter group\n {2}elset more than 14 days away: 1\n {2}no known downlink: 1\n$/,
  );
  const options = ['--nside', '32', '--min-elevation', '7.5', '--uniform-elevation'];
  t.like(await at.run('window', 'open', '--start', '2024-05-10T02:00:00+02:00', ...options), { code: 0 });
  t.like(await at.run('window', 'open', '--start', '2024-05-11'), { code: 0 });

  const [header, ...rows] = (await at.run('window', 'list')).out.trimEnd().split('\n');
  const cells = (line = ''): string[] => line.split(/ {2,}/);
  t.deepEqual(cells(header), [
    'id',
    'start',
    'nside',
    'min elevation',
    'satellites',
    'left out',
    'failing',
    'published',
  ]);
  t.deepEqual(
    rows.map((row) => [...cells(row).slice(0, 5), cells(row)[6]]),
    [
      ['3', '2024-05-11T00:00:00Z', '64', '10 deg', '2', 'not surveyed'],
      ['2', '2024-05-10T00:00:00Z', '32', '7.5 deg, uniform', '2', 'not surveyed'],
      ['1', '2024-05-10T00:00:00Z', '64', '10 deg', '2', 'not surveyed'],
    ],
  );
});

test('without options a window takes the settings, and begins today', async (t) => {
  const at = await installation(t);
  const day = (await today()).toISOString().slice(0, 10);
  await at.run('catalogue', 'import', temporaryFile(t, 'c.csv', csv({ ...ISS, EPOCH: `${day}T12:00:00` })));
  Object.assign(at.env, { WINDOW_NSIDE: '128', WINDOW_MIN_ELEVATION: '5' });
  t.like(await at.run('window', 'open'), { code: 0, err: '' });
  const [, row] = (await at.run('window', 'list')).out.split('\n');
  t.regex(row ?? '', /^1 {3}\d{4}-\d\d-\d\dT00:00:00Z {2}128 {4}5 deg /);
});

test('a window that cannot be opened is refused in one line', async (t) => {
  const at = await installation(t);
  const refused = async (err: string, ...args: string[]): Promise<void> => {
    t.deepEqual(await at.run('window', 'open', ...args), { code: 1, out: '', err: `sidelobe: ${err}\n` });
  };
  await refused('the catalogue is empty: import one with `sidelobe catalogue import FILE|URL`');
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', csv(ISS)));
  const start = ['--start', '2024-05-10T00:00:00Z'];
  await refused('nside 100: allowed: 32, 64, 128, 256', ...start, '--nside', '100');
  await refused('--nside x: allowed: a number in plain digits', ...start, '--nside', 'x');
  await refused('minimum elevation -5: allowed: 0 to below 90 degrees', ...start, '--min-elevation', '-5');
  await refused('minimum elevation 90: allowed: 0 to below 90 degrees', ...start, '--min-elevation', '90');
  await refused('--min-elevation 1e1: allowed: a number in plain digits', ...start, '--min-elevation', '1e1');
  const years = 'allowed: 1957-10-04 to 2056-12-31, the years that element sets are dated in';
  await refused(`start 9999-01-01T00:00:00.000Z: ${years}`, '--start', '9999-01-01T00:00:00Z');
  const times = 'allowed: a whole minute such as 2026-07-10T00:00:00Z, or a date';
  for (const text of ['tomorrow', '2024-02-30', '2024-05-10T00', '2024-05-10T00:00:00.5Z', '1715299200']) {
    await refused(`--start ${text}: ${times}`, '--start', text);
  }
  await refused('start 2024-05-10T00:00:30.000Z: allowed: a whole UTC minute', '--start', '2024-05-10T00:00:30Z');
  await refused(
    'start 2025-01-01T00:00:00.000Z: no element set lies within 14 days of it; the catalogue holds 2024-05-09 to 2024-05-09',
    '--start',
    '2025-01-01T00:00:00Z',
  );
  t.is((await at.run('window', 'list')).out, 'no window has been opened yet\n');
});
