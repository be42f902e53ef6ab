/**
 * Measures how long single calls hold the event loop of a service, the one thread that all its accounts share:
 *
 *     tsx scripts/measureLoop.ts [--catalogue FILE] [--transmitters FILE]
 *
 * Over an embedded database of its own with the bundled catalogue, or another one; an account that tracks 500 satellites
 * and has 500 stations; and windows of some days.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Knex } from 'knex';
import { pino } from 'pino';
import type { Elset } from '../src/catalogue/elsets/elset.js';
import { readCatalogue } from '../src/catalogue/index.js';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { readConfig } from '../src/config.js';
import { createAccount } from '../src/db/accounts/accounts.js';
import { hashPassword, mintSession, mintToken } from '../src/db/accounts/credentials.js';
import { recordImport } from '../src/db/catalogue/imports.js';
import { listNames, upsertCatalogue } from '../src/db/catalogue/satellites.js';
import { ensureRun } from '../src/db/analysis/runs.js';
import { insertSession } from '../src/db/accounts/sessions.js';
import { insertStation } from '../src/db/analysis/stations.js';
import { insertToken } from '../src/db/accounts/tokens.js';
import { track } from '../src/db/analysis/tracked.js';
import { importTransmitters } from '../src/jobs/import/importTransmitters.js';
import { openWindow } from '../src/jobs/window/openWindow.js';
import { startOfDay } from '../src/jobs/window/windowOptions.js';
import { startService } from '../src/main.js';
import { withDatabase } from '../src/service/batch.js';
import { BASE_PATH, DAY_MS, DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE } from '../src/spec.js';
import { placeOf } from './load/client.js';
import type { Order } from './measureLoop/client.js';

const ROWS = 500;
const WINDOWS = 6;
/** Number of the newest windows that are in memory already: only older ones are asked about. */
const LOADED = 1;
const SETTLE_MS = 1_000;
const SEARCHES = ['starlink 1008', 'sat', '25544', 'ISS', 'nothing like it', '4'];
const REPEATS = 20;
const MIXED_CONNECTIONS = 16;
/** In every window, wherever the catalogue is from. */
const ISS = 25_544;

