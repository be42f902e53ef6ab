/**
 * `npm test`: builds everything, and runs all tests and, at the same time, the checks. `npm test -- FILE ...` builds
 * the stale parts, and runs only those tests. Other arguments go to AVA. If Postgres is installed, the tests get a
 * server. The exit code is AVA's, or 1 if a build or check fails or no test passes; the last line is `N passed, N
 * failed`, which AVA does not print.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { seed } from '../test/helpers/seed.js';
import { check } from './build/check.js';
import { build, staleParts, TESTED } from './build/parts.js';
import { compileTests, writeRooms } from './build/tests.js';
import { startPostgres } from './testPostgres.js';

// With fewer garbage collections the checks and compilers written in Go take a fifth less time, and a tenth more
// memory.
process.env['GOGC'] ??= '400';
const given = process.argv.slice(2);
const isTest = (argument: string): boolean => !relative('test', argument).startsWith('..');
const places = given.filter(isTest);
const missing = places.find((place) => !existsSync(place));
if (missing !== undefined) {
  process.stderr.write(`${missing}: there is no such test file\n`);
  process.exit(1);
}
const isWhole = places.length === 0;
const checked = isWhole ? check() : Promise.resolve(true);
const built = await Promise.all([build(isWhole ? TESTED : staleParts(TESTED)), compileTests()]);
if (built.includes(false)) {
  await checked;
  process.exit(1);
}

writeRooms(isWhole ? testsIn('test') : places.flatMap(testsIn));
const server = process.env['TEST_DATABASE_URL'] || undefined;
const postgres = server === undefined ? await startPostgres() : undefined;
const url = server ?? postgres?.url;
if (url === undefined) process.stdout.write('skipped: everything on a Postgres server (none is installed)\n');
process.stdout.write(`property tests: seed ${seed} (TEST_SEED takes another)\n`);

const ava = spawn(
  process.execPath,
  ['node_modules/ava/entrypoints/cli.mjs', ...given.filter((argument) => !isTest(argument))],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(url !== undefined && { TEST_DATABASE_URL: url }) },
  },
);
// The checks run at the same time as the tests; if a check fails, the tests are stopped.
void checked.then((isSound) => isSound || ava.kill('SIGINT'));
let output = '';
ava.stdout.setEncoding('utf8').on('data', (text: string) => {
  process.stdout.write(text);
  output += text;
});
const code = await new Promise<number>((resolve) => {
  ava.on('close', (status) => resolve(status ?? 1));
});
await postgres?.stop();

// AVA prints a line for each test. A failure outside of a test (exception, hook) is only in its closing summary, so a
// bad exit code counts as at least one failure.
const count = (what: RegExp): number => [...output.matchAll(what)].length;
const passed = count(/^ +✔ /gm);
const failed = count(/^ +✘ \[fail\]/gm);
const isSound = await checked;
process.stdout.write(`\n${passed} passed, ${code === 0 && isSound ? failed : Math.max(1, failed)} failed\n`);
process.exitCode = (code === 0 && passed === 0) || !isSound ? 1 : code;

/** Paths, from the root, of the test files in a folder; of a file, its own path. */
function testsIn(place: string): string[] {
  if (!statSync(place).isDirectory()) return [relative('', place)];
  const below = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  return below.map((file) => relative('', join(place, file)));
}
