import test, { type ExecutionContext } from 'ava';
import { BASE_PATH, RATE_LIMITS } from '../../../src/spec.js';
import { installation, type RunningCommand, start } from '../../helpers/cli.js';
import { serverInstallation } from '../../helpers/service.js';
import { today } from '../../helpers/today.js';

const CALLS = 300;
/** Calls of an account that count against the same limit, in any process. */
const ALLOWED = RATE_LIMITS.other.calls;

interface Served {
  running: RunningCommand;
  url: string;
}

async function serve(t: ExecutionContext, env: Record<string, string>, ...options: string[]): Promise<Served> {
  const running = start(t, { ...env, PORT: '0', WORKERS: '1', LOG_LEVEL: 'info' }, 'serve', ...options);
  const [, url = ''] = await running.output(/"url":"([^"]+)".*"msg":"listening"/);
  return { running, url };
}

async function tokenOf({ running }: Served): Promise<string> {
  const [, token = ''] = await running.output(/Bearer (sl_\w+)/);
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
    const first = await serve(t, env, '--demo');
    t.true(first.url.endsWith(BASE_PATH));
    const token = await tokenOf(first);
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
  await today();
  const first = await serve(t, settings, '--demo');
  const token = await tokenOf(first);
  const second = await serve(t, settings);
  t.deepEqual(await askAtOnce([first, second], token), { 200: ALLOWED, 429: CALLS - ALLOWED });
});
