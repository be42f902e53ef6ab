/**
 * Measures how long a token still works at one server after it was revoked at another, both on one Postgres server:
 *
 *     npm run trial revoke -- [--rounds 5]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fill } from './harness/filled.js';
import { installation, onNewDatabase, type RunningServer } from './harness/installation.js';
import { print, quantile } from './harness/report.js';

const MOST_MS = 1_000;
/** Calls by which the other server comes to remember a token. */
const CALLS = 100;
const CALL_EVERY_MS = 15;

export async function trial(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const rounds = Number(values.rounds);
  return onNewDatabase(true, async (settings, directory) => {
    const installed = installation('.', { ...settings, WORKERS: '1' });
    await fill(installed, directory, { every: 100, emails: ['ada@example.org'] });
    const servers = [await installed.serve(), await installed.serve()] as const;
    const took: number[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        const token = await installed.command(['token', 'create', '--email', 'ada@example.org', '--name', 'revoked']);
        took.push(await revoke(...servers, token));
      }
    } finally {
      for (const server of servers) await server.stop();
    }
    const [median, most] = [quantile(took, 0.5), quantile(took, 1)];
    print(
      `a revoked token was last taken elsewhere after ${median.toFixed(0)} ms (median of ${rounds}), ${most.toFixed(0)} ms at most`,
    );
    return most <= MOST_MS;
  });
}

/** Milliseconds from the end of DELETE /auth at the one server to the last call that the other one still took. */
async function revoke(one: RunningServer, other: RunningServer, token: string): Promise<number> {
  const statusAt = async (server: RunningServer, path: string, method: string): Promise<number> => {
    const response = await server.ask(path, token, { method });
    await response.arrayBuffer();
    return response.status;
  };
  for (let call = 0; call < CALLS; call++) {
    if ((await statusAt(other, '/me', 'GET')) !== 200) throw new Error('a new token is not taken');
    await pause(CALL_EVERY_MS);
  }
  await statusAt(one, '/auth', 'DELETE');
  const sinceMs = performance.now();
  if ((await statusAt(one, '/me', 'GET')) !== 401) throw new Error('the server that revoked the token takes it');
  for (let lastMs = 0; ;) {
    const askedMs = performance.now();
    if ((await statusAt(other, '/me', 'GET')) === 401) return lastMs;
    lastMs = askedMs - sinceMs;
  }
}
