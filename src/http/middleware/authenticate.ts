import { TOKEN_FORM, tokenHash } from '../../db/accounts/credentials.js';
import type { Caller } from '../../db/accounts/callers.js';
import { noteUse } from '../../db/accounts/callers.js';
import { isDatabaseFull } from '../../db/connection/databaseAway.js';
import { ServiceError } from '../response/serviceError.js';
import { BASE_PATH } from '../../spec.js';
import type { ApiContext, ApiMiddleware, RouteFacts } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { signedIn } from '../request/credentials.js';

/** RFC 6750, section 2.1; the scheme is case insensitive (RFC 9110, section 11.1). */
const BEARER = /^Bearer +(\S+)$/i;
const HEADER = '"Authorization: Bearer <API_TOKEN>"';
const GIVES_TOKEN = `POST ${BASE_PATH}/auth gives a token`;
const MISTYPED = `incomplete or mistyped: a token is ${TOKEN_FORM}, without quotes`;
const UNKNOWN = `unknown, expired or revoked, or its account is disabled; POST ${BASE_PATH}/auth gives another`;

/**
 * Whether a request needs no credentials: if its route is public; on unknown paths outside of the API and of the page;
 * and, with a method that the path lacks, if all its routes are public, or one is and no token is sent.
 */
function isOpen(ctx: ApiContext): boolean {
  const { path, state } = ctx;
  const { location } = state;
  if (location.route) return location.route.auth === 'none';
  if (location.onPath.length > 0) {
    const isPublic = (route: RouteFacts): boolean => route.auth === 'none';
    // A client without a token may have used the wrong method on the path that issues one.
    return location.onPath.every(isPublic) || (location.onPath.some(isPublic) && ctx.get('Authorization') === '');
  }
  // The base path itself counts as outside of the API: newcomers try it first.
  return !(path.startsWith(`${BASE_PATH}/`) && path.length > BASE_PATH.length + 1) && !state.isOfPage;
}

type Parts = Pick<AppDependencies, 'known' | 'limits'>;

async function findSignedIn(parts: Parts, ctx: ApiContext): Promise<Caller> {
  const found = await signedIn(parts, ctx);
  if (found === undefined) throw new ServiceError('UNAUTHORIZED', 'nobody is signed in');
  return found;
}

async function findCaller({ known, limits }: Parts, ctx: ApiContext): Promise<Caller> {
  const [header, ...more] = ctx.req.headersDistinct['authorization'] ?? [];
  if (header === undefined) {
    throw new ServiceError('UNAUTHORIZED', `this path needs the header ${HEADER}; ${GIVES_TOKEN}`);
  }
  if (more.length > 0) throw new ServiceError('UNAUTHORIZED', 'there is more than one Authorization header');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined)
    throw new ServiceError('UNAUTHORIZED', `the header is not of the form ${HEADER}; ${GIVES_TOKEN}`);
  const hash = tokenHash(token);
  const found = await limits.credentials.lookUp(ctx, hash, (given) => known.token(given));
  if (found === undefined) {
    throw new ServiceError('UNAUTHORIZED', `the API token is ${hash === undefined ? MISTYPED : UNKNOWN}`);
  }
  return found;
}

/** Methods of calls that change no rows. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const TOUCH_EVERY_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Makes a function that records the use of tokens or sessions: once a minute each at most, unless more than REMEMBERED
 * are in use. If the disk is full, the use is not recorded, and the call goes on.
 */
function toucher(touch: (id: number) => Promise<void>): (id: number) => Promise<void> | undefined {
  const touchedMs = new Map<number, number>();
  return (id) => {
    const nowMs = performance.now();
    if (nowMs - (touchedMs.get(id) ?? -Infinity) < TOUCH_EVERY_MS) return undefined;
    if (touchedMs.size >= REMEMBERED) touchedMs.clear();
    touchedMs.set(id, nowMs);
    return touch(id).catch((error: unknown) => {
      if (!isDatabaseFull(error)) throw error;
    });
  };
}

/** Identifies the caller: by token, or by session below the page's path. Throws UNAUTHORIZED or RATE_LIMITED. */
export function authenticate(parts: AppDependencies): ApiMiddleware {
  const { knex, known } = parts;
  const tokenUsed = toucher((id) => noteUse(knex, 'api_tokens', id));
  const sessionUsed = toucher((id) => noteUse(knex, 'sessions', id));
  const identify = async (ctx: ApiContext): Promise<void> => {
    const { isOfPage } = ctx.state;
    const caller = await (isOfPage ? findSignedIn(parts, ctx) : findCaller(parts, ctx));
    ctx.state.caller = caller;
    await (isOfPage ? sessionUsed(caller.id) : tokenUsed(caller.id));
  };
  return async (ctx, next) => {
    if (!isOpen(ctx)) await identify(ctx);
    try {
      await next();
    } finally {
      // The call may have changed rows, even if it failed: forget the known ones before its client gets the answer.
      if (!READING.has(ctx.method)) known.forget();
    }
  };
}
