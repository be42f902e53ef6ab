/**
 * Tells a server to stop (SIGTERM) at random moments while it starts, imports, sweeps and serves fast and slow readers.
 * Counts the requests that it accepted and did not answer completely:
 *
 *     npm run trial stops -- [--rounds 20] [--seed 1] [--postgres]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/helpers/files.js';
import { BASE_PATH } from '../../src/spec.js';
import type { Options } from '../trial.js';
import { type Account, bundled, fill, ommOf } from './harness/filled.js';
import { installation, onNewDatabase } from './harness/installation.js';
import { askFor, type Call, type Order } from './harness/load.js';
import { print } from './harness/report.js';

const LONGEST_MOMENT_MS = 12_000;
const MOST_SECONDS = 8;
const SLOW_BYTES_PER_SECOND = 300_000;

export async function trial({ rounds = 20, random, postgres }: Options): Promise<boolean> {
  // In each round the publisher's elements have another epoch, so that the server imports them and opens a window.
  const publisher = createServer((asked, answer) => {
    const minutes = Number(new URL(asked.url ?? '', 'http://publisher').searchParams.get('round'));
    answer.setHeader('Content-Type', 'application/json').end(ommOf(bundled(new Date().setUTCHours(0, minutes, 0, 0))));
  }).listen(0, '127.0.0.1');
  await once(publisher, 'listening');
  const source = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/?round=`;
  try {
    return await onNewDatabase(postgres, (settings, directory) =>
      stopAll({ ...settings, REFRESH_HOURS: '24' }, directory, source, rounds, random),
    );
  } finally {
    publisher.close();
  }
}

/** Orders of the callers of an account: quick and slow readers, over kept connections and new ones. */
function ordersOf({ token, leo }: Account): Omit<Order, 'url'>[] {
  const call = (path: string): readonly Call[] => [{ name: path, path, weight: 1 }];
  const week = call(`/interference/timeseries?tracked_satellite_id=${leo}&lat=10&lon=20`);
  const now = new Date().toISOString();
  const point = call(`/interference/at_point?tracked_satellite_id=${leo}&lat=1&lon=1&timestamp=${now}`);
  const slow = { headers: { 'accept-encoding': 'identity' }, bytesPerSecond: SLOW_BYTES_PER_SECOND };
  const orders = [
    { calls: week },
    { calls: week, isApart: true, ...slow },
    { calls: point },
    { calls: point, isApart: true },
    { calls: call('/health/ready'), connections: 1 },
    { calls: call('/health/live'), connections: 1, isApart: true },
  ];
  return orders.map((order) => ({ connections: 4, token, ms: Infinity, isStubborn: true, ...order }));
}

/** Stops a server in each round; returns whether no request was lost, and every stop was quick and had exit code 0. */
async function stopAll(
  settings: Record<string, string>,
  directory: string,
  source: string,
  rounds: number,
  random: () => number,
): Promise<boolean> {
  const installed = installation('.', settings);
  const [account] = await fill(installed, directory, { every: 1, emails: ['ada@example.org'] });
  if (account === undefined) throw new Error('an account is needed');
  const sum = { answered: 0, lost: 0, slowest: 0, failed: 0 };
  for (let round = 1; round <= rounds; round++) {
    const momentMs = random() * LONGEST_MOMENT_MS;
    const port = await freePort();
    const server = installed.start(['serve'], { PORT: String(port), CATALOGUE_URLS: `${source}${round}` });
    const ending = new AbortController();
    const orders = ordersOf(account).map((order) => ({ ...order, url: `http://127.0.0.1:${port}${BASE_PATH}` }));
    const asking = Promise.all(orders.map((order) => askFor(order, { signal: ending.signal })));
    await pause(momentMs);
    const fromMs = performance.now();
    server.kill('SIGTERM');
    const [code, signal] = (await once(server, 'exit')) as [number | null, string | null];
    const seconds = (performance.now() - fromMs) / 1000;
    ending.abort();
    const tallies = await asking;
    // The system resets connections that it has made and the server has not accepted when the port closes.
    const connecting = tallies.reduce((total, { failed }) => total + (failed['connecting'] ?? 0), 0);
    const lost = tallies
      .flatMap(({ failed }) => Object.entries(failed))
      .filter(([why]) => why !== 'ECONNREFUSED' && why !== 'connecting');
    const lostCount = lost.reduce((total, [, count]) => total + count, 0);
    const answered = tallies.reduce((total, { answered: own }) => total + Object.values(own).flat().length, 0);
    const refused = tallies.reduce((total, { refused: own }) => total + own.length, 0);
    sum.answered += answered;
    sum.lost += lostCount;
    sum.slowest = Math.max(sum.slowest, seconds);
    // A process that does not yet listen to signals is ended by SIGTERM itself; that is fine, as it has not answered
    // anybody.
    if (code !== 0 && (signal !== 'SIGTERM' || answered + refused > 0)) sum.failed++;
    print(
      `${round}: after ${(momentMs / 1000).toFixed(1)} s: ended with ${code ?? signal} in ${seconds.toFixed(1)} s; ` +
        `${answered} answered, ${refused} refused by 503, ${lostCount} lost ${lost.join(' ')}, ` +
        `${connecting} reset while connecting`,
    );
  }
  print(
    `${rounds} stops: ${sum.answered} requests answered, ${sum.lost} accepted and lost, ` +
      `${sum.failed} ended otherwise than with 0, the slowest in ${sum.slowest.toFixed(1)} s`,
  );
  return sum.lost === 0 && sum.failed === 0 && sum.slowest <= MOST_SECONDS;
}
