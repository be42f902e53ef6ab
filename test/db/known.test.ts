import test from 'ava';
import type { Knex } from 'knex';
import { disableAccount, setPlan } from '../../src/db/accounts/accounts.js';
import { replacePassword } from '../../src/db/accounts/replacePassword.js';
import { deleteSessions, findSession, insertSession, touchSession } from '../../src/db/accounts/sessions.js';
import { addToken, findToken, insertToken, revokeToken, touchToken } from '../../src/db/accounts/tokens.js';
import { findProvenance } from '../../src/db/analysis/provenance.js';
import { ensureRun, findRun } from '../../src/db/analysis/runs.js';
import {
  deleteStation,
  findStation,
  insertStation,
  listStations,
  updateStation,
} from '../../src/db/analysis/stations.js';
import { insertSweep, publishSweep } from '../../src/db/analysis/sweeps.js';
import { findTracked, listTracked, track, untrack } from '../../src/db/analysis/tracked.js';
import {
  deleteEndedWindows,
  insertWindow,
  publishWindow,
  setPropagationFailures,
} from '../../src/db/analysis/windows.js';
import { latestElset } from '../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import type { Database } from '../../src/db/connection/connect.js';
import { createKnown, type Known } from '../../src/db/known.js';
import { statements, withDatabase } from '../helpers/database.js';
import { until } from '../helpers/until.js';
import { account, elset, START_US } from './fixtures.js';

const ISS = 25_544;
const HST = 20_580;
const TOKEN = Buffer.alloc(32, 1);
const SESSION = Buffer.alloc(32, 2);
const LATER = new Date('2100-01-01T00:00:00Z');

/** One row of everything that is known. */
interface Scene {
  accountId: number;
  userId: number;
  tokenId: number;
  sessionId: number;
  trackedId: number;
  stationId: number;
  windowId: number;
  runId: number;
}

async function setScene(knex: Knex): Promise<Scene> {
  await upsertCatalogue(knex, [elset(), elset({ noradNumber: HST })], { bundled: false });
  const ids = await account(knex);
  const { accountId, userId } = ids;
  const tokenId = await insertToken(knex, { ...ids, name: 'script', hash: TOKEN, origin: 'auth' });
  const sessionId = await insertSession(knex, { ...ids, hash: SESSION, expiresAt: LATER });
  const trackedId = (await track(knex, accountId, ISS, userId))?.id ?? 0;
  const place = { name: 'Berlin', latitudeDeg: 52.52, longitudeDeg: 13.405 };
  const { id: stationId } = await insertStation(knex, { accountId, ...place });
  const window = {
    startUs: START_US,
    epochCount: 10_080,
    nside: 64,
    minElevationDeg: 10,
    uniformElevation: false,
    catalogueRevision: 1,
    leftOut: {},
  };
  const elsetId = (await latestElset(knex, ISS))?.elsetId ?? 0;
  const satellite = { noradNumber: ISS, elsetId, bands: 8, minElevationDeg: 10 };
  const windowId = await knex.transaction((trx) => insertWindow(trx, window, [satellite]));
  await publishWindow(knex, windowId);
  const { id: runId } = await ensureRun(knex, windowId, ISS);
  return { accountId, userId, tokenId, sessionId, trackedId, stationId, windowId, runId };
}

/** Everything that is known of a scene. */
async function allOf(known: Known, { accountId, trackedId, stationId, windowId, runId }: Scene) {
  return {
    token: await known.token(TOKEN),
    session: await known.session(SESSION),
    tracked: await known.tracked(accountId, trackedId),
    allTracked: await known.allTracked(accountId),
    station: await known.station(accountId, stationId),
    stations: await known.stations(accountId),
    run: await known.run(accountId, runId),
    provenance: await known.provenance(windowId, ISS),
  };
}

