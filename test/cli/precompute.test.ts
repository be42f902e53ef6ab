import test from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { ADA, createAccount, installation, start } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';
import { publisher } from '../helpers/publisher.js';
import { today } from '../helpers/clock.js';

const WINDOW = ['--start', '2024-05-10', '--nside', '32'];
const others = ['20580', '90001', '90002'].map((number, i) => {
  return { ...ISS, OBJECT_NAME: `ISS (${i})`, NORAD_CAT_ID: number, MEAN_ANOMALY: String(90 * i) };
});
const OLD = { ...ISS, OBJECT_NAME: 'OLD', NORAD_CAT_ID: '90003', EPOCH: '2024-03-01T00:00:00' };

async function withCatalogue(t: Parameters<typeof installation>[0]): ReturnType<typeof installation> {
  const at = await installation(t);
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', csv(ISS, ...others, OLD)));
  await createAccount(at);
  return at;
}

test('a window is opened and swept; what is there already is not swept again', async (t) => {
  const at = await withCatalogue(t);
  await at.run('track', ...ADA, '--norad', '25544,20580');
  await at.look((knex) =>
    knex('ground_stations').insert({
      account_id: 1,
      name: 'Berlin',
      latitude: 52.52,
      longitude: 13.405,
      elevation_meters: 0,
    }),
  );

  const first = await at.run('precompute', ...WINDOW);
  t.like(first, { code: 0, err: '' });
  t.regex(
    first.out,
    new RegExp(
      [
        /^window 1, 7 days from 2024-05-10T00:00:00Z, nside 32: 4 satellites in 1 group of equal bands/,
        / {2}no known downlink: 0/,
        / {2}elset more than 14 days away: 1/,
        / {2}not propagated at some epoch, or below 90 km: 0/,
        /swept in \d+\.\d s, published: 2 runs, \d+\.\d MB; 1 cell series, \d+\.\d MB \(\d+\.\d kB each\); peak memory \d+\.\d MB$/,
      ]
        .map(({ source }) => source)
        .join('\\n'),
      'm',
    ),
  );
  await at.look(async (knex) => {
    t.deepEqual(await knex('coverage_analysis_runs').distinct().pluck('status'), ['completed']);
    t.is((await knex('cell_series')).length, 1);
  });

  const second = await at.run('precompute', ...WINDOW);
  t.like(second, { code: 0, err: '' });
  t.regex(second.out, /^window 1, /);
  t.regex(second.out, /nothing to sweep: all runs and cells are there already; peak memory \d+\.\d MB\n$/);

  await at.run('track', ...ADA, '--norad', '90001');
  const third = await at.run('precompute', ...WINDOW);
  t.like(third, { code: 0, err: '' });
  t.regex(third.out, /published: 1 run, \d+\.\d MB; 0 cell series, 0\.0 MB; peak memory/);
});

test('a database that goes away, or is full, is reported in one line', async (t) => {
  const at = await withCatalogue(t);
  await at.run('track', ...ADA, '--norad', '25544');
  await at.look((knex) =>
    knex.raw(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on sweep_blocks for each statement execute function full_disk()`),
  );
  const { code, err } = await at.run('precompute', ...WINDOW);
  t.is(code, 1);
  t.is(
    err,
    'sidelobe: the database does not answer, or takes no changes: what was finished is kept; ' +
      'run the command again when it is back (could not extend file)\n',
  );
  await at.look((knex) => knex.raw('drop function full_disk cascade'));
  t.like(await at.run('precompute', ...WINDOW), { code: 0, err: '' });
});

test('precompute --follow imports, sweeps, waits, and ends when told to', async (t) => {
  const at = await installation(t);
  const day = (await today()).toISOString().slice(0, 10);
  const from = await publisher(t, csv({ ...ISS, EPOCH: `${day}T00:00:00.000000` }));
  const bad = await publisher(t);
  bad.answer((_, response) => response.writeHead(404).end());
  Object.assign(at.env, { CATALOGUE_URLS: `${bad.address} ${from.address}` });
  const following = start(t, at.env, 'precompute', '--follow', '--nside', '32');
  await following.output(/complete; waiting/);
  following.child.kill('SIGTERM');
  const { code, signal, out, err } = await following.ended;
  t.deepEqual({ code, signal }, { code: 0, signal: null });
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /gm;
  const lines = out.replaceAll(time, '').trimEnd().split('\n');
  t.is(out.match(time)?.length, 3);
  t.is(lines[0], `${from.address}: 1 record (omm-csv): 1 added, 0 changed, 0 known already, 0 rejected`);
  t.regex(lines[1] ?? '', /^window 1, 7 days from .*, nside 32: 1 satellite in 1 group/);
  t.deepEqual(lines.slice(-2), ['window 1 is complete; waiting', 'SIGTERM: stopping; what is finished is kept']);
  t.regex(err, /^sidelobe: \S+\/gp\.csv: the server answered 404 Not Found; it is asked again from \S+Z on\n$/);

  await at.look(async (knex) => {
    t.like(await knex('windows'), [{ id: 1, nside: 32 }]);
  });
  t.is(from.requests.length, 1);
});

test('options that make no sense end --follow at once', async (t) => {
  const at = await installation(t);
  for (const [option, message] of [
    [['--start', '2024-05-10'], /--follow.*--start|--start.*--follow/],
    [['--nside', '48'], /nside 48: allowed: /],
    [['--min-elevation', '90'], /90/],
  ] as const) {
    const { code, out, err } = await at.run('precompute', '--follow', ...option);
    t.deepEqual({ code, out }, { code: 1, out: '' });
    t.regex(err, message);
    t.regex(err, /^[^\n]+\n$/);
  }
});
