import { findUserByEmail } from '../../../src/db/accounts/accounts.js';
import { mintSession, mintToken } from '../../../src/db/accounts/credentials.js';
import { deleteAccount, isAccountGone } from '../../../src/db/accounts/deleteAccount.js';
import { insertSession } from '../../../src/db/accounts/sessions.js';
import { insertToken } from '../../../src/db/accounts/tokens.js';
import { addStation } from '../../../src/db/analysis/stations.js';
import { trackUpTo } from '../../../src/db/analysis/tracked.js';
import type { Database } from '../../../src/db/connection/connect.js';
import { account, databaseTest as test, elset, importElsets } from '../fixtures.js';

type Knex = Database['knex'];

/** Creates an account with a row in every table that has rows of accounts; returns its ids. */
async function fullAccount(knex: Knex, email: string): Promise<{ accountId: number; userId: number }> {
  const ids = await account(knex, email);
  await insertToken(knex, { ...ids, name: 'laptop', hash: mintToken().hash, origin: 'cli' });
  await insertSession(knex, { ...ids, hash: mintSession().hash, expiresAt: new Date(Date.now() + 60_000) });
  await addStation(knex, { accountId: ids.accountId, name: 'Berlin', latitudeDeg: 52, longitudeDeg: 13 }, 500);
  await trackUpTo(knex, ids.accountId, 25_544, ids.userId, 500);
  return ids;
}

/** Number of an account's rows in every table that has a column account_id. */
async function rowsOf(knex: Knex, accountId: number): Promise<Record<string, number>> {
  const tables: string[] = await knex('information_schema.columns')
    .where({ table_schema: 'public', column_name: 'account_id' })
    .orderBy('table_name')
    .pluck('table_name');
  const counts: [string, number][] = [];
  for (const table of tables) counts.push([table, (await knex(table).where({ account_id: accountId })).length]);
  return Object.fromEntries(counts);
}

test('deleting an account deletes its rows in every table, and no other account’s', async (t, { knex }) => {
  await importElsets(knex, [elset()]);
  const ada = await fullAccount(knex, 'ada@example.org');
  const bob = await fullAccount(knex, 'bob@example.org');
  const before = await rowsOf(knex, ada.accountId);
  for (const [table, rows] of Object.entries(before)) t.is(rows, 1, table);
  t.deepEqual(await deleteAccount(knex, ada.accountId), before);
  for (const [table, rows] of Object.entries(await rowsOf(knex, ada.accountId))) t.is(rows, 0, table);
  t.deepEqual(await rowsOf(knex, bob.accountId), before);
  t.deepEqual(await knex('accounts').pluck('id'), [bob.accountId]);
  t.is(await findUserByEmail(knex, 'ada@example.org'), undefined);
  t.is(await deleteAccount(knex, ada.accountId), undefined);
});

test('additions to an account that was deleted meanwhile are refused, and told from other faults', async (t, {
  knex,
}) => {
  await importElsets(knex, [elset()]);
  const { accountId, userId } = await fullAccount(knex, 'ada@example.org');
  await deleteAccount(knex, accountId);
  const station = { accountId, name: 'Berlin', latitudeDeg: 52, longitudeDeg: 13 };
  const { hash } = mintToken();
  for (const late of [
    addStation(knex, station, 500),
    trackUpTo(knex, accountId, 25_544, userId, 500),
    insertToken(knex, { accountId, userId, name: 'laptop', hash, origin: 'cli' }),
    insertSession(knex, { accountId, userId, hash, expiresAt: new Date() }),
  ]) {
    t.true(isAccountGone(await t.throwsAsync(late)));
  }
  const { accountId: other } = await account(knex, 'bob@example.org');
  const uncatalogued = knex('tracked_satellites').insert({ account_id: other, norad_number: 7 });
  t.false(isAccountGone(await t.throwsAsync(uncatalogued)));
});
