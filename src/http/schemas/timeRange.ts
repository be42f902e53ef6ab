import { EPOCH_SECONDS, WINDOW_EPOCHS } from '../../spec.js';
import { compareInstants, type Instant } from './instant.js';

/** Rule that a time range breaks as given, before any rounding, and the parameter at fault. */
export function rangeProblem(start: Instant, end: Instant): { parameter: string; rule: string } | undefined {
  if (compareInstants(start, end) >= 0) return { parameter: 'start_time', rule: 'must be before end_time' };
  const longest = { epochSecond: start.epochSecond + WINDOW_EPOCHS * EPOCH_SECONDS, fraction: start.fraction };
  if (compareInstants(end, longest) <= 0) return undefined;
  return { parameter: 'end_time', rule: 'must be at most 7 days after start_time' };
}
