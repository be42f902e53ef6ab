/** Channel on which the database tells of changes (migration 0002_notices). */
const CHANNEL = 'sidelobe_changes';
/** First statement of a connection that is to hear of changes. */
export const LISTEN = `listen ${CHANNEL}`;
/** Statement that sends its parameter to everybody who listens. */
export const NOTIFY = `select pg_notify('${CHANNEL}', $1)`;

/** Payload that tells of no change: what a process sends itself, to see whether it comes. */
const PROOF = 'proof ';

export function proofOf(nonce: string): string {
  return PROOF + nonce;
}

/**
 * Account whose rows have changed; `all` for rows of everybody, and for whatever else a newer version may tell.
 * Undefined where nothing has.
 */
function changedBy(payload: string): number | 'all' | undefined {
  if (payload.startsWith(PROOF)) return undefined;
  return /^\d+$/.test(payload) ? Number(payload) : 'all';
}

/** Told of a change: by whose account, or that everybody's rows have changed. */
export type Forget = (changed: number | 'all') => void;

/** Part of the driver's connection that notices come by. */
export interface NoticeSource {
  on(event: 'notification', listener: (notice: { payload?: string | undefined }) => void): unknown;
}

/** Calls `forget` with each change that a connection hears of. */
export function hear(connection: NoticeSource, forget: Forget): void {
  connection.on('notification', ({ payload = '' }) => {
    const changed = changedBy(payload);
    if (changed !== undefined) forget(changed);
  });
}
