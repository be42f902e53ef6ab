/**
 * Measures what readers at 1 KB a second do to others: each asks for a week and takes its time, in a network namespace whose
 * packets hold 1,500 bytes (loopback would take a week at once), while a second account asks for a warm point. Needs root and
 * `ip` (iproute2).
 *
 *     tsx scripts/slowReaders.ts [READERS [CATALOGUE TRANSMITTERS]]
 */
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '../src/spec.js';
import { createClient, load, startLoadedService, told } from './load/client.js';

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

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

const [readers = '60', ...files] = process.argv.slice(2);
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
  const reader = spawn(
    'ip',
    ['netns', 'exec', NAMESPACE, process.execPath, '-e', READER, hostname, port, request, readers],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let statuses = '';
  reader.stdout.on('data', (chunk: Buffer) => (statuses = chunk.toString().trim().split('\n').at(-1) ?? ''));
  await sleep(2000);
  const beside = await load(client, 1, BESIDE_MS, point);
  process.stdout.write(`  beside ${readers} readers at 1 KB/s: ${told(beside)}; theirs by status: ${statuses}\n`);
  const { free, waiting } = await slots(service.metricsUrl);
  process.stdout.write(`  slots free after ${BESIDE_MS / 1000} s: ${free}; tasks that wait: ${waiting}\n`);
  reader.kill();
  client.close();
  service.process.disconnect();
} finally {
  ip('netns', 'del', NAMESPACE);
}

/** Free slots and waiting tasks, from the service's metrics. */
async function slots(url: string): Promise<{ free: string; waiting: string }> {
  const text = await (await fetch(url)).text();
  const value = (name: string): string => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'unknown';
  return { free: value('sidelobe_free_slots'), waiting: value('sidelobe_pool_waiting_tasks') };
}
