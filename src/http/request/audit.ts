import type { Logger } from 'pino';
import type { ApiContext } from '../context.js';

/** Events of a user's credentials. */
export type AuditEvent =
  'sign_in' | 'sign_in_failed' | 'sign_out' | 'session_ended' | 'password_changed' | 'token_created' | 'token_revoked';

/** Ids of those concerned, as far as known. Typed text is left out: it may be a password. */
interface Concerned {
  accountId?: number | undefined;
  userId?: number | undefined;
  tokenId?: number | undefined;
}

/** Logs a line for whoever investigates a break-in: what, who, from where and in which request. */
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
