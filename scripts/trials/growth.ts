/**
 * Measures the costs of a larger catalogue. For each size, the demo's server imports so many satellites from an
 * address, opens and loads their window, and answers all questions of the API and the page. Until the window is loaded,
 * a warm point is asked for again and again. Prints each measurement and its ratio to linear growth from the first size
 * (1.0: linear). Fails if an answer to an ordinary question is not 2xx. Linux only.
 *
 *     npm run trial growth -- [--only 16000,100000,300000] [--base DIR] [--minutes 0] [--postgres]
 *
 * With --base it measures the build of that checkout; --minutes 0 leaves out the sweep, and the pages that need it.
 */
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../src/spec.js';
import type { Options } from '../trial.js';
import { ask, get, type Question, type Side } from './answers/ask.js';
import { apiQuestions } from './answers/questions/api.js';
import { pageQuestions } from './answers/questions/page.js';
import { type Demo, placeQuery, startDemo } from './harness/demo.js';
import { grown, ommOf } from './harness/filled.js';
import { installation, onNewDatabase } from './harness/installation.js';
import { print, quantile } from './harness/report.js';

const SIZES = '16000,100000,300000';
const LOADED_WITHIN_MS = 300_000;
const REPETITIONS = 15;
const LEO = 'tracked_satellite_id=1';
const GEO = 'tracked_satellite_id=3';

/** Measurements at one size, by name. */
type Column = Map<string, number>;

export async function trial({ only, base = '.', minutes, postgres }: Options): Promise<boolean> {
  const columns: Column[] = [];
  let isRight = true;
  for (const size of (only || SIZES).split(',').map(Number)) {
    const { column, unexpected } = await measure(size, base, minutes !== 0, postgres);
    columns.push(column);
    for (const line of unexpected) print(`  ${line}`);
    isRight &&= unexpected.length === 0;
    tableOf(columns).forEach(print);
  }
  return isRight;
}

function tableOf([first, ...others]: readonly Column[]): string[] {
  if (first === undefined) return [];
  const of = (column: Column, name: string): number => column.get(name) ?? Number.NaN;
  const size = (column: Column): number => of(column, 'satellites');
  return [
    '',
    ...[...first.keys()].map((name) => {
      const cells = others.map((column) => {
        const linear = (of(first, name) * size(column)) / size(first);
        return `${of(column, name).toFixed(1)} (${(of(column, name) / linear).toFixed(2)})`;
      });
      return `| ${[name, of(first, name).toFixed(1), ...cells].join(' | ')} |`;
    }),
  ];
}

function measure(
  size: number,
  root: string,
  isSwept: boolean,
  postgres: boolean,
): Promise<{ column: Column; unexpected: string[] }> {
  return onNewDatabase(postgres, async (settings, directory) => {
    const text = ommOf(grown(Date.now(), size));
    const publisher = createServer().listen(0);
    const asked = once(publisher, 'request') as Promise<[unknown, ServerResponse]>;
    await once(publisher, 'listening');
    const log = join(directory, 'log');
    const installed = installation(root, { ...settings, LOG_LEVEL: 'info' }, openSync(log, 'a'));
    const { port } = publisher.address() as AddressInfo;
    const demo = await startDemo(installed, { CATALOGUE_URLS: `http://127.0.0.1:${port}/catalogue.json` });
    try {
      const [, response] = await asked;
      return await grow(demo, () => response.end(text), log, size, isSwept);
    } catch (error) {
      print(linesOf(log).slice(-20).join('\n'));
      throw error;
    } finally {
      await demo.server.stop();
      publisher.close();
    }
  });
}

