import type { Asker } from '../../fairness/asker.js';
import type { ApiMiddleware } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { askerOf, whenClosed } from '../response/whenClosed.js';
import { ServiceError } from '../response/serviceError.js';

/** Most requests of one account that may be unanswered at a time, and most bytes of its answers that may be unread. */
const MOST_REQUESTS = 512;
const MOST_BYTES = 64 * 2 ** 20;
/** Bytes that a streamed answer may buffer ahead of its reader. */
const STREAM_BYTES = 4 * 2 ** 20;

/** Answers that an account has not read yet. */
interface Unread {
  requests: number;
  bytes: number;
}

/**
 * Admits requests through the door, by account or, without one, by network, and bounds the memory that unread answers
 * hold. A request is at work until its answer is ready, however slowly the client reads it. A request for many
 * questions, whose answer is streamed, is at work until all of the answer is sent. Throws OVERLOADED.
 */
export function admit({ door }: Pick<AppDependencies, 'door'>): ApiMiddleware {
  const accounts = new Map<Asker['account'], Unread>();
  return async (ctx, next) => {
    const { caller, location } = ctx.state;
    const asker = askerOf(ctx, caller);
    const whose = caller ? 'this account' : 'this network';
    const unread = accounts.get(asker.account) ?? { requests: 0, bytes: 0 };
    if (unread.requests >= MOST_REQUESTS) {
      throw refusal(`${unread.requests} requests of ${whose} are not answered yet; at most ${MOST_REQUESTS} may be`);
    }
    if (unread.bytes >= MOST_BYTES) throw tooMuch(unread.bytes, whose);
    // Bytes of this answer in `unread`; undefined once the answer is sent or given up.
    let own: number | undefined = 0;
    accounts.set(asker.account, unread);
    unread.requests++;
    whenClosed(ctx.req, ctx.res, () => {
      unread.requests--;
      unread.bytes -= own ?? 0;
      own = undefined;
      if (unread.requests === 0) accounts.delete(asker.account);
    });
    const work = location.route?.work ?? 'cheap';
    const leave = await door.enter(work, asker);
    if (work === 'many') whenClosed(ctx.req, ctx.res, leave);
    try {
      await next();
    } finally {
      if (work !== 'many') leave();
    }
    if (own === undefined) return;
    const bytes = bytesOf(ctx.body);
    if (unread.bytes > 0 && unread.bytes + bytes > MOST_BYTES) throw tooMuch(unread.bytes, whose);
    own = bytes;
    unread.bytes += bytes;
  };
}

/** Bytes that an answer holds until it is sent: of a text its characters, of a stream STREAM_BYTES, of an object 0. */
function bytesOf(body: unknown): number {
  if (Buffer.isBuffer(body) || typeof body === 'string') return body.length;
  return typeof body === 'object' && body !== null && 'pipe' in body ? STREAM_BYTES : 0;
}

function tooMuch(bytes: number, whose: string): ServiceError {
  const [unread, most] = [bytes, MOST_BYTES].map((amount) => `${Math.ceil(amount / 2 ** 20)} MB`);
  return refusal(`${unread} of answers to ${whose} are not read yet; read them first: at most ${most} may be`);
}

function refusal(message: string): ServiceError {
  return new ServiceError('OVERLOADED', message, undefined, 1 + Math.floor(3 * Math.random()));
}
