/**
 * SQLSTATE codes (PostgreSQL 17, appendix A) of a server that is gone, stopping, full, read-only or locked, that has
 * cut a statement or a session short, or whose user has lost access.
 */
const AWAY_STATES = /^(?:08...|53...|58...|57P0.|57014|55P03|25006|25P0[34]|28...|3D000|42501)$/;
/** System error codes of a connection that cannot be made or kept. */
const AWAY_CODES =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTCONN)$/;
const DISK_FULL = '53100';
const TIME_OUT = 'Query read timeout';
/** Messages of errors without a code that the driver throws when the database is away. */
const AWAY_MESSAGES: ReadonlySet<string> = new Set([
  TIME_OUT,
  'Connection terminated',
  'Connection terminated unexpectedly',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/** Messages of the driver's errors about bytes that are not Postgres' protocol. */
const UNREADABLE = /^received invalid response: |^Received unexpected \w+ message from backend/;

/** Error of a database that cannot answer now; the same query may succeed later. `cause` says why. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }

  /** Whether the statement was sent and not answered in time. */
  get isTimeOut(): boolean {
    return this.cause instanceof Error && this.cause.message === TIME_OUT;
  }

  /** Whether the database has no room for a change; it can still be read. */
  get isFull(): boolean {
    return this.cause instanceof Error && (this.cause as NodeJS.ErrnoException).code === DISK_FULL;
  }
}

export function isDatabaseAway(error: unknown): error is DatabaseAway {
  return error instanceof DatabaseAway;
}

/** Whether a change was refused because the database has no room for it. */
export function isDatabaseFull(error: unknown): boolean {
  return isDatabaseAway(error) && error.isFull;
}

/**
 * Turns an error of the driver or the pool into DatabaseAway if the statement is not at fault; returns any other error
 * unchanged.
 */
export function tellAway(error: unknown): unknown {
  return error instanceof Error && saysAway(error) ? new DatabaseAway(reasonOf(error), error) : error;
}

function saysAway(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const { severity = '' } = error as { severity?: string };
  // The server ends the connection after errors of these severities, whatever their code.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  if (AWAY_STATES.test(code) || AWAY_CODES.test(code)) return true;
  // If `connect` fails so, the missing or forbidden file is the server's Unix socket.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES')) return true;
  return error.name === 'KnexTimeoutError' || AWAY_MESSAGES.has(error.message) || UNREADABLE.test(error.message);
}

/**
 * Message of an error; of an AggregateError, the messages of its errors, as it has none itself. Node throws one if none
 * of a host name's several addresses answers.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
