/**
 * Measures what readers at 1 KB a second do to others: each asks for a week and takes its time, in a network namespace whose
 * packets hold 1,500 bytes (loopback would take a week at once), while a second account asks for a warm point. Then readers
 * stop in the middle of a week, and some go away, while the second account compares the bodies that it gets with those it got
 * before. Needs root and `ip` (iproute2).
 *
 *     tsx scripts/slowReaders.ts [READERS [STOPPING [CATALOGUE TRANSMITTERS]]]
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '../src/spec.js';
import { createClient, load, placeOf, startLoadedService, told } from './load/client.js';
import { firstBodies } from './slowReaders/bodies.js';

const NAMESPACE = 'sidelobe';
const HERE = '10.213.77.1';
const THERE = '10.213.77.2';
const ALONE_MS = 8_000;
const BESIDE_MS = 60_000;

/** In the namespace: HOST PORT REQUEST READERS; tells how many began, and with which status. */
const READER = `
const { connect } = require('node:net');
const [host, port, request, readers] = process.argv.slice(1);
const statuses = {};
for (let i = 0; i < Number(readers); i++) {
  const socket = connect(Number(port), host, () => socket.write(request));
  let begun = false;
  socket.on('error', () => undefined);
  setInterval(() => {
    const chunk = socket.read(Math.min(1024, socket.readableLength));
    if (chunk === null || begun) return;
    begun = true;
    const status = chunk.toString('latin1', 9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }, 1000);
}
setInterval(() => console.log(JSON.stringify(statuses)), 15000);
`;

/** In the namespace: HOST PORT REQUEST READERS AT_A_TIME; tells how many stopped, and how many were refused, when all have. */
const STOPPER = `
const { connect } = require('node:net');
const [host, port, request, readers, atATime] = process.argv.slice(1);
let left = Number(readers);
const told = { stopped: 0, refused: 0, other: 0 };
const next = () => {
  if (left-- <= 0) return;
  const most = 1 + Math.floor(Math.random() * 600_000);
  let bytes = 0;
  let status = '';
  const socket = connect(Number(port), host, () => socket.write(request));
  const end = () => socket.destroy();
  const timer = setTimeout(end, 20_000);
  socket.on('error', () => undefined).on('data', (chunk) => {
    status ||= chunk.toString('latin1', 9, 12);
    bytes += chunk.length;
    if (status !== '200') return end();
    if (bytes < most || socket.isPaused()) return;
    socket.pause();
    setTimeout(end, Math.random() < 0.5 ? 0 : 2000);
  });
  socket.on('close', () => {
    clearTimeout(timer);
    told[status === '200' ? 'stopped' : status === '503' ? 'refused' : 'other']++;
    setImmediate(next);
  });
};
for (let i = 0; i < Number(atATime); i++) next();
process.on('exit', () => console.log(JSON.stringify(told)));
`;
const AT_A_TIME = '40';
const COMPARING_MS = 1_000;
const COMPARING_CONNECTIONS = 4;

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

const [readers = '60', stopping = '1000', ...files] = process.argv.slice(2);
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
  process.stdout.write(`a warm point, alone: ${told(await load(client, 1, ALONE_MS, point))}\n`);

  const path = `${BASE_PATH}/interference/timeseries?tracked_satellite_id=${first.tracked.GEO}&lat=52.52&lon=13.405`;
  const request = `GET ${path} HTTP/1.1\r\nHost: ${HERE}\r\nAuthorization: Bearer ${first.token}\r\n\r\n`;
  const { hostname, port } = new URL(service.url);
  const reader = inNamespace(READER, hostname, port, request, readers);
  let statuses = '';
  reader.stdout.on('data', (chunk: Buffer) => (statuses = chunk.toString().trim().split('\n').at(-1) ?? ''));
  await sleep(2000);
  const beside = await load(client, 1, BESIDE_MS, point);
  process.stdout.write(`  beside ${readers} readers at 1 KB/s: ${told(beside)}; theirs by status: ${statuses}\n`);
  const { free, waiting } = await slots(service.metricsUrl);
  process.stdout.write(`  slots free after ${BESIDE_MS / 1000} s: ${free}; tasks that wait: ${waiting}\n`);
  reader.kill();
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
