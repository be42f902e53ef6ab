import type { Server } from 'node:http';
import { hashSync } from '@node-rs/argon2';
import type { ExecutionContext } from 'ava';
import { createCountRun } from '../../src/compute/analysis.js';
import { readConfig } from '../../src/config.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { mintToken } from '../../src/db/accounts/credentials.js';
import { insertToken } from '../../src/db/accounts/tokens.js';
import { track } from '../../src/db/analysis/tracked.js';
import { insertWindow, listWindows } from '../../src/db/analysis/windows.js';
import { latestElset } from '../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import type { Database } from '../../src/db/connection/connect.js';
import { createKnown } from '../../src/db/known.js';
import { createDoor } from '../../src/fairness/door.js';
import { createApp } from '../../src/http/app.js';
import type { AppDependencies } from '../../src/http/dependencies.js';
import type { Metrics } from '../../src/http/metrics.js';
import { createDraining, type Draining } from '../../src/http/draining.js';
import { createLimits } from '../../src/http/limits.js';
import { createNetworks } from '../../src/http/networks.js';
import { createServer, type ServerTimeouts } from '../../src/http/server.js';
import { createCatalogueIndex } from '../../src/memory/catalogueIndex.js';
import { createKnownErrorLaws } from '../../src/memory/errorLaws.js';
import { createRunIndexes } from '../../src/memory/runIndexes.js';
import { elset, WINDOW } from '../db/fixtures.js';
import { type Call, callServer, listen, type Reply, sendRaw } from './client.js';
import { withAnyDatabase, withDatabase } from './database.js';
import {
  type FakeAnalysis,
  fakeAnalysis,
  GPS,
  ISS,
  LEFT_OUT,
  SILENT,
  WINDOW_BANDS,
  WINDOW_START_MS,
} from './fakeAnalysis.js';
import { keptLog } from './log.js';
import { PATIENT } from './until.js';

export { fakeAnalysis, GPS, ISS, LEFT_OUT, SILENT } from './fakeAnalysis.js';
export const BASE = '/api/v1';
export const PASSWORD = 'correct horse battery staple';

interface Member {
  accountId: number;
  userId: number;
  email: string;
  token: string;
  /** Ids of the account's tracked satellites, by catalogue number. */
  tracked: Record<number, number>;
}

export interface Api extends Client {
  db: Database;
  analysis: FakeAnalysis;
  /** Member of an account with the Enterprise plan, which tracks ISS, SILENT and LEFT_OUT. */
  enterprise: Member;
  /** Member without a plan; tracks ISS. */
  free: Member;
}

interface Client {
  server: Server;
  draining: Draining;
  port: number;
  /** Lines of the log, parsed. */
  log: Record<string, unknown>[];
  call: (path: string, call?: Call) => Promise<Reply>;
  /**
   * Sends bytes on a connection; resolves to all that the server answers until it closes the connection, or until the
   * text matches the pattern.
   */
  raw: (bytes: string, until?: RegExp) => Promise<string>;
}

/** Hash of PASSWORD, with parameters that make it quick to verify. */
const PASSWORD_HASH = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

async function member(
  { knex }: Database,
  email: string,
  plan: 'enterprise' | 'free',
  norads: number[],
): Promise<Member> {
  const { accountId, userId } = await createAccount(knex, {
    email,
    passwordHash: PASSWORD_HASH,
    firstName: 'Ada',
    lastName: 'Núñez',
    plan,
  });
  const { token, hash } = mintToken();
  await insertToken(knex, { accountId, userId, name: 'test', hash, origin: 'cli' });
  const tracked: Record<number, number> = {};
  for (const norad of norads) {
    const row = await track(knex, accountId, norad, userId);
    if (row) tracked[norad] = row.id;
  }
  return { accountId, userId, email, token, tracked };
}

/** Inserts a window with all satellites of the catalogue except LEFT_OUT. */
async function openWindow({ knex }: Database): Promise<{ id: number; identity: string }> {
  const leftOut = { elset_more_than_14_days_away: 1, no_known_downlink: 1 };
  const window = { ...WINDOW, startUs: WINDOW_START_MS * 1000, leftOut };
  const elsets = await Promise.all(Object.keys(WINDOW_BANDS).map((number) => latestElset(knex, Number(number))));
  const satellites = elsets
    .filter((found) => found !== undefined)
    .map(({ noradNumber, ...elements }) => ({
      noradNumber,
      elements,
      bands: WINDOW_BANDS[noradNumber] ?? 0,
      minElevationDeg: 10,
      bundled: false,
      downlinks: '[]',
    }));
  const id = await knex.transaction((trx) => insertWindow(trx, window, satellites));
  const [record] = await listWindows(knex);
  return { id, identity: record?.identity ?? '' };
}

