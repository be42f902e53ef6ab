import { createAccount, findUserByEmail, hasEnterprise, setPlan } from '../../../src/db/accounts/accounts.js';
import { UserError } from '../../../src/errors.js';
import { account, databaseTest as test } from '../fixtures.js';

test('a user is found by the email address in whatever case, and by nothing else', async (t, { knex }) => {
  const { accountId, userId } = await account(knex, 'Ada@Example.org');
  const expected = {
    id: userId,
    accountId,
    email: 'Ada@Example.org',
    firstName: 'Ada',
    lastName: 'Lovelace',
    passwordHash: 'hash',
    disabledAt: null,
  };
  t.deepEqual(await findUserByEmail(knex, 'aDA@example.ORG'), expected);
  t.is(await findUserByEmail(knex, 'ada@example.or_'), undefined);
  t.is(await findUserByEmail(knex, 'ada@example.org\0'), undefined);
});

test('an email address belongs to one account, whatever its case, and a refused one leaves nothing behind', async (t, {
  knex,
}) => {
  await account(knex, 'ada@example.org');
  const error = await t.throwsAsync(account(knex, 'ADA@example.org'), { instanceOf: UserError });
  t.is(error.message, 'there is already an account for ADA@example.org');
  t.is((await knex('accounts')).length, 1);
});

test('a failed statement does not repeat its values', async (t, { knex }) => {
  const impossible = { email: '', passwordHash: 'secret-hash', firstName: 'A', lastName: 'B', plan: 'free' } as const;
  const error = await t.throwsAsync(createAccount(knex, impossible));
  t.regex(error.message, /check constraint/);
  t.notRegex(error.message, /secret-hash/);
});

test('enterprise holds from set-plan enterprise to set-plan free', async (t, { knex }) => {
  const { accountId } = await account(knex, 'free@example.org', 'free');
  t.false(await hasEnterprise(knex, accountId));
  await setPlan(knex, accountId, 'enterprise');
  await setPlan(knex, accountId, 'enterprise');
  t.true(await hasEnterprise(knex, accountId));
  t.is((await knex('subscriptions')).length, 1);
  await setPlan(knex, accountId, 'free');
  t.false(await hasEnterprise(knex, accountId));
  await setPlan(knex, accountId, 'enterprise');
  t.true(await hasEnterprise(knex, accountId));
});

test('a subscription counts from its start to its end', async (t, { knex }) => {
  const { accountId } = await account(knex, 'free@example.org', 'free');
  const subscribe = (from: string, to: string | null): PromiseLike<unknown> =>
    knex.raw(
      `insert into subscriptions (account_id, plan, started_at, ended_at)
       values (?, 'enterprise', now() + ?::interval, now() + ?::interval)`,
      [accountId, from, to],
    );
  await subscribe('1 hour', null);
  await subscribe('-2 hours', '-1 hour');
  t.false(await hasEnterprise(knex, accountId));
  await subscribe('-1 hour', '1 hour');
  t.true(await hasEnterprise(knex, accountId));
});
