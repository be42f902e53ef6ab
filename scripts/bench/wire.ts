import { compiledOf, compileTests } from '../build/tests.js';
import type { Source } from './catalogue.js';
import type { Row, Workload } from './measure.js';
import type { Bare } from './wire/bare.js';
import { type Child, type Served, startChild } from './wire/child.js';
import type { Client, Outcome } from './wire/client.js';
import { layerRows, rowOf, type Sample } from './wire/figures.js';
import type { Service } from './wire/service.js';
import { type Subject, subjectsOf } from './wire/subjects.js';
import type { World } from './world.js';

const ROUNDS = 5;
const ROUND_MS = 200;
const WARM_UP_MS = 600;
const WARM_UP_CONNECTIONS = 4;
const CONNECTIONS = [1, 8, 64];
/** Answers whose processor time is told by layer, and how long each is sampled. */
const LAYERED = new Set(['week', 'week, gzip', 'week, 304', 'me', 'at_point']);
const SAMPLED_MS = 1000;
const STATIONS = 100;

/**
 * Answers over sockets, by a server and to a client in processes of their own: the server's processor time, latency, and
 * answers a second, in the same rounds as what a bare Koa and objects cost. A workload for each database: the embedded
 * one, and that of DATABASE_URL where it is set.
 *
 * @param wanted names of the answers to measure; their peers come with them
 */
export function wire({ window: { startMs }, classes }: World, source: Source, wanted: RegExp): Workload[] {
  const norads = ['LEO', 'GEO', 'GPS'].map(
    (wantedClass) => classes.find(({ name }) => name === wantedClass)?.norad ?? 0,
  );
  const url = process.env['DATABASE_URL'] || undefined;
  return [undefined, ...(url === undefined ? [] : [url])].map((databaseUrl) => ({
    name: databaseUrl === undefined ? 'wire, embedded' : 'wire, Postgres',
    async measure() {
      await compileTests();
      const service = start<Service>('service');
      const bare = start<Bare>('bare');
      const client = start<Client>('client');
      try {
        const started = await service.call('start', { ...source, databaseUrl, startMs, norads, stations: STATIONS });
        const subjects = chosen(await subjectsOf({ service, bare }, started, startMs), wanted);
        const samples = await rounds(client, subjects);
        const rows = rowsOf(this.name, subjects, samples);
        const layered = subjects.filter(({ name }) => LAYERED.has(name));
        for (const subject of layered) {
          rows.push(...(await layersOf({ client, service }, subject, `${this.name}: layers of ${subject.name}`)));
        }
        return rows;
      } finally {
        for (const child of [client, bare, service]) await child.close();
      }
    },
  }));
}

/** A process that runs the compiled module: without a loader, which is not shipped either. */
function start<S extends Served>(name: string): Child<S> {
  return startChild(compiledOf(`scripts/bench/wire/${name}.ts`));
}

function chosen(subjects: readonly Subject[], wanted: RegExp): Subject[] {
  const named = subjects.filter(({ name }) => wanted.test(name));
  const peers = new Set(named.flatMap((subject) => subject.peers ?? []));
  return subjects.filter((subject) => named.includes(subject) || peers.has(subject.name));
}

/** Samples of each subject by number of connections, round after round. */
type Samples = Map<Subject, Map<number, Sample[]>>;

async function rounds(client: Child<Client>, subjects: readonly Subject[]): Promise<Samples> {
  for (const subject of subjects) await sample(client, subject, WARM_UP_CONNECTIONS, WARM_UP_MS);
  const samples: Samples = new Map(subjects.map((subject) => [subject, new Map()]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const connections of CONNECTIONS) {
      for (const subject of subjects) {
        if (subject.connections?.includes(connections) === false) continue;
        const of = samples.get(subject);
        of?.set(connections, [...(of.get(connections) ?? []), await sample(client, subject, connections, ROUND_MS)]);
      }
    }
  }
  return samples;
}

/** Asks a subject for so long, and takes the processor time of the server's process meanwhile. */
async function sample(
  client: Child<Client>,
  { name, url, headers, status = 200, server }: Subject,
  connections: number,
  ms: number,
): Promise<Sample & Outcome> {
  const { port, pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([header, value]) => `${header}: ${value}`);
  const request = [`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  await client.call('prepare', { port: Number(port), request, status, connections });
  const before = await server.call('cpuUs');
  const outcome = await client.call('run', ms);
  const cpuMs = ((await server.call('cpuUs')) - before) / 1000 / outcome.answers;
  if (outcome.failures > 0) throw new Error(`${name}: ${outcome.failures} of ${outcome.answers} answers failed`);
  return { ...outcome, cpuMs, perSecond: (1000 * outcome.answers) / outcome.ms };
}

function rowsOf(workload: string, subjects: readonly Subject[], samples: Samples): Row[] {
  const named = new Map(subjects.map((subject) => [subject.name, samples.get(subject)]));
  return subjects.flatMap(({ name, peers = [] }) =>
    [...(named.get(name) ?? [])].map(([connections, own]) =>
      rowOf(
        `${workload}: ${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
        own,
        peers.flatMap((peer) => ({ name: peer, samples: named.get(peer)?.get(connections) ?? [] })),
      ),
    ),
  );
}

/** Processor time of one answer over one connection, by layer. */
async function layersOf(
  { client, service }: { client: Child<Client>; service: Child<Service> },
  subject: Subject,
  workload: string,
): Promise<Row[]> {
  await service.call('startProfile');
  const { answers, cpuMs } = await sample(client, subject, 1, SAMPLED_MS);
  const layers = await service.call('stopProfile');
  return layerRows(workload, layers, { answers, cpuMs });
}
