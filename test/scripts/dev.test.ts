import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'ava';
import { startNode } from '../helpers/cli.js';
import { temporaryDirectory } from '../helpers/files.js';
import { freePort } from '../helpers/port.js';
import { anyInstallation } from '../helpers/service.js';
import { today } from '../helpers/today.js';

const COPIED = ['assembly', 'dist', 'scripts', 'src', 'asconfig.json', 'package.json', 'tsconfig.json'];

test('dev serves what was built, then what is saved with the account of before, tells what does not compile, and ends when told to', async (t) => {
  await today();
  const tree = temporaryDirectory(t);
  for (const path of COPIED) cpSync(path, join(tree, path), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  const port = await freePort();
  const settings = { ...(await anyInstallation(t)), PORT: String(port) };

  const dev = startNode(t, tree, settings, '--import=tsx', 'scripts/dev.ts');
  t.teardown(() => {
    dev.child.kill('SIGTERM');
    return dev.ended;
  });
  const [[, token]] = await Promise.all([dev.output(/token +(\S+)\n/), dev.output(/what was built before: served at/)]);
  const ask = async (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const isAlive = async () => (await ask('/health/ready')).status === 200;
  const route = join(tree, 'src/http/routes/health.ts');
  const text = readFileSync(route, 'utf8');
  const save = async (from: string, to: string, said: RegExp) => {
    dev.written.out = '';
    writeFileSync(route, text.replace(from, to));
    await dev.output(said);
  };

  await save("status: 'ok' as const", 'status: okay', /not built/);
  t.regex(dev.written.out, /src\/http\/routes\/health\.ts\(\d+,\d+\): error TS2304: Cannot find name 'okay'/);
  t.true(await isAlive());

  await save("path: '/health_check'", "path: '/how_are_you'", /served at/);
  t.is((await ask('/how_are_you')).status, 200);
  t.is((await ask('/api/v1/tracked_satellites')).status, 200);

  dev.child.kill('SIGINT');
  t.like(await dev.ended, { code: 0, signal: null });
  await t.throwsAsync(isAlive);
});
