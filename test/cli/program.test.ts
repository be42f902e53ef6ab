import test from 'ava';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import { withProgress } from '../../src/cli/progress.js';
import { installation } from '../helpers/cli.js';
import { document } from '../helpers/openapi.js';
import { withPatience, withRequestId } from '../../src/db/connection/patience.js';

test('unknown commands and options are refused in one line, before the database is touched', async (t) => {
  const at = await installation(t);
  const refused = async (err: string, ...args: string[]): Promise<void> => {
    t.deepEqual(await at.run(...args), { code: 1, out: '', err: `sidelobe: ${err} (see --help)\n` });
  };
  await refused("unknown command 'sweep'", 'sweep');
  await refused("unknown command 'stat' (Did you mean status?)", 'catalogue', 'stat');
  await refused("unknown option '--port'", 'serve', '--port', '80');
  await refused("required option '--email <address>' not specified", 'account', 'disable');
  await refused("unknown option '--emial' (Did you mean --email?)", 'account', 'disable', '--emial', 'a@b.c');
  await refused("option '--email <address>' argument missing", 'account', 'disable', '--email');
  await refused("missing required argument 'file|url'", 'catalogue', 'import');
  const sky = ['encounters', '--norad', '1', '--lat', '5'];
  await refused("option '--station <id>' cannot be used with option '--lat <degrees>'", ...sky, '--station', '1');
  await refused("option '--json' cannot be used with option '--csv'", ...sky, '--csv', '--json');
  await refused("too many arguments for 'list'. Expected 0 arguments but got 1.", 'window', 'list', 'x');
});

test('help describes every command, argument and option, and says which are required', async (t) => {
  const every = (command: Command): Command[] => [command, ...command.commands.flatMap(every)];
  for (const command of every(createProgram())) {
    const { commands, options, registeredArguments } = command;
    for (const one of [...commands, ...options, ...registeredArguments]) {
      t.truthy(one instanceof Command ? one.description() : one.description, `${command.name()} ${one.name()}`);
    }
  }
  const at = await installation(t);
  const { code, out } = await at.run('track', '--help');
  t.is(code, 0);
  t.regex(out, /--email <address> .*\(required\)/);
  t.deepEqual(await at.run('help', 'catalogue', 'import'), await at.run('catalogue', 'import', '--help'));
});

test('package, API document and command line have one version', async (t) => {
  const at = await installation(t);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  t.deepEqual(await at.run('--version'), { code: 0, out: `${version}\n`, err: '' });
  t.is(document.info['version'], version);
});

test('the first command brings the database up to date, and migrate says so', async (t) => {
  const at = await installation(t, 'empty');
  const { code, out, err } = await at.run('migrate');
  t.deepEqual({ code, err }, { code: 0, err: '' });
  t.regex(out, /^applied: 0001_initial(, \d{4}_\w+)*\n$/);
  t.deepEqual(await at.run('migrate'), { code: 0, out: 'the database is up to date\n', err: '' });
});

test('where there is no database, commands that need one say so, and make none', async (t) => {
  const at = await installation(t, 'embedded');
  const dataDir = join(at.env['SIDELOBE_DATA_DIR'] ?? '', 'none');
  at.env['SIDELOBE_DATA_DIR'] = dataDir;
  const place = ['--norad', '25544', '--lat', '52', '--lon', '13'];
  for (const args of [
    ['catalogue', 'status'],
    ['account', 'list'],
    ['interferers', ...place],
    ['backup', 'file'],
  ]) {
    const { code, err } = await at.run(...args);
    t.is(code, 1);
    t.true(err.startsWith(`sidelobe: there is no database in ${dataDir}: set SIDELOBE_DATA_DIR`), err);
  }
  t.false(existsSync(dataDir) || existsSync('file'));
});

test('config check prints every setting, hides secrets, and ends with 1 and a line for each fault', async (t) => {
  const at = await installation(t);
  Object.assign(at.env, { PORT: '8081', DATABASE_URL: 'postgres://a:secret@b/c' });
  const good = await at.run('config', 'check');
  t.is(good.code, 0, good.err);
  t.regex(good.out, /^PORT +8081 +environment$/m);
  t.regex(good.out, /^DATABASE_URL +… +environment$/m);
  t.regex(good.out, /^SERIES_CACHE_MB +512 +default$/m);
  t.true(good.out.endsWith('the settings are valid\n'));
  t.false(good.out.includes('secret'));

  Object.assign(at.env, { PORT: '70000', WORKERS: 'many' });
  const bad = await at.run('config', 'check');
  t.is(bad.code, 1);
  t.regex(bad.err, /^sidelobe: PORT="70000": .*\nsidelobe: WORKERS="many": .*\n$/);
});

test('a line that is written while a request is answered names the request, once', async (t) => {
  const lines: string[] = [];
  const log = pino({ mixin: withRequestId }, { write: (line: string) => lines.push(line) });
  log.info('before');
  await withPatience(
    async () => {
      await Promise.resolve();
      log.error('deep below');
      log.info({ request_id: 'b' }, 'named by the line');
      log.child({ request_id: 'c' }).info('named by the child');
      setTimeout(() => log.warn('later'), 1);
    },
    1_000,
    'a',
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  const ids = lines.map((line) => line.match(/"request_id":"\w"/g));
  t.deepEqual(ids, [null, ['"request_id":"a"'], ['"request_id":"b"'], ['"request_id":"c"'], ['"request_id":"a"']]);
});

test('a terminal is shown each stage, a file nothing', async (t) => {
  const written = async (isTTY: boolean): Promise<string> => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    const done = await withProgress((show) => {
      show({ stage: 'parsing' });
      show({ stage: 'storing', done: 1, of: 4 });
      show({ stage: 'storing', done: 4, of: 4 });
      return Promise.resolve('done');
    }, stream);
    t.is(done, 'done');
    stream.end();
    return text(stream);
  };
  t.regex(await written(true), /parsing  0s[^]*storing  \[=+-+\] 25%[^]* 100% \| 4\/4/);
  t.is(await written(false), '');
});
