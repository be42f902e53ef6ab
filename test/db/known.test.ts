import { disableAccount, setPlan } from '../../src/db/accounts/accounts.js';
import { findToken, insertToken, revokeToken } from '../../src/db/accounts/tokens.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { createKnown } from '../../src/db/known.js';
import { ahead, stopped } from '../helpers/clock.js';
import { statements } from '../helpers/database.js';
import { account, databaseTest as test } from './fixtures.js';

const TOKEN = Buffer.alloc(32, 1);

test('a row is read once a second, however many ask at once, and anew when that has passed', async (t, { knex }) => {
  const ids = await account(knex);
  const id = await insertToken(knex, { ...ids, name: 'script', hash: TOKEN, origin: 'auth' });
  const known = createKnown(knex);
  await stopped(performance, async () => {
    const asked = () => Promise.all(Array.from({ length: 5 }, async () => known.token(TOKEN)));
    t.is(await statements(knex, asked), 1);
    t.is(await statements(knex, asked), 0);
    t.deepEqual(await known.token(TOKEN), await findToken(knex, TOKEN));
    // Changes the row as another process would.
    await revokeToken(knex, id);
  });
  await ahead(performance, 1_001, async () => t.is(await known.token(TOKEN), undefined));
});

test('a missing row is asked for each time', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const known = createKnown(knex);
  t.is(await known.station(accountId, 1), undefined);
  await insertStation(knex, { accountId, name: 'Quito', latitudeDeg: 0, longitudeDeg: -78 });
  t.is((await known.station(accountId, 1))?.name, 'Quito');
});

test('after forget no older row is returned, not even by a read under way', async (t, { knex }) => {
  const ids = await account(knex);
  await insertToken(knex, { ...ids, name: 'script', hash: TOKEN, origin: 'auth' });
  const known = createKnown(knex);
  await stopped(performance, async () => {
    t.true((await known.token(TOKEN))?.enterprise);
    await setPlan(knex, ids.accountId, 'free');
    known.forget();
    t.false((await known.token(TOKEN))?.enterprise);

    known.forget();
    const before = known.token(TOKEN);
    // The query of `before` is sent before the update, over a connection of its own if the database is a server.
    await disableAccount(knex, ids.accountId);
    known.forget();
    t.is(await known.token(TOKEN), undefined);
    await before;
    t.is(await known.token(TOKEN), undefined);
  });
});
