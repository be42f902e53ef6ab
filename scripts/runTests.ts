/**
 * Runs AVA (arguments are passed on) with a Postgres server beside it where one is installed, and ends with the line
 * `N passed, N failed` that AVA does not print. The exit code is AVA's.
 */
import { spawn } from 'node:child_process';
import { seed } from '../test/helpers/seed.js';
import { buildDebugCore } from './debugCore.js';
import { startPostgres } from './testPostgres.js';

buildDebugCore();
const given = process.env['TEST_DATABASE_URL'] || undefined;
const postgres = given === undefined ? await startPostgres() : undefined;
const url = given ?? postgres?.url;
if (url === undefined) process.stdout.write('skipped: everything on a Postgres server (none is installed)\n');
process.stdout.write(`property tests: seed ${seed} (TEST_SEED takes another)\n`);

const ava = spawn(process.execPath, ['node_modules/ava/entrypoints/cli.mjs', ...process.argv.slice(2)], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, ...(url !== undefined && { TEST_DATABASE_URL: url }) },
});
let output = '';
ava.stdout.setEncoding('utf8').on('data', (text: string) => {
  process.stdout.write(text);
  output += text;
});
const code = await new Promise<number>((resolve) => {
  ava.on('close', (status) => resolve(status ?? 1));
});
await postgres?.stop();

// A line for each test; what failed outside of one, an exception or a hook, is in the closing summary only.
const count = (what: RegExp): number => [...output.matchAll(what)].length;
const passed = count(/^ +✔ /gm);
const failed = count(/^ +✘ \[fail\]/gm);
process.stdout.write(`\n${passed} passed, ${code === 0 ? failed : Math.max(1, failed)} failed\n`);
process.exitCode = code === 0 && passed === 0 ? 1 : code;
