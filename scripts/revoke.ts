/**
 * Measures how long a token still works in one server that was revoked by another: with its listening connection as it
 * is, ended, and cut without a word. Two built servers, in processes of their own, on a Postgres of theirs; nothing tells
 * the second one but what it listens to.
 *
 *     npm run build && tsx scripts/revoke.ts [ROUNDS]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { noticeProxy } from '../test/helpers/noticeProxy.js';
import { freePort } from '../test/helpers/port.js';
import { startPostgres } from './testPostgres.js';

const CLI = 'dist/cli.js';
const EMAIL = 'ada@example.org';
/** Calls by which a token becomes known, spread over more than a round trip of the listening connection. */
const LEARNING_CALLS = 100;
const LEARNING_MS = 1_500;

const rounds = Number(process.argv[2] ?? '5');
const postgres = await startPostgres();
if (postgres === undefined) throw new Error('no Postgres is installed');
const ends: (() => unknown)[] = [];
const proxy = await noticeProxy({ teardown: (end) => void ends.push(end) }, postgres.url);
const servers: ChildProcess[] = [];

function settings(databaseUrl: string, port = 0): NodeJS.ProcessEnv {
  const limits = { RATE_LIMIT_OTHER_PER_HOUR: '1000000', LOG_LEVEL: 'error' };
  return { ...process.env, ...limits, DATABASE_URL: databaseUrl, PORT: String(port), WORKERS: '1' };
}

function command(url: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('node', [CLI, ...args], { env: settings(url), encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Starts a server; returns the address of its API. */
async function serve(databaseUrl: string): Promise<string> {
  const port = await freePort();
  servers.push(
    spawn('node', [CLI, 'serve'], { env: settings(databaseUrl, port), stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
  return `${url}/api/v1`;
}

async function ask(url: string, token: string, method = 'GET'): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(method === 'GET' ? `${url}/me` : `${url}/auth`, { method, headers });
  await response.arrayBuffer();
  return response.status;
}

/** Milliseconds from the end of DELETE /auth at the one server to the last call that the other one still took. */
async function revoke(first: string, second: string, token: string, cut: () => unknown): Promise<number> {
  for (let call = 0; call < LEARNING_CALLS; call++) {
    if ((await ask(second, token)) !== 200) throw new Error('a new token is not taken');
    await pause(LEARNING_MS / LEARNING_CALLS);
  }
  await cut();
  await ask(first, token, 'DELETE');
  const sinceMs = performance.now();
  for (let lastMs = 0; ;) {
    const askedMs = performance.now();
    if ((await ask(second, token)) === 401) return lastMs;
    lastMs = askedMs - sinceMs;
  }
}

try {
  command(postgres.url, 'migrate');
  const names = ['--first-name', 'Ada', '--last-name', 'Lovelace'];
  command(postgres.url, 'account', 'create', '--email', EMAIL, '--password', 'correct horse', ...names);
  const [first, second] = [await serve(postgres.url), await serve(proxy.databaseUrl)];
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  const terminate = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'sidelobe notices'`;
  for (const [how, cut] of [
    ['as it is', () => undefined],
    ['ended', () => admin.query(terminate)],
    ['cut without a word', () => proxy.cut()],
  ] as const) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const token = command(postgres.url, 'token', 'create', '--email', EMAIL, '--name', how);
      took.push(await revoke(first, second, token, cut));
      proxy.mend();
    }
    const [median, most] = [took.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0, Math.max(...took)];
    process.stdout.write(
      `listening connection ${how}: a revoked token last taken after ${median.toFixed(1)} ms (median of ${rounds}), ${most.toFixed(1)} ms at most\n`,
    );
  }
  await admin.end();
} finally {
  for (const server of servers) server.kill('SIGTERM');
  for (const end of ends) end();
  await postgres.stop();
}