/** Rows of a scene as the database has them. */
async function truthOf(
  knex: Knex,
  { accountId, trackedId, stationId, windowId, runId }: Scene,
): ReturnType<typeof allOf> {
  return {
    token: await findToken(knex, TOKEN),
    session: await findSession(knex, SESSION),
    tracked: await findTracked(knex, accountId, trackedId),
    allTracked: await listTracked(knex, accountId),
    station: await findStation(knex, accountId, stationId),
    stations: await listStations(knex, accountId),
    run: await findRun(knex, accountId, runId),
    provenance: await findProvenance(knex, windowId, ISS),
  };
}

/** Reads the scene until it is known without a statement. */
async function learn({ knex }: Database, known: Known, scene: Scene): Promise<void> {
  await until(async () => (await statements(knex, () => allOf(known, scene))) === 0, 'the scene to be known');
}

interface Change {
  what: string;
  /** Done before anything is known. */
  before?: (knex: Knex, scene: Scene) => PromiseLike<unknown>;
  make: (knex: Knex, scene: Scene) => PromiseLike<unknown>;
}

const CHANGES: readonly Change[] = [
  { what: 'a token is revoked', make: (knex, { tokenId }) => revokeToken(knex, tokenId) },
  { what: 'a token is deleted by hand', make: (knex) => knex.raw('delete from api_tokens') },
  {
    what: 'a token is replaced',
    make: (knex, { accountId, userId }) =>
      addToken(knex, { accountId, userId, name: 'next', hash: Buffer.alloc(32, 9), origin: 'auth' }, 1),
  },
  {
    what: 'a token is given an end',
    make: (knex) => knex('api_tokens').update({ expires_at: knex.raw('now()') }),
  },
  { what: 'a password is replaced', make: (knex, { userId }) => replacePassword(knex, userId, 'other') },
  { what: 'sessions end', make: (knex, { userId }) => deleteSessions(knex, userId) },
  {
    what: 'a session has not been used for long',
    make: (knex) => knex('sessions').update({ last_used_at: knex.raw(`now() - interval '100 hours'`) }),
  },
  { what: 'an account is closed', make: (knex, { accountId }) => disableAccount(knex, accountId) },
  { what: 'a plan ends', make: (knex, { accountId }) => setPlan(knex, accountId, 'free') },
  {
    what: 'a plan begins',
    before: (knex, { accountId }) => setPlan(knex, accountId, 'free'),
    make: (knex, { accountId }) => setPlan(knex, accountId, 'enterprise'),
  },
  { what: 'a user has another name', make: (knex) => knex('users').update({ first_name: 'Augusta' }) },
  {
    what: 'a satellite is tracked',
    make: (knex, { accountId }) => track(knex, accountId, HST, null),
  },
  { what: 'a satellite is removed', make: (knex, { accountId, trackedId }) => untrack(knex, accountId, trackedId) },
  {
    what: 'a satellite has a newer elset',
    make: (knex) => upsertCatalogue(knex, [elset({ epochUs: START_US + 9 })], { bundled: false }),
  },
  { what: 'a satellite has another name', make: (knex) => knex('satellites').update({ name: 'ISS' }) },
  {
    what: 'a station is moved',
    make: (knex, { accountId, stationId }) => updateStation(knex, accountId, stationId, { latitudeDeg: 53 }),
  },
  {
    what: 'a station is added',
    make: (knex, { accountId }) =>
      insertStation(knex, { accountId, name: 'Quito', latitudeDeg: -0.18, longitudeDeg: -78.47 }),
  },
  {
    what: 'a station is removed',
    make: (knex, { accountId, stationId }) => deleteStation(knex, accountId, stationId),
  },
  {
    what: 'a station goes to another account',
    make: async (knex) => {
      const { accountId } = await account(knex, 'grace@example.org');
      await knex('ground_stations').update({ account_id: accountId });
    },
  },
  { what: 'stations are truncated', make: (knex) => knex.raw('truncate ground_stations') },
  {
    what: 'a sweep is published',
    make: (knex, { windowId }) =>
      knex.transaction(async (trx) => {
        const sizes = { blockEpochs: 60, partCells: 1, partRows: 1 };
        await publishSweep(trx, await insertSweep(trx, { windowId, noradNumbers: [ISS], ipix: [], ...sizes }));
      }),
  },
  { what: 'runs are truncated', make: (knex) => knex.raw('truncate coverage_analysis_runs cascade') },
  {
    what: 'a window is surveyed',
    make: (knex, { windowId }) =>
      setPropagationFailures(knex, windowId, [{ noradNumber: ISS, epochs: 1, firstEpoch: 0 }]),
  },
  { what: 'a satellite of a window is changed', make: (knex) => knex('window_satellites').update({ band_mask: 1 }) },
  { what: 'a window is deleted, with its runs', make: (knex) => deleteEndedWindows(knex, 2 * START_US, []) },
];

