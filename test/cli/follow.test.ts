import test from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { installation, start } from '../helpers/cli.js';
import { publisher } from '../helpers/publisher.js';
import { today } from '../helpers/today.js';

test('precompute --follow imports, sweeps, waits, and ends when told to', async (t) => {
  const at = await installation(t);
  const day = (await today()).toISOString().slice(0, 10);
  const from = await publisher(t, csv({ ...ISS, EPOCH: `${day}T00:00:00.000000` }));
  const bad = await publisher(t);
  bad.answer((_, response) => response.writeHead(404).end());
  Object.assign(at.env, { WORKERS: '1', CATALOGUE_URLS: `${bad.address} ${from.address}` });
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

test('options that cannot be meant end --follow at once', async (t) => {
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
