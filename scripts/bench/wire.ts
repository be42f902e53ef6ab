import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BASE_PATH, EPOCH_MS } from '../../src/spec.js';
import { installation } from '../trials/harness/installation.js';
import { startDemo } from '../trials/harness/demo.js';
import { askFor, told } from '../trials/harness/load.js';
import { quantile } from '../trials/harness/report.js';
import { median, type Row, type Workload } from './measure.js';

const ROUNDS = 5;
const ROUND_MS = 300;
const WARM_UP_MS = 600;
const CONNECTIONS = [1, 8, 64];
/** Numbers of connections for answers that take milliseconds to compute. */
const FEW = [1, 8];
const STATIONS = 100;
const PLACE = 'lat=52.52&lon=13.405';
const BARE = 'its bytes by a bare Koa';
const OK = '{"ok":true} by a bare Koa';

/**
 * HTTP answer of process `pid`, measured over each number of connections in `counts` (by default CONNECTIONS), and
 * compared with the subjects that `peers` names.
 */
interface Subject {
  name: string;
  pid: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  status?: number;
  counts?: readonly number[];
  peers?: readonly string[];
}

type Sample = Record<'p50Ms' | 'p99Ms' | 'perSecond' | 'cpuMs', number>;

/**
 * Measures answers of a built service over sockets: its processor time, latency, and answers a second. For comparison a
 * bare Koa sends the bytes of a week, or a short text, in the same rounds. There is a workload for the embedded
 * database and, if DATABASE_URL is set, one for that server.
 *
 * @param root checkout whose build serves
 * @param wanted names of the answers to measure; the peers of a chosen answer are measured too
 */
export function wire(root: string, wanted: RegExp): Workload[] {
  const url = process.env['DATABASE_URL'] || undefined;
  return [undefined, ...(url === undefined ? [] : [url])].map((databaseUrl) => ({
    name: databaseUrl === undefined ? 'wire, embedded' : 'wire, Postgres',
    async measure() {
      const directory = mkdtempSync(join(tmpdir(), 'sidelobe-wire-'));
      const settings = { SIDELOBE_DATA_DIR: directory, DATABASE_URL: databaseUrl ?? '' };
      const bare = await startBare();
      const demo = await startDemo(installation(root, settings));
      try {
        await demo.addStations(STATIONS);
        await demo.swept();
        const subjects = await subjectsOf(demo, bare);
        const named = subjects.filter(({ name }) => wanted.test(name));
        const chosen = subjects.filter(({ name }) =>
          named.some((one) => one.name === name || one.peers?.includes(name)),
        );
        return rowsOf(this.name, chosen, await rounds(chosen));
      } finally {
        bare.end();
        await demo.server.stop();
        rmSync(directory, { recursive: true, force: true });
      }
    },
  }));
}

/** Server of bare Koa (scripts/bench/wire/bare.ts) in a process of its own. */
interface Bare {
  pid: number;
  /** Serves these bytes; returns their address. */
  serve(body: Buffer, headers: Record<string, string>): Promise<string>;
  end(): void;
}

async function startBare(): Promise<Bare> {
  const child = fork(fileURLToPath(new URL('./wire/bare.ts', import.meta.url)));
  const [url] = (await once(child, 'message')) as [string];
  let served = 0;
  return {
    pid: child.pid ?? 0,
    async serve(body, headers) {
      const path = `${url}/${served++}`;
      await fetch(path, { method: 'PUT', body: new Uint8Array(body), headers });
      return path;
    },
    end: () => child.disconnect(),
  };
}