test('whatever changes, the process that changes it knows at once', async (t) => {
  for (const { what, before: prepare, make } of CHANGES) {
    await withDatabase(t, async (database) => {
      const { knex, kind } = database;
      const known = createKnown(database);
      const scene = await setScene(knex);
      await prepare?.(knex, scene);
      await learn(database, known, scene);
      const before = await allOf(known, scene);
      t.deepEqual(before, await truthOf(knex, scene));
      t.is((await known.runOf(scene.windowId, ISS)).id, scene.runId);
      await make(knex, scene);
      const truth = await truthOf(knex, scene);
      t.notDeepEqual(truth, before, `${what} makes a difference`);
      t.deepEqual(await allOf(known, scene), truth, `${what} (${kind})`);
    });
  }
});

test('what changes nothing that is known costs nothing: the use of a token, the account of somebody else', async (t) => {
  await withDatabase(
    t,
    async (database) => {
      const { knex } = database;
      const known = createKnown(database);
      const scene = await setScene(knex);
      const other = await account(knex, 'grace@example.org');
      const otherToken = await insertToken(knex, { ...other, name: 'other', hash: Buffer.alloc(32, 8), origin: 'cli' });
      await knex('sessions').update({ last_used_at: knex.raw(`now() - interval '1 hour'`) });
      await learn(database, known, scene);
      await touchToken(knex, scene.tokenId);
      await touchSession(knex, scene.sessionId);
      await revokeToken(knex, otherToken);
      await setPlan(knex, other.accountId, 'free');
      await insertStation(knex, { accountId: other.accountId, name: 'Quito', latitudeDeg: 0, longitudeDeg: -78 });
      t.is(await statements(knex, () => allOf(known, scene)), 0);
    },
    ['embedded'],
  );
});

test('a connection that is made anew hears of changes, too', async (t) => {
  await withDatabase(
    t,
    async (database) => {
      const { knex } = database;
      const known = createKnown(database);
      const scene = await setScene(knex);
      for (const plan of ['free', 'enterprise', 'free'] as const) {
        const connection = await knex.client.acquireConnection();
        connection.__knex__disposed = 'by the test';
        await knex.client.releaseConnection(connection);
        await known.token(TOKEN);
        await setPlan(knex, scene.accountId, plan);
        t.is((await known.token(TOKEN))?.enterprise, plan === 'enterprise');
      }
    },
    ['embedded'],
  );
});

test('a change that is undone is none, and one in a transaction counts when it is committed', async (t) => {
  await withDatabase(t, async (database) => {
    const { knex } = database;
    const known = createKnown(database);
    const scene = await setScene(knex);
    await learn(database, known, scene);
    const undone = knex.transaction(async (trx) => {
      await revokeToken(trx, scene.tokenId);
      throw new Error('undone');
    });
    await t.throwsAsync(undone, { message: 'undone' });
    t.truthy(await known.token(TOKEN));
    await knex.transaction((trx) => revokeToken(trx, scene.tokenId));
    t.is(await known.token(TOKEN), undefined);
  });
});
