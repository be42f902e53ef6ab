/**
 * SQLSTATE codes of a server that is gone, going or full (PostgreSQL 15, appendix A), and the system's codes of a
 * connection that cannot be made or kept.
 */
const AWAY_CODES =
  /^(?:08[0-9A-Z]{3}|53300|57P0[123]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** What pg and Knex say without a code. */
const AWAY_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout e|Client has encountered|Client was closed|Unable to acquire)/;

/** Whether a query failed because there is no database to answer it, rather than by what it asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && AWAY_CODES.test(code)) return true;
  // The file that is missing is a Unix socket.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return error.name === 'KnexTimeoutError' || AWAY_MESSAGES.test(error.message);
}
