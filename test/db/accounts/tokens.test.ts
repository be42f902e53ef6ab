import { randomBytes } from 'node:crypto';
import test from 'ava';
import { disableAccount, enableAccount, setPlan } from '../../../src/db/accounts/accounts.js';
import { noteUse } from '../../../src/db/accounts/callers.js';
import {
  addToken,
  findToken,
  insertToken,
  isTokenName,
  listTokens,
  revokeToken,
  revokeTokens,
} from '../../../src/db/accounts/tokens.js';
import { account, databaseTest } from '../fixtures.js';

const newHash = (): Buffer => randomBytes(32);

databaseTest(
  'a live token names its user and account, and whether the account is enterprise at that moment',
  async (t, { knex }) => {
    const ids = await account(knex);
    const hash = newHash();
    const id = await insertToken(knex, { ...ids, name: 'script', hash, origin: 'cli' });
    const expected = { id, ...ids, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace', enterprise: true };
    t.deepEqual(await findToken(knex, hash), expected);
    await setPlan(knex, ids.accountId, 'free');
    t.deepEqual(await findToken(knex, hash), { ...expected, enterprise: false });
    t.is(await findToken(knex, newHash()), undefined);
  },
);

databaseTest('a revoked or expired token is dead, and every token of a disabled account', async (t, { knex }) => {
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

databaseTest('the last use is noted at most once a minute', async (t, { knex }) => {
  const id = await insertToken(knex, { ...(await account(knex)), name: 'script', hash: newHash(), origin: 'ui' });
  const lastUsed = async (): Promise<Date | null | undefined> => (await listTokens(knex))[0]?.lastUsedAt;
  t.is(await lastUsed(), null);
  await noteUse(knex, 'api_tokens', id);
  const first = await lastUsed();
  t.true(first instanceof Date);
  await noteUse(knex, 'api_tokens', id);
  t.deepEqual(await lastUsed(), first);
  await knex.raw(`update api_tokens set last_used_at = last_used_at - interval '61 seconds'`);
  await noteUse(knex, 'api_tokens', id);
  t.true(Number(await lastUsed()) >= Number(first));
});

databaseTest('tokens are revoked by name for one user only, and listed for one user or all', async (t, { knex }) => {
  const ada = await account(knex, 'ada@example.org');
  const bob = await account(knex, 'bob@example.org');
  for (const ids of [ada, ada, bob]) {
    await insertToken(knex, { ...ids, name: 'script', hash: newHash(), origin: 'cli' });
  }
  await insertToken(knex, { ...ada, name: 'other', hash: newHash(), origin: 'cli' });
  t.is(await revokeTokens(knex, ada.userId, { name: 'script' }), 2);
  t.is(await revokeTokens(knex, ada.userId, { name: 'script' }), 0);

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

databaseTest(
  'a user has so many tokens: the dead go first, then the sign-ins that were used least recently, and nothing else',
  async (t, { knex }) => {
    const ids = await account(knex);
    const bob = await account(knex, 'bob@example.org');
    const add = (name: string, origin: 'auth' | 'ui' = 'auth', of = ids): Promise<number | undefined> =>
      addToken(knex, { ...of, name, origin, hash: newHash() }, 3);
    const names = async (): Promise<string[]> => (await listTokens(knex, 'ada@example.org')).map(({ name }) => name);
    const [first] = [await add('first'), await add('second'), await add('made', 'ui')];
    await add('of bob', 'auth', bob);
    await noteUse(knex, 'api_tokens', first ?? 0);
    await add('third');
    t.deepEqual(await names(), ['first', 'made', 'third'], 'the one that was never used since is gone');

    await revokeToken(knex, first ?? 0);
    await insertToken(knex, {
      ...ids,
      name: 'old',
      origin: 'ui',
      hash: newHash(),
      expiresAt: new Date(Date.now() - 1),
    });
    await add('fourth');
    t.deepEqual(await names(), ['made', 'third', 'fourth'], 'the revoked and the expired are gone');

    await add('fifth', 'ui');
    await add('sixth', 'ui');
    t.deepEqual(await names(), ['made', 'fifth', 'sixth']);
    t.is(await add('seventh'), undefined);
    t.deepEqual(await names(), ['made', 'fifth', 'sixth']);
    t.is((await listTokens(knex, 'bob@example.org')).length, 1);

    await Promise.all(Array.from({ length: 6 }, (_, i) => add(`at once ${i}`, 'ui', bob)));
    t.is((await listTokens(knex, 'bob@example.org')).length, 3);
  },
);

test('names of tokens can be shown anywhere', (t) => {
  for (const name of ['laptop', 'Ada’s κλειδί 🔑', 'a b', 'x'.repeat(100)]) t.true(isTokenName(name), name);
  const wrong = ['', ' ', 'x'.repeat(101), 'a\0b', 'a\nb', '\u001b[2Jx', 'a\u0085b', 'a\u2028b', '\u202egpj', '\ud800'];
  for (const name of wrong) t.false(isTokenName(name), JSON.stringify(name));
});
