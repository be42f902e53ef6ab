import { readdirSync } from 'node:fs';
import test from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { type Installation, installation, start } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';

const ADA = ['--email', 'ada@example.org'];
const WINDOW = ['--start', '2024-05-10', '--nside', '32'];

async function onServer(t: Parameters<typeof installation>[0]): Promise<Installation | undefined> {
  const at = await installation(t);
  Object.assign(at.env, { WORKERS: '1', LOG_LEVEL: 'info' });
  if (at.env['DATABASE_URL'] !== undefined) return at;
  const message = 'skipped on a Postgres server: TEST_DATABASE_URL is not set';
  t.log(message);
  t.not(process.env['CI'], 'true', message);
  return undefined;
}

test('a worker is refused on the embedded database, which it does not touch', async (t) => {
  const at = await installation(t, 'embedded');
  t.deepEqual(await at.run('worker'), {
    code: 1,
    out: '',
    err: 'sidelobe: DATABASE_URL is not set: workers share the database of a Postgres server, postgres://…\n',
  });
  t.deepEqual(readdirSync(at.env['SIDELOBE_DATA_DIR'] ?? ''), []);
});

test('workers share in what precompute sweeps, whether they stay, are killed, or are told to stop', async (t) => {
  const at = await onServer(t);
  if (at === undefined) return;
  const satellites = [1, 2, 3].map((i) => ({ ...ISS, OBJECT_NAME: `ISS ${i}`, NORAD_CAT_ID: String(90_000 + i) }));
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', csv(ISS, ...satellites)));
  await at.run('account', 'create', ...ADA, '--password', 'correct horse', '--first-name', 'Ada', '--last-name', 'L');
  await at.run('track', ...ADA, '--norad', '25544');

  const [stays, killed] = [start(t, at.env, 'worker'), start(t, at.env, 'worker')];
  await Promise.all([stays, killed].map((worker) => worker.output(/waiting for sweeps/)));
  const precompute = start(t, at.env, 'precompute', ...WINDOW);
  await killed.output(/sweep joined/);
  killed.child.kill('SIGKILL');
  const { code, out, err } = await precompute.ended;
  t.deepEqual([code, err], [0, '']);
  t.regex(out, /published: 1 run/);
  await stays.output(/"blocks":[1-9]\d*,"seconds":\d+,"msg":"sweep left"/);
  stays.child.kill('SIGTERM');
  t.is((await stays.ended).code, 0);
  await at.look(async (knex) => {
    t.deepEqual(await knex('coverage_analysis_runs').pluck('status'), ['completed']);
    t.deepEqual(await knex('sweep_blocks').pluck('part'), []);
    t.deepEqual(await knex('sidelobe_jobs.job').pluck('id'), []);
  });
});
