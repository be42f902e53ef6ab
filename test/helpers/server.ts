import { randomUUID } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { connect } from 'node:net';
import type { Server } from 'node:http';
import { hashSync } from '@node-rs/argon2';
import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { createGzipStream } from '../../src/codec/gzip.js';
import type { Analysis } from '../../src/compute/analysis.js';
import { createCountRun } from '../../src/compute/analysis.js';
import type { PlaceQuery, SatelliteQuery } from '../../src/compute/query.js';
import type { SeriesText } from '../../src/compute/series/text.js';
import type { EpochSpan } from '../../src/compute/map/runIndex.js';
import type { EpochInterval } from '../../src/compute/thread/ephemeris.js';
import type { Overlap } from '../../src/compute/matching.js';
import type { OthersQuery } from '../../src/compute/matching.js';
import type { EncountersQuery, LooksQuery, SkyLooks, SkyPass } from '../../src/compute/sky/skyAnalysis.js';
import type { StationQuery } from '../../src/compute/series/stationAnalysis.js';
import type { Asker } from '../../src/fairness/asker.js';
import { createDoor } from '../../src/fairness/door.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { readConfig } from '../../src/config.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { mintToken } from '../../src/db/accounts/credentials.js';
import { latestElset } from '../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { insertToken } from '../../src/db/accounts/tokens.js';
import { insertWindow, listWindows } from '../../src/db/analysis/windows.js';
import { track } from '../../src/db/analysis/tracked.js';
import { createKnown } from '../../src/db/known.js';
import { createApp } from '../../src/http/app.js';
import type { AppDependencies } from '../../src/http/dependencies.js';
import type { Metrics } from '../../src/http/metrics.js';
import { createDraining, type Draining } from '../../src/http/draining.js';
import { createLimits } from '../../src/http/limits/limits.js';
import { createServer, type ServerTimeouts } from '../../src/http/server.js';
import { createCatalogueIndex } from '../../src/memory/catalogueIndex.js';
import { createDirectories } from '../../src/memory/directories.js';
import { createRunIndexes } from '../../src/memory/runIndexes.js';
import { RISK_LEVELS } from '../../src/spec.js';
import type { Database } from '../../src/db/connection/connect.js';
import { cellEntries } from './cellsJson.js';
import { anyKind, withDatabase } from './database.js';
import { differences } from './openapi.js';
import { PATIENT } from './patient.js';

export const BASE = '/api/v1';
export const PASSWORD = 'correct horse battery staple';
const WINDOW_START_MS = Date.parse('2025-12-06T00:00:00Z');
const MINUTE_MS = 60_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** S and Ku. */
export const ISS = 25_544;
/** In the window without any known downlink. */
export const SILENT = 20_580;
/** In the catalogue, but left out of the window. */
export const LEFT_OUT = 22_195;
/** In the catalogue and the window, tracked by nobody yet. */
export const GPS = 48_859;

interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed where it is JSON; tests read it as the shape that they claim. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

