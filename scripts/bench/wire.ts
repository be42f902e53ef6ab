import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BASE_PATH, EPOCH_MS } from '../../src/spec.js';
import { installation } from '../trials/harness/installation.js';
import { type Demo, startDemo } from '../trials/harness/demo.js';
import { median, type Row, type Workload } from './measure.js';
import { connectAll, type Outcome } from './client.js';

const ROUNDS = 5;
const ROUND_MS = 300;
const WARM_UP_MS = 600;
const CONNECTIONS = [1, 8, 64];
/** For answers that take milliseconds. */
const FEW = [1, 8];
const STATIONS = 100;
const PLACE = 'lat=52.52&lon=13.405';

/** Answer to measure, and the numbers of connections to measure it over. */
interface Subject {
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  status?: number;
  connections?: readonly number[];
}

type Sample = Outcome & { cpuMs: number };

/**
 * Answers of a built service over sockets: its processor time, latency, and answers a second. A workload for each database:
 * the embedded one, and that of DATABASE_URL where it is set.
 *
 * @param root checkout whose build serves
 * @param wanted names of the answers to measure
 */
export function wire(root: string, wanted: RegExp): Workload[] {
  const url = process.env['DATABASE_URL'] || undefined;
  return [undefined, ...(url === undefined ? [] : [url])].map((databaseUrl) => ({
    name: databaseUrl === undefined ? 'wire, embedded' : 'wire, Postgres',
    async measure() {
      const directory = mkdtempSync(join(tmpdir(), 'sidelobe-wire-'));
      const settings = { SIDELOBE_DATA_DIR: directory, DATABASE_URL: databaseUrl ?? '' };
      const demo = await startDemo(installation(root, settings));
      try {
        await demo.addStations(STATIONS);
        await demo.swept();
        const subjects = (await subjectsOf(demo)).filter(({ name }) => wanted.test(name));
        return rowsOf(this.name, await rounds(subjects, demo.server.pid));
      } finally {
        await demo.server.stop();
        rmSync(directory, { recursive: true, force: true });
      }
    },
  }));
}

async function subjectsOf({ server, token, start, runs }: Demo): Promise<Subject[]> {
  const [leo, gps, geo] = [1, 2, 3];
  const api = server.url + BASE_PATH;
  const identity = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const gzip = { ...identity, 'accept-encoding': 'gzip' };
  const week = `${api}/interference/timeseries?tracked_satellite_id=${leo}&${PLACE}`;
  const { etag } = await answerOf(week, identity);
  const cells = (id: number): string => `${api}/coverage_analysis_runs/${runs.get(id)}/interference_cells`;
  const page = (number: number): string => `${cells(gps)}?per_page=1000&page=${number}`;
  const first = JSON.parse((await answerOf(page(1), identity)).body.toString()) as {
    pagination: { total_pages: number };
  };
  const minute = new Date(start.getTime() + 100 * EPOCH_MS).toISOString();
  const point = `${week.replace('timeseries', 'at_point')}&timestamp=${minute}`;
  const stations = `${api}/interference/all_ground_stations?tracked_satellite_id=${leo}`;
  const plain = { headers: identity };
  const slow = { headers: gzip, connections: FEW };
  return [
    { ...plain, name: 'week', url: week },
    { headers: gzip, name: 'week, gzip', url: week },
    { headers: { ...identity, 'if-none-match': etag }, status: 304, name: 'week, 304', url: week },
    { ...plain, name: 'me', url: `${api}/me` },
    { ...plain, name: 'at_point', url: point },
    { ...slow, name: 'by_epoch of a LEO', url: `${cells(leo)}/by_epoch/100` },
    { ...slow, name: 'by_epoch of a GPS', url: `${cells(gps)}/by_epoch/100` },
    { ...slow, name: 'by_epoch of a GEO', url: `${cells(geo)}/by_epoch/100` },
    { ...slow, ...plain, name: 'by_epoch of a GEO, identity', url: `${cells(geo)}/by_epoch/100` },
    { ...slow, name: 'first page of a GPS run', url: page(1) },
    { ...slow, name: 'last page of a GPS run', url: page(first.pagination.total_pages) },
    { ...slow, ...plain, name: 'all_ground_stations', url: stations },
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

/** Samples of one subject over so many connections, one of each round. */
interface Samples {
  subject: Subject;
  connections: number;
  samples: Sample[];
}

/** @param pid process of the server */
async function rounds(subjects: readonly Subject[], pid: number): Promise<Samples[]> {
  for (const subject of subjects) await sample(subject, 4, WARM_UP_MS, pid);
  const all = subjects.flatMap((subject) =>
    (subject.connections ?? CONNECTIONS).map((connections): Samples => ({ subject, connections, samples: [] })),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { subject, connections, samples } of all) {
      samples.push(await sample(subject, connections, ROUND_MS, pid));
    }
  }
  return all;
}

/** Asks a subject for so long; the processor time is that of the server for one answer. */
async function sample(
  { name, url, headers, status = 200 }: Subject,
  connections: number,
  ms: number,
  pid: number,
): Promise<Sample> {
  const client = await connectAll(url, headers, status, connections);
  const before = cpuMsOf(pid);
  const outcome = await client.run(ms);
  const cpuMs = (cpuMsOf(pid) - before) / outcome.answers;
  client.close();
  if (outcome.failures > 0) throw new Error(`${name}: ${outcome.failures} of ${outcome.answers} answers failed`);
  return { ...outcome, cpuMs };
}

/** Processor time that the threads of a process have had (proc(5), in nanoseconds; Linux only). */
function cpuMsOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce((sum, thread) => {
    const [ns] = readFileSync(join(threads, thread, 'schedstat'), 'latin1').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

function rowsOf(workload: string, all: readonly Samples[]): Row[] {
  return all.map(({ subject, connections, samples }) => {
    const over = (value: (sample: Sample) => number): number => median(samples.map(value));
    const times = samples.map(({ p50Ms }) => p50Ms);
    const cpuMs = over((one) => one.cpuMs);
    return {
      workload: `${workload}: ${subject.name}, ${connections} connection${connections === 1 ? '' : 's'}`,
      medianMs: median(times),
      minMs: Math.min(...times),
      maxMs: Math.max(...times),
      medianCpuMs: cpuMs,
      paceMs: cpuMs,
      repetitions: samples.length,
      rates: [
        { value: over(({ p99Ms }) => p99Ms), unit: 'ms p99' },
        { value: over(({ answers, ms }) => (1000 * answers) / ms), unit: 'answers/s' },
      ],
    };
  });
}
