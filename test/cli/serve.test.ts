import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { installation, start } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';
import { until } from '../helpers/until.js';

/** Sends the request of a printed curl line: with curl or, if curl is not installed, with fetch. */
async function ask(line: string): Promise<{ data: Record<string, unknown> }> {
  const curl = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  // 127 is the shell's "not found".
  if (curl.status !== 127) return JSON.parse(curl.stdout);
  const [, header = '', url = ''] = /-H '([^']+)' '([^']+)'/.exec(line) ?? [];
  const [name = '', value = ''] = header.split(': ');
  return (await fetch(url, { headers: { [name]: value } })).json() as ReturnType<typeof ask>;
}

test('serve prints curl lines that work as printed, ends when told to, at once when told twice, and survives being killed', async (t) => {
  const at = await installation(t, 'embedded');
  Object.assign(at.env, { LOG_LEVEL: 'info' });
  const lock = join(at.env['SIDELOBE_DATA_DIR'] ?? '', 'lock');

  const first = start(t, at.env, 'serve', '--demo');
  await first.output(/the week of .*\ncurl .*\n/);
  const lines = first.written.out.split('\n').filter((line) => line.startsWith('curl '));
  t.is(lines.length, 2);
  const [point, series] = await Promise.all(lines.map(ask));
  t.is(typeof point?.data['intensity'], 'number');
  t.like(series?.data, { data_points: 10_080, nside: 64 });

  t.like(await at.run('account', 'list'), { code: 0 });
  const place = ['--lat', '52.52', '--lon', '13.405'];
  t.regex(
    (await at.run('interferers', '--norad', '25544', ...place)).out,
    /^25544 ISS \(ZARYA\) at .*\n\d+ satellites/,
  );
  t.deepEqual(await at.run('serve'), {
    code: 1,
    out: '',
    err:
      `sidelobe: the embedded database in ${at.env['SIDELOBE_DATA_DIR']} is in use by process ${first.child.pid}; ` +
      'stop it, or set DATABASE_URL to share a server\n',
  });

  first.child.kill('SIGTERM');
  t.like(await first.ended, { code: 0, signal: null });
  t.false(existsSync(lock));

  const loaded = /"window":(\d+),"satellites":\d+,"msg":"analysis window loaded"/;
  const windowOf = (text: string): string | undefined => loaded.exec(text)?.[1];
  const second = start(t, at.env, 'serve');
  await second.output(/"msg":"listening"/);
  t.is(windowOf(second.written.err), windowOf(first.written.err));
  second.child.kill('SIGKILL');
  await second.ended;
  t.true(existsSync(lock));

  const third = start(t, at.env, 'serve');
  await third.output(/"msg":"listening"/);
  t.is(windowOf(third.written.err), windowOf(first.written.err));
  third.child.kill('SIGINT');
  third.child.kill('SIGTERM');
  t.like(await third.ended, { code: 1, signal: null });
  t.regex(third.written.err, /told to stop again: ending at once/);
});

test('an error that is caught nowhere ends serve in order, told in the log, with exit code 1', async (t) => {
  const at = await installation(t);
  // Node turns an unhandled rejection into an uncaught exception.
  const broken = temporaryFile(
    t,
    'broken.mjs',
    `process.on('SIGUSR2', () => { Promise.reject(new Error('left alone')); });`,
  );
  Object.assign(at.env, { LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${broken}` });
  const service = start(t, at.env, 'serve');
  await service.output(/"msg":"listening"/);
  service.child.kill('SIGUSR2');
  const { code: exit, err } = await service.ended;
  t.is(exit, 1);
  const lines = err.trim().split('\n');
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60);
  t.is(told.length, 1);
  t.like(told[0], { msg: 'an error was caught nowhere: stopping', err: { message: 'left alone' } });
});

test('told to stop while it starts, serve gives everything back and ends in order', async (t) => {
  const at = await installation(t, 'embedded');
  Object.assign(at.env, { LOG_LEVEL: 'info' });
  const lock = join(at.env['SIDELOBE_DATA_DIR'] ?? '', 'lock');
  // Setting the database up takes longest, so it is done before.
  await at.run('migrate');
  const starting = start(t, at.env, 'serve', '--demo');
  await until(() => existsSync(lock), 'the lock of the data directory');
  starting.child.kill('SIGTERM');
  const { code, signal, err, out } = await starting.ended;
  t.deepEqual({ code, signal, out }, { code: 0, signal: null, out: '' });
  t.regex(err, /"msg":"stopping"/);
  t.notRegex(err, /"level":[456]0/);
  t.false(existsSync(lock));
});

/** Script that ends the embedded database's thread when a signal comes, to imitate a crash of the thread. */
const ENDED_BY_SIGNAL = `
  import threads from 'node:worker_threads';
  import { syncBuiltinESMExports } from 'node:module';
  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      super(file, options);
      if (String(file).includes('backendThread')) process.once('SIGUSR2', () => void this.terminate());
    }
  };
  syncBuiltinESMExports();`;

test('where the thread of the embedded database ends by itself, serve says so and ends in order, with code 1', async (t) => {
  const at = await installation(t, 'embedded');
  await at.run('migrate');
  const lock = join(at.env['SIDELOBE_DATA_DIR'] ?? '', 'lock');
  const options = `--import=data:text/javascript,${encodeURIComponent(ENDED_BY_SIGNAL)}`;
  Object.assign(at.env, { LOG_LEVEL: 'info', NODE_OPTIONS: options });
  const running = start(t, at.env, 'serve');
  await running.output(/"msg":"listening"/);
  running.child.kill('SIGUSR2');
  t.like(await running.ended, { code: 1, signal: null });
  t.regex(running.written.err, /the embedded database has ended: its thread exited with code 1/);
  t.notRegex(running.written.err, /not stopped within/);
  t.false(existsSync(lock));
});