interface Call {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Member {
  accountId: number;
  userId: number;
  email: string;
  token: string;
  /** Ids of the tracked satellites by catalogue number. */
  tracked: Record<number, number>;
}

export interface Api extends Client {
  db: Database;
  analysis: FakeAnalysis;
  /** Has the Enterprise plan; tracks ISS, SILENT and LEFT_OUT. */
  enterprise: Member;
  /** Has none; tracks ISS. */
  free: Member;
}

export interface FakeAnalysis extends Analysis {
  asked: PlaceQuery[];
  /** The questions that name no place. */
  askedCells: (SatelliteQuery & { spans?: readonly EpochSpan[]; ipix?: number })[];
  askedStations: (StationQuery & Asker)[];
  /** Questions about the sky over a place, and about the others in it. */
  askedSky: (LooksQuery | EncountersQuery)[];
  askedOthers: OthersQuery[];
  /** What every look and every question about encounters is answered with; GPS is the one other satellite. */
  sky: SkyLooks | undefined;
  skyPasses: SkyPass[];
  overlap: Overlap | undefined;
  /** Waited for before each station but the first. */
  stationGate: () => Promise<unknown>;
  /** Those of all questions, in their order. */
  askers: Asker[];
  /** Bytes of a text that cannot be compressed, in place of entries; 0: entries. */
  randomBytes: number;
  /** Texts handed out and not yet released. */
  held: number;
  isReady: boolean;
  /** Why no newer window can be opened. */
  refused: string | undefined;
  intensity: number;
  /** Epochs at which no satellite can be propagated. */
  failing: EpochInterval[];
  /** Waited for before every answer. */
  gate: Promise<unknown>;
}

/** Index of GPS in the window. */
const GPS_INDEX = 2;

/** Bands of the satellites in the window, by catalogue number. */
const WINDOW_BANDS: Readonly<Record<number, number>> = { [ISS]: (1 << 3) | (1 << 6), [SILENT]: 0, [GPS]: 1 << 2 };

/** A window of 7 days from 2025-12-06, in which every minute has the same intensity. */
export function fakeAnalysis(windowId: number, identity: string = randomUUID()): FakeAnalysis {
  const window = {
    id: windowId,
    identity,
    startMs: WINDOW_START_MS,
    epochCount: 10_080,
    nside: 64,
    minElevationDeg: 10,
    satellite: (norad: number) => (WINDOW_BANDS[norad] === undefined ? undefined : { bands: WINDOW_BANDS[norad] }),
  };
  const timeOf = (epoch: number): string =>
    `${new Date(WINDOW_START_MS + epoch * MINUTE_MS).toISOString().slice(0, 19)}Z`;
  const textOf = (entries: object[], isDeflated = false): SeriesText => {
    fake.held += 1;
    const text = Buffer.from(
      JSON.stringify(fake.randomBytes > 0 ? randomBytes(fake.randomBytes).toString('base64') : entries),
    );
    const bytes = isDeflated ? deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }) : text;
    const deflated = isDeflated ? { crc32: crc32(text), textBytes: text.length } : undefined;
    let isHeld = true;
    return {
      entries: entries.length,
      encoding: isDeflated ? 'gzip' : 'identity',
      bytes,
      deflated,
      wrap: (head, tail) => {
        if (deflated === undefined) return Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]);
        const stream = createGzipStream();
        const begun = stream.begin(head);
        stream.blocks(deflated);
        return Buffer.concat([begun, bytes, stream.end(tail)]);
      },
      release: () => {
        if (isHeld) fake.held -= 1;
        isHeld = false;
      },
    };
  };
  const fake: FakeAnalysis = {
    asked: [],
    askedCells: [],
    askedStations: [],
    stationGate: () => Promise.resolve(),
    askedSky: [],
    askedOthers: [],
    sky: undefined,
    skyPasses: [],
    overlap: undefined,
    askers: [],
    randomBytes: 0,
    held: 0,
    isReady: true,
    refused: undefined,
    intensity: 12,
    failing: [],
    gate: Promise.resolve(),
    check: () => Promise.resolve(),
    current: () => (fake.isReady ? window : undefined),
    refusal: () => fake.refused,
    window: (id) => Promise.resolve(fake.isReady && id === windowId ? window : undefined),
    point: async (query, asker) => {
      fake.askers.push(asker);
      fake.asked.push(query);
      await fake.gate;
      return { intensity: fake.intensity, ipix: 4_321 };
    },
    cells: async (query, asker) => {
      fake.askers.push(asker);
      fake.askedCells.push(query);
      await fake.gate;
      const at = { run: query.runId, nside: window.nside };
      const cells = [
        [7, 1],
        [4_321, fake.intensity],
        [49_151, 3],
      ] as const;
      return textOf(query.spans.flatMap(({ epoch }) => cellEntries({ ...at, epoch }, cells)));
    },
    cellCounts: async ({ window: { epochCount } }) => new Uint32Array(epochCount).fill(3),
    footprints: async ({ epochs }) => [new Uint8Array(2 * epochs.length)],
    magnitudes: async ({ epochs }) => [0, epochs.length, fake.intensity],
    track: async ({ window: { epochCount } }) => new Float64Array(3 * epochCount).fill(fake.intensity),
    states: async ({ epoch }) => Int16Array.from({ length: 7 }, (_unused, i) => epoch + i),
    cellSeries: async (query, asker) => {
      fake.askers.push(asker);
      fake.askedCells.push(query);
      await fake.gate;
      return textOf(
        Array.from({ length: query.window.epochCount }, (_unused, epoch) => ({
          epoch_index: epoch,
          value: fake.intensity,
          timestamp: timeOf(epoch),
        })),
        query.gzip,
      );
    },
    frequencies: ({ norad, carrier }) => {
      if (carrier !== undefined) return [{ ...carrier, source: 'request', assumed: false }];
      return norad === SILENT
        ? []
        : [{ lowHz: 2_265_000_000, highHz: 2_270_000_000, source: 'satnogs', assumed: true }];
    },
    failures: async ({ fromEpoch, toEpoch }) => {
      const cut = fake.failing.map(([from, to]): EpochInterval => [Math.max(from, fromEpoch), Math.min(to, toEpoch)]);
      return cut.filter(([from, to]) => from < to);
    },
    station: async (query, asker) => {
      fake.askers.push(asker);
      fake.askedStations.push({ ...query, account: asker.account, signal: asker.signal });
      await fake.gate;
      const { entries, passes } = stationAnswer(query, fake.intensity, WINDOW_BANDS[query.norad] !== 0);
      return { passes, text: textOf(entries, query.gzip === true && entries.length > 0) };
    },
    others: (query) => {
      fake.askedOthers.push(query);
      const isKnown = WINDOW_BANDS[query.norad] !== 0;
      const ranges = isKnown ? [{ lowHz: 2e9, highHz: 2.1e9, source: 'csv' as const, assumed: false }] : [];
      const satellites = Uint32Array.of(GPS_INDEX);
      return {
        ranges,
        satellites,
        isKnown,
        leftOut: query.without?.size ?? 0,
        overlapOf: () => fake.overlap,
        noradOf: () => GPS,
      };
    },
    looks: async (query, asker) => {
      fake.askers.push(asker);
      fake.askedSky.push(query);
      await fake.gate;
      return fake.sky;
    },
    encounters: async (query, asker) => {
      fake.askers.push(asker);
      fake.askedSky.push(query);
      await fake.gate;
      return fake.skyPasses;
    },
    async *encountersOfMany(queries, asker) {
      for (const query of queries) {
        await fake.stationGate();
        yield { query, passes: await fake.encounters(query, asker) };
      }
    },
    async *stations({ places, ...query }, asker) {
      for (const [i, place] of places.entries()) {
        if (i > 0) await fake.stationGate();
        yield await fake.station({ ...query, ...place }, asker);
      }
    },
    async *stationCounts(query, asker) {
      for await (const { passes, text } of fake.stations(query, asker)) {
        yield { passes, counts: Int32Array.from({ length: text.entries }, () => fake.intensity) };
      }
    },
    timeseries: async (query, asker) => {
      fake.askers.push(asker);
      fake.asked.push(query);
      await fake.gate;
      const epochs = WINDOW_BANDS[query.norad] === 0 ? 0 : query.toEpoch - query.fromEpoch;
      return textOf(
        Array.from({ length: epochs }, (_unused, index) => ({
          timestamp: timeOf(query.fromEpoch + index),
          intensity: fake.intensity,
          risk_level: RISK_LEVELS.findLast(({ from }) => from <= fake.intensity)?.name,
        })),
        query.gzip === true && epochs >= 16,
      );
    },
  };
  return fake;
}

