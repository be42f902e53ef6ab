import { randomBytes } from 'node:crypto';
import test from 'ava';
import { disableAccount, enableAccount, setPlan } from '../../src/db/accounts.js';
import {
  findToken,
  insertToken,
  listTokens,
  revokeToken,
  revokeTokensByName,
  touchToken,
} from '../../src/db/tokens.js';
import { withDatabase } from '../helpers/database.js';
import { account } from './fixtures.js';

const newHash = (): Buffer => randomBytes(32);

test('a live token names its user and account, and whether the account is enterprise at that moment', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const ids = await account(knex);
    const hash = newHash();
    const id = await insertToken(knex, { ...ids, name: 'script', hash, origin: 'cli' });
    const expected = { id, ...ids, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace', enterprise: true };
    t.deepEqual(await findToken(knex, hash), expected);
    await setPlan(knex, ids.accountId, 'free');
    t.deepEqual(await findToken(knex, hash), { ...expected, enterprise: false });
    t.is(await findToken(knex, newHash()), undefined);
  });
});

test('a revoked or expired token is dead, and every token of a disabled account', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const ids = await account(knex);
    const token = { ...ids, name: 'script', origin: 'auth' } as const;
    const [revoked, expired, later, endless] = [newHash(), newHash(), newHash(), newHash()];
    const id = await insertToken(knex, { ...token, hash: revoked });
    await insertToken(knex, { ...token, hash: expired, expiresAt: new Date(Date.now() - 1000) });
    await insertToken(knex, { ...token, hash: later, expiresAt: new Date(Date.now() + 3_600_000) });
    await insertToken(knex, { ...token, hash: endless, expiresAt: null });
    t.true(await revokeToken(knex, id));
    t.false(await revokeToken(knex, id));

    t.is(await findToken(knex, revoked), undefined);
    t.is(await findToken(knex, expired), undefined);
    t.truthy(await findToken(knex, later));
    t.truthy(await findToken(knex, endless));
    await disableAccount(knex, ids.accountId);
    t.is(await findToken(knex, later), undefined);
    t.is(await findToken(knex, endless), undefined);

    t.true(await enableAccount(knex, ids.accountId));
    t.false(await enableAccount(knex, ids.accountId));
    t.truthy(await findToken(knex, later));
    t.truthy(await findToken(knex, endless));
    t.is(await findToken(knex, revoked), undefined);
    t.is(await findToken(knex, expired), undefined);
  });
});

test('the last use is noted at most once a minute', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const id = await insertToken(knex, { ...(await account(knex)), name: 'script', hash: newHash(), origin: 'ui' });
    const lastUsed = async (): Promise<Date | null | undefined> => (await listTokens(knex))[0]?.lastUsedAt;
    t.is(await lastUsed(), null);
    await touchToken(knex, id);
    const first = await lastUsed();
    t.true(first instanceof Date);
    await touchToken(knex, id);
    t.deepEqual(await lastUsed(), first);
    await knex.raw(`update api_tokens set last_used_at = last_used_at - interval '61 seconds'`);
    await touchToken(knex, id);
    t.true(Number(await lastUsed()) >= Number(first));
  });
});

test('tokens are revoked by name for one user only, and listed for one user or all', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const ada = await account(knex, 'ada@example.org');
    const bob = await account(knex, 'bob@example.org');
    for (const ids of [ada, ada, bob]) {
      await insertToken(knex, { ...ids, name: 'script', hash: newHash(), origin: 'cli' });
    }
    await insertToken(knex, { ...ada, name: 'other', hash: newHash(), origin: 'cli' });
    t.is(await revokeTokensByName(knex, ada.userId, 'script'), 2);
    t.is(await revokeTokensByName(knex, ada.userId, 'script'), 0);

    const live = (await listTokens(knex)).filter(({ revokedAt }) => revokedAt === null);
    t.deepEqual(
      live.map(({ email, name }) => [email, name]),
      [
        ['bob@example.org', 'script'],
        ['ada@example.org', 'other'],
      ],
    );
    t.is((await listTokens(knex, 'ADA@example.org')).length, 3);
    t.is((await listTokens(knex, 'nobody@example.org')).length, 0);
  });
});
