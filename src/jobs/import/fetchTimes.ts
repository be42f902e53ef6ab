import type { FetchRecord } from '../../db/catalogue/fetches.js';
import { CELESTRAK, DAY_MS } from '../../spec.js';

const HOUR_MS = 3_600_000;

/** Hours between two questions to an address, as far as its publisher asks for that; else 0. */
export function publisherHours(address: string): number {
  return URL.canParse(address) && CELESTRAK.host.test(new URL(address).hostname) ? CELESTRAK.hours : 0;
}

/** When an address may be asked again, by hours between questions: twice as late after each failure that follows one, but within a day. */
export function nextAttempt({ attemptedAt, failures }: FetchRecord, hours: number): Date {
  const waitMs = hours * HOUR_MS;
  const backOffMs = Math.min(waitMs * 2 ** Math.max(0, failures - 1), DAY_MS);
  return new Date(attemptedAt.getTime() + Math.max(waitMs, backOffMs));
}

export function mayAsk(record: FetchRecord, hours: number, now: Date): boolean {
  if (nextAttempt(record, hours) <= now) return true;
  // An attempt that lies ahead by more than the wait is from before the clock was set back.
  const aheadMs = record.attemptedAt.getTime() - now.getTime();
  return aheadMs > Math.max(hours * HOUR_MS, DAY_MS);
}
