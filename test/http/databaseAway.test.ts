import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { startPostgres, type TestPostgres } from '../../scripts/testPostgres.js';
import { type Database, openDatabase } from '../../src/db/connection/connect.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { withDatabase } from '../helpers/database.js';
import { type Api, BASE, ISS, PASSWORD, withServerOn } from '../helpers/server.js';
import { until } from '../helpers/until.js';

const GUEST = 'sidelobe_guest';

/**
 * Fault that an operator or a full disk causes in a database: how to cause it and how to repair it. `admin` has all
 * rights.
 */
interface Fault {
  name: string;
  begin(admin: Knex, postgres: TestPostgres): Promise<unknown> | void;
  end(admin: Knex, postgres: TestPostgres): Promise<unknown> | void;
}

const terminate = (admin: Knex) =>
  admin.raw('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ?', [GUEST]);
const reload = (admin: Knex, setting: string) =>
  admin.raw(`alter system ${setting}`).then(() => admin.raw('select pg_reload_conf()'));

/** SQL that imitates a full disk: inserts, and updates of two tables, raise the error of a full disk. */
const FILL = `
  create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger full_disk before insert or update on rate_limits for each statement execute function full_disk();
  create trigger full_disk before insert or update on api_tokens for each statement execute function full_disk();
  create trigger full_disk before insert on ground_stations for each statement execute function full_disk()`;

const FAULTS: readonly Fault[] = [
  {
    name: 'a server that is stopped',
    begin: (_admin, postgres) => postgres.signal('SIGSTOP'),
    end: (_admin, postgres) => postgres.signal('SIGCONT'),
  },
  {
    name: 'a server that takes no changes',
    begin: (admin) => reload(admin, 'set default_transaction_read_only = on'),
    end: (admin) => reload(admin, 'reset default_transaction_read_only'),
  },
  {
    name: 'a table that somebody holds locked',
    begin: (admin) =>
      admin.transaction().then(async (trx) => {
        await trx.raw('lock table rate_limits in access exclusive mode');
        locks.add(trx);
      }),
    end: () => Promise.all([...locks].map((trx) => trx.rollback())),
  },
  {
    name: 'a user who may not log in any more',
    begin: (admin) => admin.raw(`alter role ${GUEST} nologin`).then(() => terminate(admin)),
    end: (admin) => admin.raw(`alter role ${GUEST} login`),
  },
  {
    name: 'a user whose rights are gone',
    begin: (admin) => admin.raw(`revoke all on all tables in schema public from ${GUEST}`),
    end: (admin) => admin.raw(`grant all on all tables in schema public to ${GUEST}`),
  },
  {
    name: 'a database that is closed',
    begin: (admin) => admin.raw('revoke connect on database sidelobe_1 from public').then(() => terminate(admin)),
    end: (admin) => admin.raw('grant connect on database sidelobe_1 to public'),
  },
];
const locks = new Set<Knex.Transaction>();

/** Server that no other test file shares. */
let started: ReturnType<typeof startPostgres> | undefined;
test.after.always(async () => (await started)?.stop());
let databases = 0;

/**
 * Runs the body with a service that connects as GUEST to a new database of the server `started`, and with an
 * administrator's connection.
 */
async function withGuest(
  t: ExecutionContext,
  body: (api: Api, admin: Knex, postgres: TestPostgres) => Promise<void>,
): Promise<void> {
  const postgres = await (started ??= startPostgres());
  if (postgres === undefined) {
    const message = 'skipped: no Postgres is installed';
    t.log(message);
    t.not(process.env['CI'], 'true', message);
    t.pass();
    return;
  }
  const opened: Database[] = [];
  const open = async (database: string, user = 'postgres'): Promise<Database> => {
    const url = new URL(postgres.url);
    Object.assign(url, { pathname: database, username: user });
    const one = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    opened.push(one);
    return one;
  };
  try {
    const name = `sidelobe_${++databases}`;
    const { knex: server } = await open('postgres');
    await server.raw('create database ??', [name]);
    if (databases === 1) await server.raw(`create role ${GUEST} login`);
    const admin = await open(name);
    await migrate(admin.knex);
    for (const things of ['tables', 'sequences']) {
      await admin.knex.raw(`grant all on all ${things} in schema public to ${GUEST}`);
    }
    const guest = await open(name, GUEST);
    await withServerOn(t, admin, (api) => body(api, admin.knex, postgres), {}, guest);
  } finally {
    for (const database of opened) await database.close();
  }
}

