import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import test from 'ava';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { DatabaseAway } from '../../../src/db/connection/databaseAway.js';
import { UserError } from '../../../src/errors.js';
import { freePort } from '../../helpers/files.js';
import { databaseTest } from '../fixtures.js';

/** Starts a server that accepts connections and never answers. */
const silentServer = () => serverOf((socket) => void socket.resume());

/** Message of Postgres' protocol. Its length field is right unless `length` is given. */
function message(type: string, content: string, length = content.length + 4): Buffer {
  const bytes = Buffer.alloc(5 + content.length);
  bytes.write(type, 'latin1');
  bytes.writeUInt32BE(length, 1);
  bytes.write(content, 5, 'latin1');
  return bytes;
}

const WELCOME = message('R', '\0\0\0\0');
const READY = message('Z', 'I');
const DONE = message('C', 'SELECT 0\0');
/** Messages that describe a text column and send one row of it. */
const VERSION = Buffer.concat([
  message('T', `\0\x01version\0${'\0'.repeat(6)}\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0`),
  message('D', '\0\x01\0\0\0\x0fPostgreSQL 15.0'),
]);

/**
 * Starts a server that speaks Postgres' protocol, except that it greets with `welcome`, and answers a statement that
 * contains `broken` with the bytes `broken`.
 */
const breakingServer = (broken: Buffer, welcome = WELCOME) =>
  serverOf((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([welcome, READY]));
      socket.on('data', (data) => {
        if (data[0] === 'X'.charCodeAt(0)) socket.end();
        else if (data.includes('broken')) socket.write(broken);
        else socket.write(Buffer.concat([...(data.includes('version') ? [VERSION] : []), DONE, READY]));
      });
    });
  });

async function serverOf(take: (socket: Socket) => void): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((socket) => take(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { port: address.port, close };
}

databaseTest('eight-byte integers arrive as numbers, times as dates, doubles bit for bit', async (t, { knex }) => {
  const doubles = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, 13.76647064];
  const { rows } = await knex.raw<{ rows: unknown[] }>(
    `select 1783654440383136::bigint as big, '{25544,1783654440383136}'::bigint[] as bigs, ?::double precision[] as doubles,
       '2026-07-10T03:44:00.383Z'::timestamptz as instant`,
    [doubles],
  );
  const big = 1_783_654_440_383_136;
  t.deepEqual(rows, [{ big, bigs: [25_544, big], doubles, instant: new Date('2026-07-10T03:44:00.383Z') }]);
});

test('a server that cannot be reached is named with the cause, without the password', async (t) => {
  const port = await freePort();
  const databaseUrl = `postgresql://ada:open%20sesame@127.0.0.1:${port}/sidelobe`;
  const error = await t.throwsAsync(openDatabase({ databaseUrl, dataDir: '' }), { instanceOf: UserError });
  t.is(error.message, `cannot reach Postgres at 127.0.0.1:${port}/sidelobe: connect ECONNREFUSED 127.0.0.1:${port}`);
});

test('a server that accepts and then says nothing is given up', async (t) => {
  const { port, close } = await silentServer();
  t.teardown(close);
  const databaseUrl = `postgresql://ada:sesame@127.0.0.1:${port}/sidelobe`;
  await t.throwsAsync(openDatabase({ databaseUrl, dataDir: '', databaseTimeoutMs: 500 }), {
    instanceOf: UserError,
    message: `cannot reach Postgres at 127.0.0.1:${port}/sidelobe: timeout expired`,
  });
});

for (const [what, broken] of [
  ['a row shorter than it says', message('D', '\x03\xe8\0\0\0\x04', 10)],
  ['a message of no type', message('v', '')],
  ['zeroes', Buffer.alloc(64)],
] as const) {
  test(`a server that answers with ${what} is away, and the next statement has another connection`, async (t) => {
    const { port, close } = await breakingServer(broken);
    const database = await openDatabase({ databaseUrl: `postgresql://a@127.0.0.1:${port}/b`, dataDir: '' });
    await t.throwsAsync(database.knex.raw('select broken'), { instanceOf: DatabaseAway });
    await t.notThrowsAsync(database.knex.raw('select 1'));
    await database.close();
    await close();
  });
}

test('a server that does not begin with a greeting is named', async (t) => {
  const { port, close } = await breakingServer(DONE, message('R', '\0\0\0\x63'));
  await t.throwsAsync(openDatabase({ databaseUrl: `postgresql://a@127.0.0.1:${port}/b`, dataDir: '' }), {
    instanceOf: UserError,
    message: /^cannot reach Postgres at 127.0.0.1:\d+\/b: /,
  });
  await close();
});

test('an invalid address is refused without repeating it', async (t) => {
  const databaseUrl = 'postgresql://ada:sesame@host:port/sidelobe';
  const error = await t.throwsAsync(openDatabase({ databaseUrl, dataDir: '' }), { instanceOf: UserError });
  t.regex(error.message, /^DATABASE_URL is not an address such as/);
  t.notRegex(error.message, /sesame/);
});

test('a missing file that the address names is told', async (t) => {
  const databaseUrl = 'postgresql://ada:sesame@localhost/sidelobe?sslcert=/missing.pem';
  await t.throwsAsync(openDatabase({ databaseUrl, dataDir: '' }), {
    instanceOf: UserError,
    message: 'DATABASE_URL names /missing.pem, which cannot be read: ENOENT',
  });
});

databaseTest(
  'a statement is given as long as the setting says',
  async (t, db) => {
    const databaseUrl = String(db.knex.client.config.connection.connectionString);
    const hasty = await openDatabase({ databaseUrl, dataDir: '', databaseTimeoutMs: 500 });
    try {
      await t.throwsAsync(async () => hasty.knex.raw('select pg_sleep(60)'), { instanceOf: DatabaseAway });
      await t.notThrowsAsync(async () => db.knex.raw('select pg_sleep(1)'));
    } finally {
      await hasty.close();
    }
  },
  ['postgres'],
);

databaseTest(
  'as many connections are opened as the setting says, and further statements wait for one',
  async (t, db) => {
    const databaseUrl = String(db.knex.client.config.connection.connectionString);
    const few = await openDatabase({ databaseUrl, dataDir: '', databaseConnections: 2 });
    try {
      const asking = Array.from({ length: 4 }, async () =>
        few.knex.raw('select pg_backend_pid() as pid, pg_sleep(0.3)'),
      );
      const answers: { rows: { pid: number }[] }[] = await Promise.all(asking);
      t.is(new Set(answers.map(({ rows }) => rows[0]?.pid)).size, 2);
    } finally {
      await few.close();
    }
  },
  ['postgres'],
);

databaseTest(
  'a connection whose statement timed out serves nobody else',
  async (t, { knex }) => {
    const slow = knex.transaction(async (trx) => {
      await trx('accounts').insert({ disabled_at: null });
      await trx.raw('select pg_sleep(1)').options({ query_timeout: 50 });
    });
    await t.throwsAsync(slow, { message: /timeout/ });
    const stuck = knex.raw('select pg_sleep(60)').options({ query_timeout: 50 });
    await t.throwsAsync(async () => stuck, { message: /timeout/ });
    t.deepEqual(await knex('accounts').count({ n: '*' }), [{ n: 0 }]);
    t.is(knex.client.pool.numUsed(), 0);
  },
  ['postgres'],
);
