import type { Knex } from 'knex';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../../src/config.js';
import { createAccount } from '../../../src/db/accounts/accounts.js';
import { mintToken } from '../../../src/db/accounts/credentials.js';
import { insertToken } from '../../../src/db/accounts/tokens.js';
import { withDatabase } from '../../../src/service/batch.js';
import { RATE_LIMITS } from '../../../src/spec.js';
import { start } from '../../helpers/cli.js';
import { serverInstallation } from '../../helpers/service.js';

const CALLS = 300;
/** Number of calls that an account may make under one limit, in all processes together. */
const ALLOWED = RATE_LIMITS.other.calls;

/** Starts a server; returns the address of its API. */
async function serve(t: ExecutionContext, env: Record<string, string>): Promise<string> {
  const running = start(t, { ...env, PORT: '0', WORKERS: '1', LOG_LEVEL: 'info' }, 'serve');
  const [, url = ''] = await running.output(/"url":"([^"]+)".*"msg":"listening"/);
  return url;
}

/** Creates an account; returns its token. */
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

test('of 300 calls at once to two processes on one server exactly 100 pass, each with another number left', async (t) => {
  const settings = await serverInstallation(t);
  if (settings === undefined) {
    t.pass();
    return;
  }
  const first = await serve(t, settings);
  const headers = { authorization: `Bearer ${await newToken(settings)}` };
  const second = await serve(t, settings);
  const left = await Promise.all(
    Array.from({ length: CALLS }, async (_unused, call) => {
      const response = await fetch(`${call % 2 === 0 ? first : second}/me`, { headers });
      await response.arrayBuffer();
      return response.status === 429 ? 'refused' : Number(response.headers.get('x-ratelimit-remaining'));
    }),
  );
  t.is(left.filter((one) => one === 'refused').length, CALLS - ALLOWED);
  const numbers = left.filter((one) => one !== 'refused').toSorted((a, b) => a - b);
  t.deepEqual(
    numbers,
    Array.from({ length: ALLOWED }, (_unused, number) => number),
  );
});