/**
 * Parts of the application that a test replaces. By default limits are too high to reach, time-outs are long, and no
 * rows are remembered, as tests change rows directly.
 */
type Parts = Pick<AppDependencies, 'knex' | 'analysis'> &
  Partial<AppDependencies> & { metrics?: Metrics; kind?: Database['kind'] };

/** Runs the body against the application, which listens on a real socket. */
export async function withApp(
  t: ExecutionContext,
  { metrics, kind = 'postgres', ...dependencies }: Parts,
  body: (client: Client) => Promise<void>,
  timeouts: Partial<ServerTimeouts> = {},
): Promise<void> {
  const { log: logger, lines: log } = keptLog();
  const settings = readConfig(PATIENT);
  const limits = createLimits(
    { knex: dependencies.knex, kind },
    { interferencePerMinute: 10_000, otherPerHour: 10_000 },
  );
  const catalogue = createCatalogueIndex(dependencies.knex);
  const known = createKnown(dependencies.knex, 0);
  const count = createCountRun(dependencies.analysis);
  const errorLaws = createKnownErrorLaws(dependencies.knex);
  const runIndexes = createRunIndexes({ knex: dependencies.knex, count, log: logger });
  const draining = createDraining(settings.drainMs);
  const server = createServer(
    createApp(
      {
        known,
        limits,
        settings,
        catalogue,
        runIndexes,
        errorLaws,
        draining,
        door: createDoor({ threads: settings.workers, mostWaitMs: settings.overloadWaitMs }),
        build: 'test',
        ...dependencies,
        log: logger,
      },
      metrics,
    ),
    { log: logger, networks: createNetworks(settings.trustProxy), timeouts },
  );
  draining.watch(server);
  const port = await listen(server);
  try {
    await body({
      server,
      draining,
      port,
      log,
      call: (path, call = {}) => callServer(t, port, path, call),
      raw: (bytes, until) => sendRaw(port, bytes, until),
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await runIndexes.stop();
  }
}

/** Runs a test against a server with a real database, an Enterprise and a Free account, and a fake analysis. */
export function withServer(
  t: ExecutionContext,
  body: (api: Api) => Promise<void>,
  timeouts: Partial<ServerTimeouts> = {},
): Promise<void> {
  return withAnyDatabase(t, (db) => withServerOn(t, db, body, timeouts));
}

/** Runs a test like `withServer`, on a database of each kind, one after the other. */
export function withServers(t: ExecutionContext, body: (api: Api) => Promise<void>): Promise<void> {
  return withDatabase(t, (db) => withServerOn(t, db, body));
}

/**
 * Runs a test like `withServer`, on a given migrated, empty database. The application may have connections of its own,
 * `served`; then it has the time-outs of a real service. `known` is its memory of rows.
 */
export async function withServerOn(
  t: ExecutionContext,
  db: Database,
  body: (api: Api) => Promise<void>,
  timeouts: Partial<ServerTimeouts> = {},
  served = db,
  known = createKnown(served.knex, 0),
): Promise<void> {
  const epochUs = WINDOW_START_MS * 1000;
  const elsets = [
    elset({ noradNumber: ISS, name: 'ISS (ZARYA)', meanMotionRevPerDay: 15.5, epochUs }),
    elset({ noradNumber: SILENT, name: 'HST', meanMotionRevPerDay: 15.1, epochUs }),
    elset({ noradNumber: LEFT_OUT, name: 'LAGEOS 2', meanMotionRevPerDay: 6.47, epochUs }),
    elset({ noradNumber: GPS, name: 'GPS BIII-5 (PRN 11)', meanMotionRevPerDay: 2.0056, epochUs }),
  ];
  await upsertCatalogue(db.knex, elsets, { bundled: false });
  const enterprise = await member(db, 'Ada@Example.org', 'enterprise', [ISS, SILENT, LEFT_OUT]);
  const free = await member(db, 'free@example.org', 'free', [ISS]);
  const { id, identity } = await openWindow(db);
  const analysis = fakeAnalysis(id, identity);
  await withApp(
    t,
    { knex: served.knex, kind: served.kind, known, analysis, settings: readConfig(served === db ? PATIENT : {}) },
    (client) => body({ ...client, db: served, analysis, enterprise, free }),
    timeouts,
  );
}
