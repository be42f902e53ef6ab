import test from 'ava';
import { type DatabaseAway, isDatabaseAway, tellAway } from '../../../src/db/connection/databaseAway.js';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test('a server that is gone, going, full, read-only, locked, silent or closed to us is away', (t) => {
  for (const away of [
    error('connect', { code: 'ECONNREFUSED' }),
    error('terminating connection due to administrator command', { code: '57P01' }),
    error('the database system is starting up', { code: '57P03' }),
    error('connection failure', { code: '08006' }),
    error('sorry, too many clients already', { code: '53300' }),
    error('could not extend file "base/5/1": No space left on device', { code: '53100' }),
    error('could not read block 3', { code: '58030' }),
    error('cannot execute INSERT in a read-only transaction', { code: '25006' }),
    error('canceling statement due to statement timeout', { code: '57014' }),
    error('canceling statement due to lock timeout', { code: '55P03' }),
    error('password authentication failed for user "sidelobe"', { code: '28P01' }),
    error('role "sidelobe" is not permitted to log in', { code: '28000' }),
    error('database "sidelobe" does not exist', { code: '3D000' }),
    error('database "sidelobe" is not currently accepting connections', { code: '55000', severity: 'FATAL' }),
    error('connect ENOENT /run/postgresql/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
    error('Connection terminated unexpectedly'),
    error('Query read timeout'),
    error('timeout expired'),
    error('received invalid response: 76'),
    error('Received unexpected commandComplete message from backend.'),
    error('Timeout acquiring a connection', { name: 'KnexTimeoutError' }),
  ]) {
    const told = tellAway(away);
    t.true(isDatabaseAway(told), away.message);
    t.is((told as DatabaseAway).message, away.message);
    t.is((told as DatabaseAway).cause, away);
  }
});

test('where a name has several addresses, the reason includes the error of each', (t) => {
  const refused = ['::1', '127.0.0.1'].map((host) => error(`connect ECONNREFUSED ${host}:1`));
  const told = tellAway(Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' }));
  t.is((told as DatabaseAway).message, 'connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1');
});

test('a statement that fails by its own fault is our mistake, whatever text it holds', (t) => {
  for (const ours of [
    error('column "x" does not exist', { code: '42703' }),
    error('duplicate key value', { code: '23505' }),
    error('division by zero', { code: '22012' }),
    error('select 1 - Query read timeout', { code: '42601' }),
    error('no such file', { code: 'ENOENT', syscall: 'open' }),
    'ECONNREFUSED',
    undefined,
  ]) {
    t.is(tellAway(ours), ours);
  }
});
