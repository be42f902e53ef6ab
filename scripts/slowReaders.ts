/**
 * Measures what slow clients do to others: in a network namespace whose packets hold 1,500 bytes (loopback would take a week
 * at once), some send their requests byte by byte, some read weeks at 1 KB a second, and some read nothing, while a second
 * account asks for a warm point. Then readers stop in the middle of a week, and some go away, while the second account
 * compares the bodies that it gets with those it got before. Needs root and `ip` (iproute2).
 *
 *     tsx scripts/slowReaders.ts [CLIENTS [STOPPING [CATALOGUE TRANSMITTERS]]]
 *
 * On the database of DATABASE_URL, which must be empty; else on an embedded one.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '../src/spec.js';
import { createClient, load, placeOf, startLoadedService, told } from './load/client.js';
import { firstBodies } from './slowReaders/bodies.js';
import { READER, SENDER, STALLER, STOPPER } from './slowReaders/programs.js';

const NAMESPACE = 'sidelobe';
const HERE = '10.213.77.1';
const THERE = '10.213.77.2';
const ALONE_MS = 8_000;
/** Longer than the 21 s within which whoever makes no progress is cut. */
const BESIDE_SECONDS = 25;

const AT_A_TIME = '40';
const COMPARING_MS = 1_000;
const COMPARING_CONNECTIONS = 4;

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const [count = '500', stopping = '1000', ...files] = process.argv.slice(2);
ip('netns', 'add', NAMESPACE);
try {
  ip('link', 'add', 'sidelobe0', 'mtu', '1500', 'type', 'veth', 'peer', 'name', 'sidelobe1', 'netns', NAMESPACE);
  ip('addr', 'add', `${HERE}/24`, 'dev', 'sidelobe0');
  ip('link', 'set', 'sidelobe0', 'up');
  ip('-n', NAMESPACE, 'addr', 'add', `${THERE}/24`, 'dev', 'sidelobe1');
  ip('-n', NAMESPACE, 'link', 'set', 'sidelobe1', 'up');

  const service = await startLoadedService([HERE, ...files]);
  const [first, second] = service.accounts;
  if (first === undefined || second === undefined) throw new Error('two accounts are needed');
  const client = createClient(service.url, second.token, 1);
  const query = `tracked_satellite_id=${second.tracked.GEO}&lat=52.52&lon=13.405`;
  const point = (): string => `/interference/at_point?${query}&timestamp=${service.window.start}`;
  await load(client, 1, 1000, point);
  const path = `${BASE_PATH}/interference/timeseries?tracked_satellite_id=${first.tracked.GEO}&lat=52.52&lon=13.405`;
  const headers = `Host: ${HERE}\r\nAuthorization: Bearer ${first.token}\r\n`;
  const request = `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
  const body = JSON.stringify({ name: 'Slow', latitude: 1, longitude: 1, description: 'x'.repeat(100) });
  const post = `POST ${BASE_PATH}/ground_stations HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { hostname, port } = new URL(service.url);
  for (const [who, program, asked] of [
    ['send a byte every half second', SENDER, post],
    ['read nothing', STALLER, request],
    ['read 1 KB a second', READER, request],
  ] as const) {
    const alone = await load(client, 1, ALONE_MS, point);
    const slow = inNamespace(program, hostname, port, asked, count, String(BESIDE_SECONDS));
    let said = '';
    slow.stdout.on('data', (chunk: Buffer) => (said = chunk.toString().trim().split('\n').at(-1) ?? ''));
    const beside = await load(client, 1, 1000 * BESIDE_SECONDS, point);
    const { free, waiting } = await slots(service.metricsUrl);
    await sleep(1000);
    slow.kill();
    print(`beside ${count} clients that ${who}: a warm point ${told(beside)}`);
    print(`  alone: ${told(alone)}; p99 ${(beside.p99Ms / alone.p99Ms).toFixed(2)} times that`);
    print(`  those: ${said}; slots free at the end: ${free}, tasks that wait: ${waiting}`);
  }
  client.close();

  const { LEO, GEO } = second.tracked;
  const paths = [LEO, GEO].flatMap((id) =>
    [0, 1, 2].map((i) => `/interference/timeseries?tracked_satellite_id=${id}&${placeOf(i)}`),
  );
  const bodies = await firstBodies(service.url, second.token, paths);
  const stopper = inNamespace(STOPPER, hostname, port, request, stopping, AT_A_TIME);
  let stopped = '';
  stopper.stdout.on('data', (chunk: Buffer) => (stopped += chunk.toString()));
  const sum = { answers: 0, different: 0, failed: 0 };
  while (stopper.exitCode === null) {
    const { answers, different, failed } = await bodies.compare(COMPARING_CONNECTIONS, COMPARING_MS);
    sum.answers += answers;
    sum.different += different;
    sum.failed += failed;
  }
  process.stdout.write(
    `beside ${stopping} readers that stop in the middle: ${JSON.stringify(sum)}; theirs: ${stopped}`,
  );
  bodies.close();
  service.process.disconnect();
} finally {
  ip('netns', 'del', NAMESPACE);
}

/** Runs a program of Node in the namespace. */
function inNamespace(program: string, ...args: string[]): ChildProcessByStdio<null, Readable, null> {
  const command = ['netns', 'exec', NAMESPACE, process.execPath, '-e', program, ...args];
  return spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Free slots and waiting tasks, from the service's metrics. */
async function slots(url: string): Promise<{ free: string; waiting: string }> {
  const text = await (await fetch(url)).text();
  const value = (name: string): string => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'unknown';
  return { free: value('sidelobe_free_slots'), waiting: value('sidelobe_pool_waiting_tasks') };
}