async function grow(
  demo: Demo,
  publish: () => void,
  log: string,
  size: number,
  isSwept: boolean,
): Promise<{ column: Column; unexpected: string[] }> {
  const { server, token, password } = demo;
  const column: Column = new Map([['satellites', size]]);
  const day = new Date().toISOString().slice(0, 10);
  const kept = new Map([
    ['demo token', token],
    ['demo password', password],
    ['day', day],
  ]);
  const side: Side = { url: server.url, kept };
  const point = get(`${BASE_PATH}/interference/at_point?${LEO}&${placeQuery(0)}&timestamp=${day}T00:01:00Z`);
  const timed = async (question: Question): Promise<{ status: number; ms: number }> => {
    const fromMs = performance.now();
    const { status } = await ask(side, question);
    return { status, ms: performance.now() - fromMs };
  };
  await timed(point);
  await lagMs(server.metricsUrl);

  const warm: { status: number; ms: number }[] = [];
  const over = new AbortController();
  const asking = (async () => {
    for (; !over.signal.aborted; await pause(5)) warm.push(await timed(point));
  })();
  let fromMs = Date.now();
  publish();
  for (const [name, message] of [
    ['import s', 'source imported'],
    ['opening s', 'analysis window opened'],
    ['loading s', 'analysis window loaded'],
  ] as const) {
    const line = await logged(log, message, fromMs);
    column.set(name, (line.time - fromMs) / 1000);
    column.set(`  ${name.slice(0, -2)}: most lag of the loop, ms`, await lagMs(server.metricsUrl));
    fromMs = line.time;
  }
  over.abort();
  await asking;
  const times = warm.map(({ ms }) => ms);
  column.set('warm point beside it: p50 ms', quantile(times, 0.5));
  column.set('  p99 ms', quantile(times, 0.99));
  column.set('  most ms', quantile(times, 1));
  column.set('  refused', warm.filter(({ status }) => status !== 200).length);
  const memory = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'latin1'))?.[1]) /
    1024;
  column.set('window MB', (await logged(log, 'analysis window loaded', fromMs)).megabytes);
  column.set('resident MB, loaded', memory('VmRSS'));
  column.set('  at its peak', memory('VmHWM'));
  for (const [name, message] of [
    ['prepared s', 'analysis window prepared'],
    ['surveyed s', 'analysis window surveyed'],
  ] as const)
    column.set(name, ((await logged(log, message, fromMs)).time - fromMs) / 1000);
  const cells = await demo.runOf(1);
  const at = (minute: number): string => new Date(Date.parse(day) + 60_000 * minute).toISOString();
  const questions: Record<string, (i: number) => string> = {
    'first week of a low orbit ms': (i) => `/interference/timeseries?${LEO}&${placeQuery(i + 1)}`,
    'warm week ms': () => `/interference/timeseries?${LEO}&${placeQuery(1)}`,
    'interferers ms': (i) => `/interference/interferers?${GEO}&ground_station_id=2&timestamp=${at(i)}`,
    '  in a band ms': (i) =>
      `/interference/interferers?${GEO}&ground_station_id=2&frequency_match=band&timestamp=${at(i)}`,
    'encounters of a week ms': (i) => `/interference/encounters?${LEO}&ground_station_id=${1 + (i % 4)}`,
    'by_epoch ms': (i) => `/coverage_analysis_runs/${cells}/interference_cells/by_epoch/${600 * i}`,
    'search ms': (i) => `/satellites?search=${['starlink', 'iss', '2554', 'kuiper 7'][i % 4]}`,
  };
  for (const [name, path] of Object.entries(questions)) {
    const first = await timed(get(BASE_PATH + path(0)));
    const all = [];
    for (let i = 1; i <= REPETITIONS; i++) all.push((await timed(get(BASE_PATH + path(i)))).ms);
    column.set(name, quantile(all, 0.5));
    column.set(`  ${name.trim()}, the first`, first.ms);
  }
  if (isSwept) {
    await demo.swept();
    column.set('sweep s', (await logged(log, 'sweep published', fromMs)).seconds);
  }
  const unexpected = await walk(side, Date.parse(day), isSwept);
  column.set('resident MB, all asked', memory('VmRSS'));
  return { column, unexpected };
}

/** Asks the API's questions and those of the page that must succeed; lists the answers other than 2xx. */
async function walk(side: Side, startMs: number, isSwept: boolean): Promise<string[]> {
  const ofPage = pageQuestions([]).filter(({ as, method, path, body, headers }) =>
    method === 'GET'
      ? as === 'session' && !/=99$|10080$|=61$|\/tokens$/.test(path) && headers['x-analysis-window'] === undefined
      : as === 'session' && path === '/page/session' && body?.includes('{demo password}'),
  );
  const ofApi = apiQuestions(startMs).filter(({ path }) => isSwept || !/interference_cells(?!\/)/.test(path));
  const unexpected: string[] = [];
  for (const question of [...ofApi, ...ofPage]) {
    const { status, body } = await ask(side, question);
    if (status >= 300) unexpected.push(`${status} ${question.path} ${body.toString().slice(0, 200)}`);
  }
  return unexpected;
}

interface Line {
  time: number;
  msg: string;
  seconds: number;
  megabytes: number;
}

/** Lines of a log, without those of requests. */
const linesOf = (log: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('"request"'));

/** Waits for a line of the log that was written after a time. @throws Error after LOADED_WITHIN_MS */
async function logged(log: string, message: string, afterMs: number): Promise<Line> {
  for (const endMs = Date.now() + LOADED_WITHIN_MS; Date.now() < endMs; await pause(50)) {
    for (const text of linesOf(log)) {
      if (!text.includes(`"${message}"`)) continue;
      const line = JSON.parse(text) as Line;
      if (line.time >= afterMs) return line;
    }
  }
  throw new Error(`the log has no "${message}"`);
}

/** Longest delay of the server's event loop since it was asked last, in ms. */
async function lagMs(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
}
