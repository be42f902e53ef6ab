import test from 'ava';
import { type Instant, parseInstant, rangeProblem } from '../../../src/http/schemas/instant.js';

const MINUTE_MS = 60_000;
const startMs = Date.parse('2025-12-06T00:00:00Z');
const WEEK_MS = 10_080 * MINUTE_MS;

function at(ms: number): Instant {
  const instant = parseInstant(new Date(ms).toISOString());
  if (!instant) throw new Error(`${ms} is not a time`);
  return instant;
}

test('a range must run forwards, and for at most 7 days to the last digit', (t) => {
  const start = at(startMs);
  t.is(rangeProblem(start, start)?.parameter, 'start_time');
  t.is(rangeProblem(at(startMs + 1), start)?.parameter, 'start_time');
  t.is(rangeProblem(start, at(startMs + 1)), undefined);
  t.is(rangeProblem(start, at(startMs + WEEK_MS)), undefined);
  t.is(rangeProblem(start, at(startMs + WEEK_MS + 1))?.parameter, 'end_time');
  t.is(rangeProblem(at(startMs + 500), at(startMs + 500 + WEEK_MS)), undefined);
});
