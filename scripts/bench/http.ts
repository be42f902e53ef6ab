import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createBareServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { createSeriesLoader } from '../../src/compute/loadSeries.js';
import { openCallCounts } from '../../src/db/accounts/callCounts.js';
import type { CallCounts } from '../../src/db/accounts/rateLimits.js';
import { openDatabase } from '../../src/db/connection/connect.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { newestPublishedWindow } from '../../src/db/analysis/windows.js';
import { readConfig } from '../../src/config.js';
import { createApp } from '../../src/http/app.js';
import { createLimits } from '../../src/http/limits/limits.js';
import { createServer } from '../../src/http/server.js';
import { prepareDemo } from '../../src/jobs/demo.js';
import { importCatalogue } from '../../src/jobs/import/importCatalogue.js';
import { importTransmitters } from '../../src/jobs/import/importTransmitters.js';
import { openWindow } from '../../src/jobs/window/openWindow.js';
import { BASE_PATH, DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE } from '../../src/spec.js';
import { createCatalogueIndex } from '../../src/memory/catalogueIndex.js';
import { createRunIndexes } from '../../src/memory/runIndexes.js';
import { loadStoredWindow } from '../../src/memory/loadStoredWindow.js';
import type { Source } from './catalogue.js';
import type { LoadOrder } from './load.js';
import { measurePair, rate, type Row, type Workload } from './measure.js';
import { analysisOf, type World } from './world.js';

const PLACE = 'lat=52.52&lon=13.405';
const CONNECTIONS = [1, 8];
const PAIRS = 7;

/** Warm answers over a socket, in turns with a bare server that sends as many bytes. */
export function http(world: World, source: Source): Workload {
  return {
    name: 'HTTP',
    async measure() {
      const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-bench-'));
      const database = await openDatabase({ databaseUrl: process.env['DATABASE_URL'] || undefined, dataDir });
      const client = fork(fileURLToPath(new URL('./load.ts', import.meta.url)));
      const servers: Server[] = [];
      await migrate(database.knex);
      const counts = await openCallCounts(database, () => undefined);
      try {
        const { server, token, query, start } = await serve(world, source, database.knex, counts);
        const port = await listen(server, servers);
        const rows: Row[] = [];
        const questions = [
          { name: 'at_point', path: `/interference/at_point?${query}&timestamp=${start.toISOString()}`, requests: 200 },
          { name: 'week', path: `/interference/timeseries?${query}`, requests: 40 },
        ];
        for (const { name, path, requests } of questions) {
          const order = { path: `${BASE_PATH}${path}`, token, requests };
          const body = await bodyOf(port, order.path, token);
          const barePort = await listen(bareServer(body), servers);
          for (const connections of CONNECTIONS) {
            const subject = (at: number): Parameters<typeof measurePair>[0] => ({
              pieces: requests,
              run: () => ask(client, { ...order, port: at, connections }),
            });
            const { own, peer, ratio } = await measurePair(subject(port), subject(barePort), PAIRS);
            const connected = `${connections} connection${connections === 1 ? '' : 's'}`;
            const workload = `HTTP ${name} of ${body.length} bytes, ${connected}`;
            rows.push({ workload, ...own, rates: [rate(own, 1, 'requests/s')], ratio: { value: ratio, to: 'x bare' } });
            rows.push({ workload: '  bare node:http', ...peer, rates: [rate(peer, 1, 'requests/s')] });
          }
        }
        return rows;
      } finally {
        client.disconnect();
        for (const server of servers) {
          server.close();
          server.closeAllConnections();
        }
        await counts.close();
        await database.close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** The application over a database with a window, composed as the service does, without its background work. */
async function serve(
  { core, pool, ringTables, window: { startMs } }: World,
  { catalogue, transmitters }: Source,
  knex: Knex,
  counts: CallCounts,
): Promise<{ server: Server; token: string; query: string; start: Date }> {
  const start = new Date(startMs);
  if (catalogue !== undefined) await importCatalogue(knex, catalogue);
  if (transmitters !== undefined) await importTransmitters(knex, transmitters);
  const { token, tracked } = await prepareDemo(knex, start);
  const options = { nside: DEFAULT_NSIDE, minElevationDeg: DEFAULT_MIN_ELEVATION_DEG, uniformElevation: false };
  await openWindow(knex, { start, ...options });
  const record = await newestPublishedWindow(knex);
  if (record === undefined) throw new Error('the window was not published');
  const window = await loadStoredWindow(knex, core, record);
  const log = pino({ level: 'silent' });
  const analysis = analysisOf(core, pool, ringTables, window, createSeriesLoader({ knex, core, pool, log }));
  const settings = readConfig({ RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000' });
  const limits = createLimits(counts, settings);
  const index = createCatalogueIndex(knex);
  const app = createApp({
    knex,
    analysis,
    catalogue: index,
    runIndexes: createRunIndexes(knex),
    log,
    limits,
    settings,
    build: 'bench',
  });
  const server = createServer(app, log);
  return { server, token, start, query: `tracked_satellite_id=${tracked[0]?.id ?? 0}&${PLACE}` };
}

function bareServer(body: Buffer): Server {
  return createBareServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
}

async function listen(server: Server, servers: Server[]): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function bodyOf(port: number, path: string, token: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body.toString()}`);
  return body;
}

async function ask(client: ReturnType<typeof fork>, order: LoadOrder): Promise<void> {
  client.send(order);
  const [answer] = (await once(client, 'message')) as [number | string];
  if (typeof answer === 'string') throw new Error(answer);
}
