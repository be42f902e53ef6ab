import type { Knex } from 'knex';
import { UserError } from '../../errors.js';
import { insertRow } from '../connection/statements.js';

export type Plan = 'enterprise' | 'free';

export interface NewAccount {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  plan: Plan;
}

export interface User {
  id: number;
  accountId: number;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  /** When the account was disabled; null while it is live. */
  disabledAt: Date | null;
}

export interface AccountSummary {
  accountId: number;
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  plan: Plan;
  createdAt: Date;
  disabledAt: Date | null;
  trackedSatellites: number;
}

/** Condition: the subscription `s` is active now. */
const ACTIVE = `s.plan = 'enterprise' and s.started_at <= now() and (s.ended_at is null or s.ended_at > now())`;

/** SQL condition: the account in the row aliased `a` has an active subscription. */
export const HAS_ENTERPRISE = `exists (select 1 from subscriptions s where s.account_id = a.id and ${ACTIVE})`;

const UNIQUE_VIOLATION = '23505';

/** Creates an account with its one user. @throws UserError if the email address, in any case, is taken */
export async function createAccount(
  db: Knex,
  { plan, ...user }: NewAccount,
): Promise<{ accountId: number; userId: number }> {
  try {
    return await db.transaction(async (trx) => {
      const accountId = await insertRow(trx, 'accounts', { disabledAt: null });
      const userId = await insertRow(trx, 'users', { accountId, ...user });
      await setPlan(trx, accountId, plan);
      return { accountId, userId };
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
      throw new UserError(`there is already an account for ${user.email}`, { cause: error });
    }
    throw error;
  }
}

/** Folds the case of an email address by the database's rules, which differ from JavaScript's. */
export async function foldEmail(db: Knex, email: string): Promise<string> {
  // Postgres refuses text with NUL, and has no row with it.
  if (email.includes('\0')) return email.toLowerCase();
  const { rows }: { rows: { folded: string }[] } = await db.raw('select lower(?) as folded', [email]);
  return rows[0]?.folded ?? email;
}

/** Finds a user by email address, in any case. */
export async function findUserByEmail(db: Knex, email: string): Promise<User | undefined> {
  // Postgres refuses text with NUL, and has no row with it.
  if (email.includes('\0')) return undefined;
  const { rows } = await db.raw<{ rows: User[] }>(
    `select u.id, a.id as "accountId", u.email, u.first_name as "firstName", u.last_name as "lastName",
       u.password_hash as "passwordHash", a.disabled_at as "disabledAt"
     from users u join accounts a on a.id = u.account_id
     where lower(u.email) = lower(?)`,
    [email],
  );
  return rows[0];
}

/** Lists all accounts, oldest first. */
export async function listAccounts(db: Knex): Promise<AccountSummary[]> {
  const { rows } = await db.raw<{ rows: AccountSummary[] }>(
    `select a.id as "accountId", u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
       a.created_at as "createdAt", a.disabled_at as "disabledAt",
       case when ${HAS_ENTERPRISE} then 'enterprise' else 'free' end as plan,
       (select count(*) from tracked_satellites t where t.account_id = a.id) as "trackedSatellites"
     from users u join accounts a on a.id = u.account_id
     order by u.id`,
  );
  return rows;
}

/** Puts an account on a plan: `enterprise` starts a subscription unless one is active, `free` ends the active ones. */
export async function setPlan(db: Knex, accountId: number, plan: Plan): Promise<void> {
  if (plan === 'free') {
    await db.raw(`update subscriptions s set ended_at = now() where s.account_id = ? and ${ACTIVE}`, [accountId]);
    return;
  }
  await db.raw(
    `insert into subscriptions (account_id, plan) select :accountId, :plan
     where not exists (select 1 from subscriptions s where s.account_id = :accountId and ${ACTIVE})`,
    { accountId, plan },
  );
}

/** Disables an account: its tokens and sessions stop working. False if there is no such account, or it is disabled. */
export async function disableAccount(db: Knex, accountId: number): Promise<boolean> {
  const live = db('accounts').where({ id: accountId, disabled_at: null });
  return (await live.update({ disabled_at: db.fn.now() })) > 0;
}

/**
 * Enables an account: its tokens and sessions work again, unless they have ended. False if there is no such account, or
 * it is live.
 */
export async function enableAccount(db: Knex, accountId: number): Promise<boolean> {
  return (await db('accounts').where({ id: accountId }).whereNotNull('disabled_at').update({ disabled_at: null })) > 0;
}

/** Whether a subscription of the account is active now. */
export async function hasEnterprise(db: Knex, accountId: number): Promise<boolean> {
  return (await db('accounts as a').where({ id: accountId }).whereRaw(HAS_ENTERPRISE).first('id')) !== undefined;
}
