import type { Logger } from 'pino';
import type { ApiContext } from '../context.js';

/** What happened to a user's credentials. */
export type AuditEvent =
  'sign_in' | 'sign_in_failed' | 'sign_out' | 'password_changed' | 'token_created' | 'token_revoked';

/** Whom it concerns, as far as that is known. What was typed is not among it: it may be a password. */
interface Concerned {
  accountId?: number | undefined;
  userId?: number | undefined;
  tokenId?: number | undefined;
}

/** Leaves a line in the log for whoever looks into a break-in: what, who, from where and in which request. */
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
