import test from 'ava';
import { isDatabaseAway } from '../../src/db/databaseAway.js';

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test('a server that is gone, going, full or silent is away', (t) => {
  for (const away of [
    error('connect', { code: 'ECONNREFUSED' }),
    error('terminating connection due to administrator command', { code: '57P01' }),
    error('the database system is starting up', { code: '57P03' }),
    error('connection failure', { code: '08006' }),
    error('sorry, too many clients already', { code: '53300' }),
    error('connect ENOENT /run/postgresql/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
    error('Connection terminated unexpectedly'),
    error('Query read timeout'),
    error('timeout exceeded when trying to connect'),
    error('Timeout acquiring a connection', { name: 'KnexTimeoutError' }),
  ]) {
    t.true(isDatabaseAway(away), away.message);
  }
});

test('a statement that fails by what it asks is our mistake', (t) => {
  for (const ours of [
    error('column "x" does not exist', { code: '42703' }),
    error('duplicate key value', { code: '23505' }),
    error('division by zero', { code: '22012' }),
    error('no such file', { code: 'ENOENT', syscall: 'open' }),
    'ECONNREFUSED',
    undefined,
  ]) {
    t.false(isDatabaseAway(ours));
  }
});
