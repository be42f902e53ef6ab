import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Caller } from '../../db/accounts/callers.js';
import { findUserByEmail, type User } from '../../db/accounts/accounts.js';
import { mintSession, sessionHash, verifyPassword } from '../../db/accounts/credentials.js';
import type { Known } from '../../db/known.js';
import { TOKENS_PER_USER } from '../../spec.js';
import type { ApiContext } from '../context.js';
import { emailKey, type Limits, refuseBeyond } from '../limits.js';
import { ServiceError } from '../response/serviceError.js';

/**
 * Name of the cookie: browsers take this prefix only with Secure, Path=/ and no Domain (RFC 6265bis, section 4.1.3.2).
 */
const SESSION_COOKIE = '__Host-sidelobe';
const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Hash of the session in the request's cookie; undefined if there is none, or it is malformed. */
export function sessionOf(ctx: ApiContext): Buffer | undefined {
  const secret = ctx.cookies.get(SESSION_COOKIE);
  return secret === undefined ? undefined : sessionHash(secret);
}

/** Finds the caller who is signed in by the request's cookie, if anybody. Throws RATE_LIMITED. */
export async function signedIn(
  { known, limits }: { known: Known; limits: Limits },
  ctx: ApiContext,
): Promise<Caller | undefined> {
  const hash = sessionOf(ctx);
  return hash && limits.credentials.lookUp(ctx, hash, (given) => known.session(given));
}

/** Gives the browser the cookie of a new session, which it keeps for `seconds`; returns the hash to store. */
export function setSession(ctx: ApiContext, seconds: number): Buffer {
  const { secret, hash } = mintSession();
  ctx.append('Set-Cookie', `${SESSION_COOKIE}=${secret}; Max-Age=${seconds}; ${COOKIE_ATTRIBUTES}`);
  return hash;
}

export function clearSession(ctx: ApiContext): void {
  ctx.append('Set-Cookie', `${SESSION_COOKIE}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`);
}

/** Events of a user's credentials. */
type AuditEvent =
  'sign_in' | 'sign_in_failed' | 'sign_out' | 'session_ended' | 'password_changed' | 'token_created' | 'token_revoked';

/** Ids of the account, user and token, as far as they are known. Typed text is left out: it may be a password. */
type Concerned = Partial<Record<'accountId' | 'userId' | 'tokenId', number | undefined>>;

/** Logs a line for the investigation of a break-in: the event, the ids, the client's address and the request. */
export function audit(
  ctx: ApiContext,
  log: Logger,
  event: AuditEvent,
  { accountId, userId, tokenId }: Concerned,
): void {
  const { requestId, address } = ctx.state;
  const who = { account_id: accountId, user_id: userId, token_id: tokenId };
  log.info({ event, request_id: requestId, address, ...who }, 'audit');
}

const credential = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

export const credentials = z
  .strictObject({
    email: credential.describe("The user's email address, in any case"),
    password: credential.describe("The user's password"),
  })
  .meta({ id: 'Credentials', description: 'Email and password of a user' });

interface Parts {
  knex: Knex;
  limits: Limits;
  log: Logger;
}

/**
 * Finds the user with this email and password; undefined if there is none, or the account is disabled. An attempt
 * counts as a failure before the password is checked, so that concurrent guesses cannot slip through; the count is
 * taken back if the attempt succeeds. While an attempt waits for its password to be hashed, it is not counted, so that
 * concurrent valid sign-ins do not block each other. Throws RATE_LIMITED, and Overloaded if too many wait.
 */
export async function findUser(
  { email, password }: z.output<typeof credentials>,
  ctx: ApiContext,
  { knex, limits, log }: Parts,
): Promise<User | undefined> {
  const { network } = ctx.state;
  const ofEmail = await emailKey(knex, email);
  const ofNetwork = `${ofEmail} ${network}`;
  const { remaining, limit } = await limits.networks.look(ofNetwork);
  const key = remaining < limit ? ofNetwork : ofEmail;
  let found: User | undefined;
  const matches = await verifyPassword(async () => {
    refuseBeyond(ctx, await limits.failuresFrom.consume(network), 'failed sign-ins from this address');
    refuseBeyond(ctx, await limits.failuresAs.consume(key), 'failed sign-ins with this email');
    found = await findUserByEmail(knex, email);
    return found?.passwordHash;
  }, password);
  if (!found || !matches || found.disabledAt !== null) {
    audit(ctx, log, 'sign_in_failed', { accountId: found?.accountId, userId: found?.id });
    return undefined;
  }
  await limits.failuresFrom.refund(network);
  await limits.failuresAs.refund(key);
  await limits.networks.consume(ofNetwork);
  return found;
}

/** Names a disabled account too, so that nobody with a right password looks for the fault there. */
const WRONG = 'the email or the password is wrong, or the account is disabled: ask who runs this service';

/**
 * Finds the user who signs in, and counts the sign-in against the email. Throws RATE_LIMITED, Overloaded as `findUser`
 * does, and UNAUTHORIZED with the same message for an unknown email, a wrong password and a disabled account.
 */
export async function userOf(given: z.output<typeof credentials>, ctx: ApiContext, parts: Parts): Promise<User> {
  const { knex, limits } = parts;
  const found = await findUser(given, ctx, parts);
  if (!found) throw new ServiceError('UNAUTHORIZED', WRONG);
  refuseBeyond(ctx, await limits.signInsAs.consume(await emailKey(knex, found.email)), 'sign-ins with this email');
  return found;
}

/** Makes the error for a user who has too many tokens, all made by hand: a new token replaces none of those. */
export function tooManyTokens(): ServiceError {
  const rule = `are ${TOKENS_PER_USER} already, the most that a user has: revoke one first`;
  return new ServiceError('VALIDATION_FAILED', `the tokens ${rule}`, { tokens: rule });
}
