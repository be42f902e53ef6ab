import type { Knex } from 'knex';
import {
  fetchAddress,
  type FetchOptions,
  parseAddress,
  RefusedError,
  type Validators,
} from '../../catalogue/sources/address.js';
import { claimFetch, type FetchRecord, findFetch, noteFailure, noteFetched } from '../../db/catalogue/fetches.js';
import type { SourceReader } from './importSource.js';
import { CELESTRAK, DAY_MS } from '../../spec.js';

export interface FetchRules {
  /**
   * Hours between two attempts of a refresh, except after failures (`nextAttempt`). Left out for an import by hand:
   * then the publisher's hours count, or none after an attempt without an answer. Such an import asks for all data,
   * changed or not, because it may store the data as another kind than the import before.
   */
  hours?: number;
  now: () => Date;
  /** Whether to ask even if the address was asked recently. */
  force?: boolean;
  options?: FetchOptions;
}

export type FetchedSource<Stored> = { source: string } & (
  | { outcome: 'too early'; attemptedAt: Date; nextAt: Date }
  | { outcome: 'unchanged' }
  | { outcome: 'read'; store: (trx: Knex.Transaction) => Promise<Stored> }
);

/** Validators after an import by hand: the next refresh asks for all data. */
const NO_VALIDATORS: Validators = { etag: null, lastModified: null };

/**
 * Asks an address for its data and parses the data, unless a process of this database asked the address too recently. A
 * refresh asks only for changed data. A failure is recorded with the address; a success is recorded when the data is
 * stored, or at once if none is new.
 *
 * @throws UserError if there is no usable data
 */
export async function fetchSource<Stored>(
  knex: Knex,
  text: string,
  read: SourceReader<Stored>,
  { hours: given, now, force = false, options }: FetchRules,
): Promise<FetchedSource<Stored>> {
  const address = parseAddress(text);
  const source = address.name;
  const attemptedAt = now();
  const seen = await findFetch(knex, source);
  const hours = given ?? (isUnanswered(seen) ? 0 : publisherHours(text));
  if (seen !== undefined && !force && !mayAsk(seen, hours, attemptedAt)) return tooEarly(seen, hours);
  if (!(await claimFetch(knex, source, seen, attemptedAt))) {
    const other = await findFetch(knex, source);
    if (other === undefined) throw new Error(`${source}: the attempt of another process was noted and is gone`);
    return tooEarly(other, hours);
  }
  let status: number | null = null;
  try {
    const isByHand = given === undefined;
    const answer = await fetchAddress(address, isByHand ? undefined : seen, options);
    status = answer.status;
    const { etag, lastModified } = isByHand ? NO_VALIDATORS : answer;
    const fetched = { status, etag, lastModified, fetchedAt: now() };
    if (answer.bytes === undefined) {
      // A 304 may omit ETag and Last-Modified: keep the previous ones.
      fetched.etag ??= seen?.etag ?? null;
      fetched.lastModified ??= seen?.lastModified ?? null;
      await noteFetched(knex, source, fetched);
      return { source, outcome: 'unchanged' };
    }
    const storeData = await read(answer.bytes, source);
    return {
      source,
      outcome: 'read',
      async store(trx) {
        const stored = await storeData(trx);
        await noteFetched(trx, source, fetched);
        return stored;
      },
    };
  } catch (error) {
    // If the service stops during a download, that is no failure of the address.
    if (options?.signal?.aborted !== true) {
      if (error instanceof RefusedError) status = error.status;
      const reason = error instanceof Error ? error.message : String(error);
      // An error of this statement is dropped: the caller gets the first error.
      await noteFailure(knex, source, { status, error: reason }).catch(() => undefined);
    }
    throw error;
  }
}

function tooEarly(record: FetchRecord, hours: number): FetchedSource<never> {
  const { url, attemptedAt } = record;
  return { source: url, outcome: 'too early', attemptedAt, nextAt: nextAttempt(record, hours) };
}

const HOUR_MS = 3_600_000;

/** Returns the hours that the publisher of an address wants between two requests; 0 if it asks for none. */
export function publisherHours(address: string): number {
  return URL.canParse(address) && CELESTRAK.host.test(new URL(address).hostname) ? CELESTRAK.hours : 0;
}

/**
 * Whether the last attempt failed without a status: the address did not answer, so that its publisher hardly noticed,
 * or the data could not be stored.
 */
function isUnanswered(record: FetchRecord | undefined): boolean {
  return record !== undefined && record.status === null && record.error !== null;
}

/** Hours of the first pause after an attempt without an answer: the network is often back soon. */
const UNANSWERED_HOURS = 1 / 12;

/**
 * Time from which an address may be asked again: after `hours`, or at most five minutes if it did not answer, doubled
 * with each further failure in a row, up to a day, or `hours` if they are more.
 */
export function nextAttempt(record: FetchRecord, hours: number): Date {
  const { attemptedAt, failures } = record;
  const waitMs = (isUnanswered(record) ? Math.min(hours, UNANSWERED_HOURS) : hours) * HOUR_MS;
  const backOffMs = Math.min(waitMs * 2 ** Math.max(0, failures - 1), DAY_MS);
  return new Date(attemptedAt.getTime() + Math.max(waitMs, backOffMs));
}

/** Whether an address may be asked now, by `hours` between two requests. */
function mayAsk(record: FetchRecord, hours: number, now: Date): boolean {
  if (nextAttempt(record, hours) <= now) return true;
  // The recorded attempt lies in the future, by more than any wait: the clock was set back since.
  const aheadMs = record.attemptedAt.getTime() - now.getTime();
  return aheadMs > Math.max(hours * HOUR_MS, DAY_MS);
}
