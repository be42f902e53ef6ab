import type { FetchRecord } from '../../db/catalogue/fetches.js';
import { CELESTRAK, DAY_MS } from '../../spec.js';

const HOUR_MS = 3_600_000;

/** Hours between two requests that the publisher of an address asks for; 0 where it asks for none. */
export function publisherHours(address: string): number {
  return URL.canParse(address) && CELESTRAK.host.test(new URL(address).hostname) ? CELESTRAK.hours : 0;
}

/**
 * Time from which an address may be asked again: after `hours`, doubled with each further failure in a row, up to a
 * day.
 */
export function nextAttempt({ attemptedAt, failures }: FetchRecord, hours: number): Date {
  const waitMs = hours * HOUR_MS;
  const backOffMs = Math.min(waitMs * 2 ** Math.max(0, failures - 1), DAY_MS);
  return new Date(attemptedAt.getTime() + Math.max(waitMs, backOffMs));
}

/** Whether an address may be asked now, by `hours` between two requests. */
export function mayAsk(record: FetchRecord, hours: number, now: Date): boolean {
  if (nextAttempt(record, hours) <= now) return true;
  // An attempt that lies ahead by more than the wait is from before the clock was set back.
  const aheadMs = record.attemptedAt.getTime() - now.getTime();
  return aheadMs > Math.max(hours * HOUR_MS, DAY_MS);
}
