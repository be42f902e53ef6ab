/**
 * Measures what slow clients do to others. They connect through a network namespace whose packets hold 1,500 bytes;
 * over loopback a week would arrive at once. Some clients send their requests byte by byte, some read weeks at 1 KB a
 * second, some read nothing, and some stop reading in the middle. Meanwhile a second account asks for a warm point, and
 * compares the weeks that it gets. Needs root and `ip` (iproute2).
 *
 *     npm run trial slow -- [--clients 300] [--postgres]
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { BASE_PATH } from '../../src/spec.js';
import type { Options } from '../trial.js';
import { placeQuery } from './harness/demo.js';
import { type Account, withTwoAccounts } from './harness/filled.js';
import { onNewDatabase, type RunningServer } from './harness/installation.js';
import { askFor, type Call, told } from './harness/load.js';
import { print, quantile } from './harness/report.js';
import { SLOW_CLIENTS } from './slow/programs.js';

const NAMESPACE = 'sidelobe';
const [HERE, THERE] = ['10.213.77.1', '10.213.77.2'];
const ALONE_MS = 8_000;
/**
 * Seconds for which slow clients stay: more than the 20 s after which the server begins to cut clients that make no
 * progress.
 */
const BESIDE_SECONDS = 25;
/** Bound of the second account's p99 in milliseconds. */
const MOST_P99_MS = 100;

export async function trial({ clients = 300, postgres }: Options): Promise<boolean> {
  ip('netns', 'add', NAMESPACE);
  try {
    ip('link', 'add', 'sidelobe0', 'mtu', '1500', 'type', 'veth', 'peer', 'name', 'sidelobe1', 'netns', NAMESPACE);
    ip('addr', 'add', `${HERE}/24`, 'dev', 'sidelobe0');
    ip('link', 'set', 'sidelobe0', 'up');
    ip('-n', NAMESPACE, 'addr', 'add', `${THERE}/24`, 'dev', 'sidelobe1');
    ip('-n', NAMESPACE, 'link', 'set', 'sidelobe1', 'up');
    return await onNewDatabase(postgres, (settings, directory) =>
      withTwoAccounts({ settings, directory, served: { HOST: HERE } }, async (server, first, second) => {
        const isQuick = await besideSlow(server, first, second, clients);
        return (await besideStopping(server, first, second, clients)) && isQuick;
      }),
    );
  } finally {
    ip('netns', 'del', NAMESPACE);
  }
}

/**
 * Measures a warm point of the second account beside each kind of slow client; returns whether its p99 keeps to the
 * bound.
 */
async function besideSlow(server: RunningServer, first: Account, second: Account, count: number): Promise<boolean> {
  const { hostname, port } = new URL(server.url);
  const now = `timestamp=${new Date().toISOString().slice(0, 16)}:00Z`;
  const path = `/interference/at_point?tracked_satellite_id=${second.geo}&${placeQuery(0)}&${now}`;
  const calls: Call[] = [{ name: 'point', path, weight: 1 }];
  const points = (ms: number) =>
    askFor({ url: server.url + BASE_PATH, token: second.token, connections: 1, calls, ms });
  await points(1000);
  const headers = `Host: ${HERE}\r\nAuthorization: Bearer ${first.token}\r\n`;
  const body = JSON.stringify({ name: 'Slow', latitude: 1, longitude: 1, description: 'x'.repeat(100) });
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const post = `POST ${BASE_PATH}/ground_stations HTTP/1.1\r\n${headers}${length}\r\n${body}`;
  let isQuick = true;
  for (const [who, how, request] of [
    ['send a byte every half second', 'send', post],
    ['read nothing', 'nothing', weekOf(first)],
    ['read 1 KB a second', 'kilobyte', weekOf(first)],
    ['ask for a document 80 times each, without a token, and read nothing', 'nothing', manyOf('/openapi.json')],
    ['ask whether it is alive 80 times each, and read nothing', 'nothing', manyOf('/health/live')],
  ] as const) {
    const alone = await points(ALONE_MS);
    const slow = inNamespace(hostname, port, request, String(count), String(BESIDE_SECONDS), how);
    let said = '';
    slow.stdout.on('data', (chunk: Buffer) => (said += chunk.toString().trim()));
    const gone = once(slow, 'close');
    const beside = await points(1000 * BESIDE_SECONDS);
    await gone;
    isQuick &&= quantile(beside.answered['point'] ?? [], 0.99) < MOST_P99_MS;
    print(`beside ${count} clients that ${who}: a warm point ${told(beside)}`);
    print(`  alone: ${told(alone)}`);
    print(`  those: ${said}`);
  }
  return isQuick;
}

/**
 * Lets the first account's clients stop reading in the middle; returns whether the second account's weeks do not
 * change.
 */
async function besideStopping(server: RunningServer, first: Account, second: Account, count: number): Promise<boolean> {
  const paths = [second.leo, second.geo].flatMap((id) =>
    [0, 1, 2].map((i) => `/interference/timeseries?tracked_satellite_id=${id}&${placeQuery(i)}`),
  );
  const weekAt = async (path: string): Promise<string | undefined> => {
    const response = await server.ask(path, second.token);
    const text = await response.text();
    return response.ok ? text.slice(0, text.lastIndexOf(',"meta":')) : undefined;
  };
  const expected = new Map<string, string | undefined>();
  for (const path of paths) expected.set(path, await weekAt(path));
  const { hostname, port } = new URL(server.url);
  const stopper = inNamespace(hostname, port, weekOf(first), String(count), '600', 'stop');
  let said = '';
  stopper.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(stopper, 'close');
  const sum = { answers: 0, different: 0, failed: 0 };
  for (let i = 0; stopper.exitCode === null; i++) {
    const path = paths[i % paths.length] ?? '';
    const found = await weekAt(path).catch(() => 'broken');
    sum.answers++;
    if (found === undefined) sum.failed++;
    else if (found !== expected.get(path)) sum.different++;
  }
  await ended;
  print(`beside ${count} readers that stop in the middle: ${JSON.stringify(sum)}; those: ${said.trim()}`);
  return sum.different + sum.failed === 0;
}

function weekOf({ geo, token }: Account): string {
  const path = `${BASE_PATH}/interference/timeseries?tracked_satellite_id=${geo}&${placeQuery(0)}`;
  return `GET ${path} HTTP/1.1\r\nHost: ${HERE}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

/** Bytes of 80 requests that are sent at once. */
function manyOf(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${HERE}\r\n\r\n`.repeat(80);
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Runs the slow clients in the namespace. */
function inNamespace(...args: string[]): ChildProcessByStdio<null, Readable, null> {
  const command = ['netns', 'exec', NAMESPACE, process.execPath, '-e', SLOW_CLIENTS, ...args];
  return spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
}