/** One pass of 90 s, from 30 s before the range's third minute on, and one that the range's end cuts. */
function stationAnswer({ fromEpoch, toEpoch }: StationQuery, intensity: number, audible: boolean) {
  const second = (epoch: number): number => WINDOW_START_MS / 1000 + 60 * epoch;
  const known = audible ? { peak: intensity, mean: intensity - 1 / 3 } : null;
  const third = second(fromEpoch + 2);
  const end = second(toEpoch);
  const passes = [
    {
      aosSecond: third - 30,
      losSecond: third + 60,
      maxElevationSecond: third + 15,
      maxElevationDeg: 45.678,
      complete: true,
    },
    { aosSecond: end - 20, losSecond: end, maxElevationSecond: end, maxElevationDeg: 11.001, complete: false },
  ];
  const entry = {
    timestamp: `${new Date(third * 1000).toISOString().slice(0, 19)}Z`,
    intensity,
    risk_level: RISK_LEVELS.findLast(({ from }) => from <= intensity)?.name,
  };
  return {
    passes: passes.map((pass, i) => ({ ...pass, intensity: i === 0 ? known : null })),
    entries: audible ? [entry] : [],
  };
}

function elset(noradNumber: number, name: string, meanMotionRevPerDay: number): Elset {
  return {
    noradNumber,
    name,
    objectId: '1998-067A',
    epochUs: WINDOW_START_MS * 1000,
    meanMotionRevPerDay,
    eccentricity: 0.0003,
    inclinationDeg: 51.6,
    raanDeg: 10,
    argPerigeeDeg: 20,
    meanAnomalyDeg: 30,
    bstar: 0.0001,
    elementSetNo: 999,
    revAtEpoch: 1,
    classification: 'U',
    ephemerisType: 0,
    meanMotionDot: 0,
    meanMotionDdot: 0,
  };
}

/** Hash of PASSWORD that costs next to nothing to compare with: hashes name their own parameters. */
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

