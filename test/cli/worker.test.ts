import { readdirSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { csv, ISS } from '../catalogue/fixtures.js';
import { ADA, createAccount, type Installation, installation, start } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';
import { hasServer, withRole } from '../helpers/postgres.js';
import { until } from '../helpers/until.js';

const WINDOW = ['--start', '2024-05-10', '--nside', '32'];

/**
 * Creates an installation on the test server whose catalogue has the ISS, which is tracked, and others that are only
 * there to be counted; undefined without a server.
 */
async function trackingIss(t: ExecutionContext): Promise<Installation | undefined> {
  if (!hasServer(t)) return undefined;
  const at = await installation(t);
  at.env['LOG_LEVEL'] = 'info';
  const satellites = [1, 2, 3].map((i) => ({ ...ISS, OBJECT_NAME: `ISS (${i})`, NORAD_CAT_ID: String(90_000 + i) }));
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', csv(ISS, ...satellites)));
  await createAccount(at);
  await at.run('track', ...ADA, '--norad', '25544');
  return at;
}

/** Resolves when blocks of a sweep wait in the queue. */
async function blocksWait(knex: Knex): Promise<void> {
  await until(async () => {
    const { rows } = await knex.raw("select to_regclass('sidelobe_jobs.job') is not null as made");
    return rows[0].made === true && (await knex('sidelobe_jobs.job').pluck('id')).length > 0;
  }, 'blocks in the queue');
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
  const at = await trackingIss(t);
  if (at === undefined) return;

  const killed = start(t, at.env, 'worker');
  await killed.output(/waiting for sweeps/);
  const precompute = start(t, at.env, 'precompute', ...WINDOW);
  // Precompute alone could count all blocks before a worker looks for any, so it is paused until both workers have
  // joined.
  await at.look(blocksWait);
  precompute.child.kill('SIGSTOP');
  await killed.output(/sweep joined/);
  killed.child.kill('SIGKILL');
  const stays = start(t, at.env, 'worker');
  await stays.output(/sweep joined/);
  precompute.child.kill('SIGCONT');
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

test('without the right to create the queue, precompute says so and works alone, and a worker is refused', async (t) => {
  const at = await trackingIss(t);
  if (at === undefined) return;
  const databaseUrl = at.env['DATABASE_URL'] ?? '';
  await withRole(databaseUrl, async (role) => {
    at.env['DATABASE_URL'] = role.databaseUrl;
    const denial = /^sidelobe: permission denied for database \w+: .* GRANT CREATE ON DATABASE .*;/;
    const { code, out, err } = await at.run('precompute', ...WINDOW);
    t.is(code, 0, err);
    t.regex(out, /published: 1 run/);
    t.regex(err, new RegExp(`${denial.source} until then this process counts alone\n$`));
    const worker = await start(t, at.env, 'worker').ended;
    t.is(worker.code, 1);
    t.regex(worker.err.split('\n').at(-2) ?? '', new RegExp(`${denial.source}$`));
    at.env['DATABASE_URL'] = databaseUrl;
    await at.look(async (knex) => {
      t.deepEqual(await knex('coverage_analysis_runs').pluck('status'), ['completed']);
      t.deepEqual(await knex('pg_namespace').where({ nspname: 'sidelobe_jobs' }), []);
    });
  });
});