const { values: files } = parseArgs({ options: { catalogue: { type: 'string' }, transmitters: { type: 'string' } } });
const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-loop-'));
const config = readConfig({
  SIDELOBE_DATA_DIR: dataDir,
  PORT: '0',
  WORKERS: '1',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_OTHER_PER_HOUR: '1000000',
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
});
try {
  const prepared = await withDatabase(config, prepare);
  const service = await startService(config, pino({ level: 'silent' }), { demo: false });
  const client = fork(fileURLToPath(new URL('./measureLoop/client.ts', import.meta.url)));
  try {
    await sleep(SETTLE_MS);
    const { token, cookie, runs, tracked } = prepared;
    const bearer = { authorization: `Bearer ${token}` };
    const gzip = { 'accept-encoding': 'gzip' };
    const search = SEARCHES.map((text) => encodeURIComponent(text));
    const asset = readdirSync(new URL('../dist/web/assets/', import.meta.url)).find((name) => name.endsWith('.js'));
    const rows: [name: string, headers: Record<string, string>, paths: string[]][] = [
      ['who am I', bearer, repeat([`${BASE_PATH}/me`])],
      ['search of the page', { cookie }, repeat(search.map((text) => `/page/satellites?search=${text}`))],
      ['search of the API', bearer, repeat(search.map((text) => `${BASE_PATH}/satellites?search=${text}`))],
      [`list of ${ROWS} tracked`, { ...bearer, ...gzip }, repeat([`${BASE_PATH}/tracked_satellites`])],
      [`list of ${ROWS} stations`, { ...bearer, ...gzip }, repeat([`${BASE_PATH}/ground_stations`])],
      [
        'cells of runs of old windows',
        bearer,
        runs.map((id) => `${BASE_PATH}/coverage_analysis_runs/${id}/interference_cells/by_epoch/5`),
      ],
      ['openapi.json, gzip', gzip, repeat(['/openapi.json'])],
      ['openapi.json', {}, repeat(['/openapi.json'])],
      ['the page’s script, gzip', gzip, repeat([`/assets/${asset ?? ''}`])],
    ];
    for (const [name, headers, paths] of rows) await measure(name, { headers, paths });

    const zipped = { ...bearer, ...gzip };
    const interference = `${BASE_PATH}/interference`;
    const week = (place: number): string =>
      `${interference}/timeseries?tracked_satellite_id=${tracked}&${placeOf(place)}`;
    const point = (place: number): string =>
      `${interference}/at_point?tracked_satellite_id=${tracked}&${placeOf(place)}&timestamp=${new Date().toISOString()}`;
    const fresh = (path: (place: number) => string): string[] => Array.from({ length: REPEATS }, () => path(++places));
    const stations = `${interference}/all_ground_stations?tracked_satellite_id=${tracked}`;
    let places = 0;
    await measure('weeks at new places', { headers: bearer, paths: fresh(week) });
    await measure('points at new places', { headers: bearer, paths: fresh(point) });
    await measure('the same week', { headers: bearer, paths: repeat([week(1)]) });
    await measure('the same week, gzip', { headers: zipped, paths: repeat([week(1)]) });
    await measure('the same point', { headers: bearer, paths: repeat([point(1)]) });
    await measure(`${ROWS} stations, gzip`, { headers: zipped, paths: [stations, stations] });
    const mixed = [...fresh(week), ...fresh(point), ...repeat([week(1), point(1), `${BASE_PATH}/me`]), stations];
    const shuffled = mixed.map((path, i) => ({ path, at: (i * 0.618034) % 1 })).sort((a, b) => a.at - b.at);
    const paths = shuffled.map(({ path }) => path);
    await measure(`all of these, ${MIXED_CONNECTIONS} at once`, {
      headers: zipped,
      paths,
      connections: MIXED_CONNECTIONS,
    });

    async function measure(name: string, order: Omit<Order, 'port'>): Promise<void> {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      let longestMs = 0;
      let lastMs = threadMs();
      const ticks = setInterval(() => {
        const nowMs = threadMs();
        longestMs = Math.max(longestMs, nowMs - lastMs);
        lastMs = nowMs;
      }, 1);
      const before = lastMs;
      delay.enable();
      client.send({ ...order, port: Number(new URL(service.url).port) });
      const [answer] = (await once(client, 'message')) as [number | string];
      delay.disable();
      clearInterval(ticks);
      if (typeof answer === 'string') return print(`${name.padEnd(30)} ${answer}`);
      const calls = order.paths.length;
      const busyMs = (threadMs() - before) / calls;
      const figures = [
        `${calls} calls`,
        `${(answer / calls).toFixed(1)} ms each`,
        `${busyMs.toFixed(1)} ms of the main thread each`,
        `longest turn ${longestMs.toFixed(1)} ms`,
        `by the clock ${(delay.max / 1e6).toFixed(0)} ms`,
      ];
      print(`${name.padEnd(30)} ${figures.map((figure) => figure.padStart(15)).join(', ')}`);
    }
  } finally {
    client.disconnect();
    await service.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Processor time of the thread that the event loop runs in; other work on the machine hardly changes it. Linux only. */
function threadMs(): number {
  return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}

function repeat(paths: string[]): string[] {
  return Array.from({ length: REPEATS }, () => paths).flat();
}

interface Prepared {
  token: string;
  cookie: string;
  runs: number[];
  /** Id of the ISS among the tracked satellites. */
  tracked: number;
}

async function prepare(knex: Knex): Promise<Prepared> {
  const today = startOfDay(Date.now()).getTime();
  const elsets = files.catalogue === undefined ? bundledCatalogue(today * 1000) : await ofToday(files.catalogue, today);
  await knex.transaction(async (trx) => {
    const { added } = await upsertCatalogue(trx, elsets, { bundled: false });
    const counts = { rowsRead: elsets.length, added, changed: 0, unchanged: 0, rejected: 0 };
    await recordImport(trx, { kind: 'catalogue', source: 'measured', format: 'generated', ...counts });
  });
  if (files.transmitters !== undefined) await importTransmitters(knex, files.transmitters);
  const options = { nside: DEFAULT_NSIDE, minElevationDeg: DEFAULT_MIN_ELEVATION_DEG, uniformElevation: false };
  const windows: number[] = [];
  for (let i = 0; i < WINDOWS; i++) {
    windows.push((await openWindow(knex, { ...options, start: new Date(today - (WINDOWS - 1 - i) * DAY_MS) })).id);
  }
  const person = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' };
  const passwordHash = await hashPassword('correct horse battery staple');
  const { accountId, userId } = await createAccount(knex, { ...person, passwordHash, plan: 'enterprise' });
  const others = (await listNames(knex)).filter(({ noradNumber }) => noradNumber !== ISS).slice(1 - ROWS);
  for (const { noradNumber } of others) await track(knex, accountId, noradNumber, userId);
  const tracked = (await track(knex, accountId, ISS, userId))?.id ?? 0;
  for (let i = 0; i < ROWS; i++) {
    const place = { latitudeDeg: (i % 180) - 89.5, longitudeDeg: (i % 360) - 179.877 };
    await insertStation(knex, { accountId, name: `Station ${i}`, description: 'A receiver', ...place });
  }
  const { token, hash } = mintToken();
  await insertToken(knex, { accountId, userId, name: 'test', hash, origin: 'cli' });
  const session = mintSession();
  await insertSession(knex, { accountId, userId, hash: session.hash, expiresAt: new Date(Date.now() + DAY_MS) });
  const runs: number[] = [];
  for (const id of windows.slice(0, -LOADED)) runs.push((await ensureRun(knex, id, ISS)).id);
  return { token, cookie: `__Host-sidelobe=${session.secret}`, runs, tracked };
}

/** A catalogue taken to be of today: windows that have ended go. */
async function ofToday(path: string, todayMs: number): Promise<Elset[]> {
  const { elsets } = await readCatalogue(path);
  const newestMs = elsets.reduce((newest, { epochUs }) => Math.max(newest, epochUs / 1000), 0);
  const laterUs = 1000 * (todayMs - startOfDay(newestMs).getTime());
  return elsets.map((elset) => ({ ...elset, epochUs: elset.epochUs + laterUs }));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