/** Opens a window with everything of the catalogue but LEFT_OUT. */
async function openWindow({ knex }: Database): Promise<{ id: number; identity: string }> {
  const window = {
    startUs: WINDOW_START_MS * 1000,
    epochCount: 10_080,
    nside: 64,
    minElevationDeg: 10,
    uniformElevation: false,
    catalogueRevision: 1,
    leftOut: { elset_more_than_14_days_away: 1, no_known_downlink: 1 },
  };
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

async function callServer(t: ExecutionContext, port: number, path: string, options: Call): Promise<Reply> {
  const { method = 'GET', token, headers = {}, body } = options;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
  const json: Reply['json'] = isJson ? JSON.parse(text) : undefined;
  const requestId = response.headers.get('x-request-id') ?? '';
  t.regex(requestId, UUID, `${method} ${path} has a request id`);
  if (json?.meta) t.is(json.meta.request_id, requestId);
  t.deepEqual(differences(method, path, { status: response.status, headers: response.headers, json }), []);
  if (response.status >= 400 && method !== 'HEAD') {
    t.is(typeof json?.error?.code, 'string', `${method} ${path} has an error body: ${text}`);
  }
  return { status: response.status, headers: response.headers, text, json };
}

async function sendRaw(port: number, bytes: string, until?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
    if (until?.test(received)) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

interface Client {
  server: Server;
  draining: Draining;
  port: number;
  /** Lines of the log, parsed. */
  log: Record<string, unknown>[];
  call: (path: string, call?: Call) => Promise<Reply>;
  /** Everything that the server sends for these bytes until it closes the connection or the text matches. */
  raw: (bytes: string, until?: RegExp) => Promise<string>;
}

/**
 * Parts of the application; without limits nobody meets one, without settings they are the defaults. Tests change rows
 * behind its back, so it remembers none unless `known` does.
 */
type Parts = Pick<AppDependencies, 'knex' | 'analysis'> &
  Partial<AppDependencies> & { metrics?: Metrics; kind?: Database['kind'] };

/** Runs the body against the application on a real socket, whatever it depends on. */
export async function withApp(
  t: ExecutionContext,
  { metrics, kind = 'postgres', ...dependencies }: Parts,
  body: (client: Client) => Promise<void>,
  timeouts: Partial<ServerTimeouts> = {},
): Promise<void> {
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(JSON.parse(line)) });
  const settings = readConfig(PATIENT);
  const limits = createLimits(
    { knex: dependencies.knex, kind },
    { interferencePerMinute: 10_000, otherPerHour: 10_000 },
  );
  const catalogue = createCatalogueIndex(dependencies.knex);
  const known = createKnown(dependencies.knex, 0);
  const directories = createDirectories(dependencies.knex);
  const count = createCountRun(dependencies.analysis);
  const runIndexes = createRunIndexes({ knex: dependencies.knex, count, log: logger });
  const draining = createDraining(settings.drainMs);
  const server = createServer(
    createApp(
      {
        known,
        limits,
        settings,
        catalogue,
        directories,
        runIndexes,
        draining,
        door: createDoor({ threads: settings.workers, mostWaitMs: settings.overloadWaitMs }),
        build: 'test',
        ...dependencies,
        log: logger,
      },
      metrics,
    ),
    logger,
    timeouts,
  );
  draining.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  const { port } = address;
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

/** Runs a test against a server with a real database, an account with and one without Enterprise, and a made-up window. */
export function withServer(
  t: ExecutionContext,
  body: (api: Api) => Promise<void>,
  timeouts: Partial<ServerTimeouts> = {},
): Promise<void> {
  return withDatabase(t, (db) => withServerOn(t, db, body, timeouts), anyKind());
}

/** `withServer` on a database of each kind, one after the other. */
export function withServers(t: ExecutionContext, body: (api: Api) => Promise<void>): Promise<void> {
  return withDatabase(t, (db) => withServerOn(t, db, body));
}

/**
 * `withServer` on a database that is migrated and empty; `served` is asked by the application, where that is another
 * pool: then it waits for it as long as a service does. `known` says what the application remembers.
 */
export async function withServerOn(
  t: ExecutionContext,
  db: Database,
  body: (api: Api) => Promise<void>,
  timeouts: Partial<ServerTimeouts> = {},
  served = db,
  known = createKnown(served.knex, 0),
): Promise<void> {
  await upsertCatalogue(
    db.knex,
    [
      elset(ISS, 'ISS (ZARYA)', 15.5),
      elset(SILENT, 'HST', 15.1),
      elset(LEFT_OUT, 'LAGEOS 2', 6.47),
      elset(GPS, 'GPS BIII-5 (PRN 11)', 2.0056),
    ],
    { bundled: false },
  );
  const enterprise = await member(db, 'Ada@Example.org', 'enterprise', [ISS, SILENT, LEFT_OUT]);
  const free = await member(db, 'free@example.org', 'free', [ISS]);
  const { id, identity } = await openWindow(db);
  const analysis = fakeAnalysis(id, identity);
  await withApp(
    t,
    {
      knex: served.knex,
      kind: served.kind,
      known,
      analysis,
      settings: readConfig(served === db ? PATIENT : {}),
    },
    (client) => body({ ...client, db: served, analysis, enterprise, free }),
    timeouts,
  );
}
