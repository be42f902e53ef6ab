import { Worker } from 'node:worker_threads';
import test from 'ava';
import { backendOf, startBackend } from '../../../src/db/connection/backend.js';
import { DatabaseAway } from '../../../src/db/connection/databaseAway.js';
import { embeddedDatabase } from '../../../src/db/connection/embedded.js';
import { temporaryFile } from '../../helpers/files.js';

/** Script of a thread that reports that it is ready, and crashes at the first query. */
const FAILING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => { throw new Error('out of order'); });
  parentPort.postMessage([]);`;

test('when its thread ends, everybody who waits or asks later is told that the database is away', async (t) => {
  const database = embeddedDatabase(await backendOf(new Worker(FAILING, { eval: true })));
  const { knex, lost } = database;
  const away = { instanceOf: DatabaseAway, message: 'the embedded database has ended: out of order' };
  await Promise.all([1, 2, 3].map(() => t.throwsAsync(async () => knex.raw('select 1'), away)));
  await t.throwsAsync(lost, away);
  await t.throwsAsync(async () => knex.raw('select 1'), away);
  await database.close();
});

test('files that are no database are refused with what Postgres says, and the thread is gone', async (t) => {
  const file = temporaryFile(t, 'file', 'no directory');
  await t.throwsAsync(startBackend({ dataDir: `${file}/below` }), { message: /ENOTDIR/ });
});

test('the thread answers in the order of the orders, and nothing after it was closed', async (t) => {
  const echo = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (order) => parentPort.postMessage(order === 'close' ? [] : [order]));
    parentPort.postMessage([]);`;
  const backend = await backendOf(new Worker(echo, { eval: true }));
  const answers = await Promise.all([1, 2, 3].map((byte) => backend.send([Buffer.of(byte)])));
  t.deepEqual(
    answers.map(([first]) => first?.[0]),
    [1, 2, 3],
  );
  await backend.close();
  await t.throwsAsync(backend.send([Buffer.of(4)]), { message: 'the embedded database is closed' });
  await backend.close();
});