async function subjectsOf(
  { server, token, start, runs }: Awaited<ReturnType<typeof startDemo>>,
  bare: Bare,
): Promise<Subject[]> {
  const [leo, gps, geo] = [1, 2, 3];
  const api = server.url + BASE_PATH;
  const identity = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const gzip = { ...identity, 'accept-encoding': 'gzip' };
  const week = `${api}/interference/timeseries?tracked_satellite_id=${leo}&${PLACE}`;
  const plain = await answerOf(week, identity);
  const zipped = await answerOf(week, gzip);
  const cells = (id: number): string => `${api}/coverage_analysis_runs/${runs.get(id)}/interference_cells`;
  const page = (number: number): string => `${cells(gps)}?per_page=1000&page=${number}`;
  const first = JSON.parse((await answerOf(page(1), identity)).body.toString()) as {
    pagination: { total_pages: number };
  };
  const minute = new Date(start.getTime() + 100 * EPOCH_MS).toISOString();
  const json = { 'content-type': 'application/json' };
  const own = { pid: server.process.pid ?? 0, headers: identity };
  const peer = { pid: bare.pid, headers: {} };
  const slow = { ...own, headers: gzip, counts: FEW };
  const stations = `${api}/interference/all_ground_stations?tracked_satellite_id=${leo}`;
  const ok = Buffer.from('{"ok":true}');
  return [
    { ...own, name: 'week', url: week, peers: [`week, ${BARE}`] },
    { ...peer, name: `week, ${BARE}`, url: await bare.serve(plain.body, json) },
    { ...own, name: 'week, gzip', url: week, headers: gzip, peers: [`week, gzip, ${BARE}`] },
    { ...peer, name: `week, gzip, ${BARE}`, url: await bare.serve(zipped.body, { ...json, 'x-encoding': 'gzip' }) },
    {
      ...own,
      name: 'week, 304',
      url: week,
      headers: { ...identity, 'if-none-match': plain.etag },
      status: 304,
      peers: [OK],
    },
    { ...own, name: 'me', url: `${api}/me`, peers: [OK] },
    { ...own, name: 'at_point', url: `${week.replace('timeseries', 'at_point')}&timestamp=${minute}`, peers: [OK] },
    { ...peer, name: OK, url: await bare.serve(ok, json) },
    { ...slow, name: 'by_epoch of a LEO', url: `${cells(leo)}/by_epoch/100` },
    { ...slow, name: 'by_epoch of a GPS', url: `${cells(gps)}/by_epoch/100` },
    { ...slow, name: 'by_epoch of a GEO', url: `${cells(geo)}/by_epoch/100` },
    { ...slow, name: 'by_epoch of a GEO, identity', url: `${cells(geo)}/by_epoch/100`, headers: identity },
    { ...slow, name: 'first page of a GPS run', url: page(1) },
    { ...slow, name: 'last page of a GPS run', url: page(first.pagination.total_pages) },
    { ...slow, name: 'all_ground_stations', url: stations, headers: identity },
    { ...slow, name: 'all_ground_stations, gzip', url: stations },
  ];
}

async function answerOf(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ body: Buffer; etag: string }> {
  const asked = request(url, { headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${body.toString()}`);
  return { body, etag: response.headers.etag ?? '' };
}

/** Samples of each subject, by number of connections, in the order of the rounds. */
type Samples = Map<Subject, Map<number, Sample[]>>;

async function rounds(subjects: readonly Subject[]): Promise<Samples> {
  for (const subject of subjects) await sample(subject, 4, WARM_UP_MS);
  const samples: Samples = new Map(subjects.map((subject) => [subject, new Map<number, Sample[]>()]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const connections of CONNECTIONS) {
      for (const subject of subjects) {
        if (subject.counts?.includes(connections) === false) continue;
        const of = samples.get(subject);
        of?.set(connections, [...(of.get(connections) ?? []), await sample(subject, connections, ROUND_MS)]);
      }
    }
  }
  return samples;
}

/**
 * Sends a subject's request over and over for `ms` milliseconds; `cpuMs` is its process's processor time for one
 * answer.
 */
async function sample(subject: Subject, connections: number, ms: number): Promise<Sample> {
  const { name, pid } = subject;
  let before = 0;
  const order = { ...subject, connections, calls: [{ name, path: '', weight: 1 }], ms };
  const tally = await askFor(order, { connected: () => (before = cpuMsOf(pid)) });
  const times = tally.answered[name] ?? [];
  const cpuMs = (cpuMsOf(pid) - before) / times.length;
  if (tally.refused.length > 0 || Object.keys(tally.failed).length > 0) throw new Error(`${name}: ${told(tally)}`);
  const perSecond = times.length / tally.seconds;
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), perSecond, cpuMs };
}

/** Processor time, in ms, that the threads of a process have had (/proc/PID/task/TID/schedstat; Linux only). */
function cpuMsOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce((sum, thread) => {
    const [ns] = readFileSync(join(threads, thread, 'schedstat'), 'latin1').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

function rowsOf(workload: string, subjects: readonly Subject[], samples: Samples): Row[] {
  const named = new Map(subjects.map((subject) => [subject.name, samples.get(subject)]));
  return subjects.flatMap(({ name, peers = [] }) =>
    [...(named.get(name) ?? [])].map(([connections, own]) => {
      const over = (value: (sample: Sample) => number): number => median(own.map(value));
      const times = own.map(({ p50Ms }) => p50Ms);
      const [medianMs, minMs, maxMs] = [median(times), Math.min(...times), Math.max(...times)];
      const cpuMs = over((one) => one.cpuMs);
      const ratios = peers.map((peer) => {
        const others = named.get(peer)?.get(connections) ?? [];
        const value = median(own.map((one, round) => one.cpuMs / (others[round]?.cpuMs ?? Number.NaN)));
        return { value, unit: `x the processor time of ${peer}` };
      });
      return {
        workload: `${workload}: ${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
        medianMs,
        minMs,
        maxMs,
        medianCpuMs: cpuMs,
        paceMs: cpuMs,
        repetitions: own.length,
        rates: [
          { value: over(({ p99Ms }) => p99Ms), unit: 'ms p99' },
          { value: over(({ perSecond }) => perSecond), unit: 'answers/s' },
          ...ratios,
        ],
      };
    }),
  );
}
