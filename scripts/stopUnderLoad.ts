/**
 * Tells a server to stop (SIGTERM) at random moments, while it starts, imports, sweeps and serves, with fast and slow
 * readers at it, and counts the requests that it had accepted and did not answer whole:
 *
 *   npm run build && tsx scripts/stopUnderLoad.ts [TRIALS] [SEED]
 *
 * On the database of DATABASE_URL, which must be empty; else on an embedded one. Exit code 1 where one was lost, or the
 * process took longer than 8 s to end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { freePort } from '../test/helpers/port.js';
import { until } from '../test/helpers/until.js';
import { ommOf } from './operations/omm.js';
import { randomFrom } from './random.js';
import { askUntil } from './stopUnderLoad/load.js';

const [trials = 20, seed = 1] = process.argv.slice(2).map(Number);
const LONGEST_MOMENT_MS = 12_000;
const MOST_SECONDS = 8;
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-stop-'));
const publisher = createServer((request, response) => {
  // Another epoch each time: the elements are others, and a window follows.
  const trial = Number(new URL(request.url ?? '', 'http://publisher').searchParams.get('trial'));
  const day = new Date().setUTCHours(0, trial, 0, 0);
  response.setHeader('Content-Type', 'application/json').end(ommOf(bundledCatalogue(day * 1000)));
}).listen(0, '127.0.0.1');
await once(publisher, 'listening');
const port = await freePort();
const env = {
  PATH: process.env['PATH'],
  DATABASE_URL: process.env['DATABASE_URL'] ?? '',
  SIDELOBE_DATA_DIR: join(dataDir, 'data'),
  PORT: String(port),
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
  REFRESH_HOURS: '24',
};

try {
  process.exitCode = (await tryAll()) ? 0 : 1;
} finally {
  publisher.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function tryAll(): Promise<boolean> {
  const { token, tracked } = await prepare();
  const next = randomFrom(seed);
  const sum = { answered: 0, lost: 0, slowest: 0, failed: 0 };
  for (let trial = 1; trial <= trials; trial++) {
    const momentMs = next() * LONGEST_MOMENT_MS;
    const server = serve(['serve'], {
      CATALOGUE_URLS: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/?trial=${trial}`,
    });
    const ending = new AbortController();
    const asking = askUntil(port, token, tracked, ending.signal);
    await pause(momentMs);
    const doing = server.told().findLast((line) => line !== 'request') ?? 'starting';
    const fromMs = performance.now();
    server.child.kill('SIGTERM');
    const [code] = (await once(server.child, 'exit')) as [number | null];
    const seconds = (performance.now() - fromMs) / 1000;
    ending.abort();
    const { answered, lost, statuses } = await asking;
    const lostCount = [...lost.values()].reduce((a, b) => a + b, 0);
    sum.answered += answered;
    sum.lost += lostCount;
    sum.slowest = Math.max(sum.slowest, seconds);
    // Before the process listens to signals, the system ends it, and nobody has been let in.
    if (code !== 0 && server.told().length > 0) sum.failed++;
    print(
      `${trial}: after ${(momentMs / 1000).toFixed(1)} s (${doing}): ended with ${code} in ${seconds.toFixed(1)} s; ` +
        `${answered} answered (${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}), ` +
        `${lostCount} lost ${JSON.stringify(Object.fromEntries(lost))}`,
    );
  }
  print(
    `${trials} stops: ${sum.answered} requests answered, ${sum.lost} accepted and lost, ` +
      `${sum.failed} ended with a code other than 0, the slowest in ${sum.slowest.toFixed(1)} s`,
  );
  return sum.lost === 0 && sum.failed === 0 && sum.slowest <= MOST_SECONDS;
}

/** The demo's account with a token that stays. */
async function prepare(): Promise<{ token: string; tracked: number }> {
  const demo = serve(['serve', '--demo']);
  await until(() => demo.out().includes('curl'), 'the demo to be ready');
  const tracked = Number(/tracked +(\d+):/.exec(demo.out())?.[1]);
  demo.child.kill('SIGTERM');
  await once(demo.child, 'exit');
  const create = serve(['token', 'create', '--email', 'demo@example.com', '--name', 'load']);
  await once(create.child, 'close');
  return { token: /sl_\w+/.exec(create.out())?.[0] ?? '', tracked };
}

function serve(
  args: readonly string[],
  more: Record<string, string> = {},
): { child: ChildProcess; out: () => string; told: () => string[] } {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  const told: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const [, level, message = ''] of text.matchAll(/"level":(\d0).*"msg":"([^"]*)"/g)) {
      told.push(message);
      if (Number(level) >= 40) print(`  ${message}`);
    }
  });
  return { child, out: () => out, told: () => told };
}
