import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ADA, CLI, createAccount, installation, start } from '../helpers/cli.js';
import { temporaryDirectory } from '../helpers/files.js';
import { has } from '../helpers/programs.js';
import { until } from '../helpers/until.js';

test('commands reach the embedded database of a running server, which tells what they change within a second', async (t) => {
  const at = await installation(t, 'embedded');
  const env = { ...at.env, LOG_LEVEL: 'info', RATE_LIMIT_OTHER_PER_HOUR: '100000' };
  const server = start(t, env, 'serve');
  const [, url = ''] = await server.output(/"url":"([^"]+)".*"msg":"listening"/);
  t.is(statSync(join(at.env['SIDELOBE_DATA_DIR'] ?? '', '.s.PGSQL.5432')).mode & 0o777, 0o600);

  t.like(await createAccount(at), { code: 0 });
  const token = (await at.run('token', 'create', ...ADA, '--name', 'x')).out.trim();
  const status = async (): Promise<number> =>
    (await fetch(`${url}/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
  t.is(await status(), 200);
  t.is(await status(), 200);
  t.like(await at.run('account', 'disable', ...ADA), { code: 0 });
  await until(async () => (await status()) === 401, 'the token to be refused');
  t.like(await at.run('account', 'enable', ...ADA), { code: 0 });
  t.is(await status(), 200);

  // A second server is still refused.
  const second = await start(t, env, 'serve').ended;
  t.is(second.code, 1);
  t.regex(second.err, /in use by process/);

  const file = join(temporaryDirectory(t), 'backup');
  const backup = await at.run('backup', file);
  t.is(backup.code, 0, backup.err);
  t.is(statSync(file).mode & 0o777, 0o600);
  t.regex((await at.run('backup', file)).err, /exists already/);
  // Limits files to half a megabyte: a write beyond fails, as on a full disk.
  const small = spawnSync('sh', ['-c', `trap '' XFSZ; ulimit -f 1000; exec node ${CLI} backup ${file}.small`], {
    env: { ...process.env, ...at.env },
    encoding: 'utf8',
  });
  t.regex(small.stderr, /^sidelobe: no backup is made: EFBIG/);
  t.false(existsSync(`${file}.small`));
  t.is(await status(), 200);
  t.like(await at.run('account', 'delete', ...ADA, '--yes'), { code: 0 });
  await until(async () => (await status()) === 401, 'the token to be refused');
  server.child.kill('SIGTERM');
  t.is((await server.ended).code, 0);
  t.false(existsSync(join(at.env['SIDELOBE_DATA_DIR'] ?? '', '.s.PGSQL.5432')));

  const other = await installation(t, 'embedded');
  t.like(await other.run('restore', file), { code: 0 });
  t.regex((await other.run('account', 'list')).out, /ada@example\.org/);
  t.regex((await other.run('restore', file)).err, /has a database already/);
  const none = await installation(t, 'embedded');
  t.regex((await none.run('restore', import.meta.filename)).err, /is no backup of an embedded database/);
});

test('a Postgres database is backed up and restored by the programs of Postgres, whole or not at all', async (t) => {
  if (!has(t, 'pg_dump')) return;
  const at = await installation(t);
  if (at.env['DATABASE_URL'] === undefined) {
    t.pass();
    return;
  }
  await createAccount(at);
  const file = join(temporaryDirectory(t), 'backup');
  const backup = await at.run('backup', file);
  t.is(backup.code, 0, backup.err);
  t.is(statSync(file).mode & 0o777, 0o600);
  t.regex((await at.run('backup', file)).err, /exists already/);
  t.regex((await at.run('restore', file)).err, /has \d+ tables already: give DATABASE_URL of an empty/);
  const other = await installation(t, 'empty');
  const good = readFileSync(file);
  const damaged = [
    ...[0, 1000, good.length >> 1].map((end) => good.subarray(0, end)),
    Buffer.from(good).fill(0, good.length >> 1, (good.length >> 1) + 64),
  ];
  for (const [i, bytes] of damaged.entries()) {
    writeFileSync(`${file}.${i}`, bytes);
    // The next restore would be refused if tables were left behind.
    t.regex((await start(t, other.env, 'restore', `${file}.${i}`).ended).err, /pg_restore has failed/, String(i));
  }
  const restored = await other.run('restore', file);
  t.is(restored.code, 0, restored.err);
  t.regex((await other.run('account', 'list')).out, /ada@example\.org/);
});
