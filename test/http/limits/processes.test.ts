import type { Knex } from 'knex';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../../src/config.js';
import { createAccount } from '../../../src/db/accounts/accounts.js';
import { mintToken } from '../../../src/db/accounts/credentials.js';
import { insertToken } from '../../../src/db/accounts/tokens.js';
import { withDatabase } from '../../../src/service/batch.js';
import { BASE_PATH, RATE_LIMITS } from '../../../src/spec.js';
import { installation, type RunningCommand, start } from '../../helpers/cli.js';
import { serverInstallation } from '../../helpers/service.js';

const CALLS = 300;
/** Calls of an account that count against the same limit, in any process. */
const ALLOWED = RATE_LIMITS.other.calls;

interface Served {
  running: RunningCommand;
  url: string;
}

async function serve(t: ExecutionContext, env: Record<string, string>): Promise<Served> {
  const running = start(t, { ...env, PORT: '0', WORKERS: '1', LOG_LEVEL: 'info' }, 'serve');
  const [, url = ''] = await running.output(/"url":"([^"]+)".*"msg":"listening"/);
  return { running, url };
}

/** The token of a new account. */
async function newToken(env: Record<string, string>): Promise<string> {
  const { token, hash } = mintToken();
  const names = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' };
  const prepare = async (knex: Knex): Promise<void> => {
    const user = await createAccount(knex, { ...names, passwordHash: 'nobody signs in', plan: 'enterprise' });
    await insertToken(knex, { ...user, name: 'test', hash, origin: 'cli' });
  };
  await withDatabase(readConfig(env), prepare, { mayAsk: true });
  return token;
}

/** Asks at once, in turns where there are several processes; how many answers have which status. */
async function askAtOnce(processes: readonly Served[], token: string): Promise<Record<number, number>> {
  const headers = { authorization: `Bearer ${token}` };
  const statuses = await Promise.all(
    Array.from({ length: CALLS }, async (_unused, call) => {
      const response = await fetch(`${processes[call % processes.length]?.url}/me`, { headers });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test.serial(
  'of 300 calls at once to a service with its own database exactly 100 pass, and none after a restart',
  async (t) => {
    const { env } = await installation(t, 'embedded');
    const first = await serve(t, env);
    t.true(first.url.endsWith(BASE_PATH));
    const token = await newToken(env);
    t.deepEqual(await askAtOnce([first], token), { 200: ALLOWED, 429: CALLS - ALLOWED });
    first.running.child.kill('SIGTERM');
    t.is((await first.running.ended).code, 0);

    const second = await serve(t, env);
    t.deepEqual(await askAtOnce([second], token), { 429: CALLS });
  },
);

test.serial('of 300 calls at once to two processes on one server exactly 100 pass', async (t) => {
  const settings = await serverInstallation(t);
  if (settings === undefined) {
    t.pass();
    return;
  }
  const first = await serve(t, settings);
  const token = await newToken(settings);
  const second = await serve(t, settings);
  t.deepEqual(await askAtOnce([first, second], token), { 200: ALLOWED, 429: CALLS - ALLOWED });
});