type Replies = ReturnType<Api['call']>[];

/** Replies to calls that write. */
function changes({ call, enterprise: { token, email } }: Api): Replies {
  const station = { name: 'Berlin', latitude: 52.52, longitude: 13.405 };
  return [
    call('/health/ready'),
    call(`${BASE}/ground_stations`, { token, method: 'POST', body: station }),
    call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } }),
  ];
}

/** Replies to calls that write, that read, and that only count the call. */
function calls(api: Api): Replies {
  const { token, tracked } = api.enterprise;
  return [
    ...changes(api),
    api.call(`${BASE}/me`, { token }),
    api.call(`${BASE}/interference/at_point?tracked_satellite_id=${tracked[ISS]}&lat=1&lon=1`, { token }),
  ];
}

/** Asserts that all these replies are 503 UNAVAILABLE. */
async function unavailable(t: ExecutionContext, { call }: Api, name: string, replies: Replies): Promise<void> {
  for (const { status, json, headers, text } of await Promise.all(replies)) {
    t.is(status, 503, `${name}: ${text}`);
    t.is(json.error.code, 'UNAVAILABLE');
    t.regex(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    t.notRegex(text, /select|insert|sidelobe_guest|permission/i);
  }
  t.is((await call('/health/live')).status, 200);
}

async function isReady({ call }: Api): Promise<boolean> {
  return (await call('/health/ready')).status === 200;
}

test.serial('each fault of a database server is 503 UNAVAILABLE while it lasts, and needs no restart', async (t) => {
  await withGuest(t, async (api, admin, postgres) => {
    t.true(await isReady(api));
    for (const fault of FAULTS) {
      await fault.begin(admin, postgres);
      // Changed settings are reloaded after a while.
      await until(async () => !(await isReady(api)), `${fault.name} to be noticed`);
      await unavailable(t, api, fault.name, calls(api));
      await fault.end(admin, postgres);
      await until(() => isReady(api), `the end of ${fault.name} to be noticed`);
      t.is((await api.call(`${BASE}/me`, { token: api.enterprise.token })).status, 200, fault.name);
    }
    t.deepEqual(
      api.log.filter(({ msg }) => msg === 'unexpected error'),
      [],
    );
  });
});

test.serial('a server that ends all connections and goes on costs only the calls under way', async (t) => {
  await withGuest(t, async (api, admin) => {
    const me = () => api.call(`${BASE}/me`, { token: api.enterprise.token });
    for (let i = 0; i < 5; i++) {
      await Promise.all([me(), me(), me()]);
      await terminate(admin);
      await until(async () => (await me()).status === 200, 'answers again');
      t.is((await me()).status, 200);
    }
    t.deepEqual(
      api.log.filter(({ status }) => status === 500),
      [],
    );
  });
});

/**
 * Asserts that with a full disk everything can be read, limits hold and changes are refused, and that changes work
 * again afterwards.
 */
async function fullDisk(t: ExecutionContext, api: Api, admin: Knex): Promise<void> {
  const { call, enterprise } = api;
  const { token, tracked } = enterprise;
  const station = { name: 'Berlin', latitude: 52.52, longitude: 13.405 };
  const asked = `tracked_satellite_id=${tracked[ISS]}&lat=1&lon=1&timestamp=2025-12-06T08:05:00Z`;
  const remaining = async (): Promise<number> => {
    const reply = await call(`${BASE}/interference/at_point?${asked}`, { token });
    t.is(reply.status, 200, reply.text);
    return Number(reply.headers.get('x-ratelimit-remaining'));
  };
  const add = () => call(`${BASE}/ground_stations`, { token, method: 'POST', body: station });
  await admin.raw(FILL);
  for (const path of ['/me', '/ground_stations', '/tracked_satellites']) {
    const reply = await call(BASE + path, { token });
    t.is(reply.status, 200, reply.text);
  }
  const before = await remaining();
  t.is(await remaining(), before - 1);
  await unavailable(t, api, 'a full disk', changes(api));
  await admin.raw('drop function full_disk cascade');
  t.true(await isReady(api));
  t.is((await add()).status, 200);
}

test.serial('while the disk is full everything can be read, and changes are refused', async (t) => {
  await withGuest(t, (api, admin) => fullDisk(t, api, admin));
  await withDatabase(t, (db) => withServerOn(t, db, (api) => fullDisk(t, api, db.knex)), ['embedded']);
});
