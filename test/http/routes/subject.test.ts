import test from 'ava';
import fc from 'fast-check';
import { ServiceError } from '../../../src/http/response/serviceError.js';
import { epochAt, epochRange } from '../../../src/http/routes/subject.js';

const MINUTE_MS = 60_000;
const window = { startMs: Date.parse('2025-12-06T00:00:00Z'), epochCount: 20 };

/** Random times to the millisecond, within the window's 20 minutes and up to half an hour around them. */
const aroundMs = fc.integer({ min: -30 * MINUTE_MS, max: 50 * MINUTE_MS }).map((ms) => window.startMs + ms);

test('a range has exactly the epochs of the window whose minute it touches', (t) => {
  fc.assert(
    fc.property(aroundMs, aroundMs, (oneMs, otherMs) => {
      fc.pre(oneMs !== otherMs);
      const [startMs, endMs] = [Math.min(oneMs, otherMs), Math.max(oneMs, otherMs)];
      const touched = Array.from({ length: window.epochCount }, (_unused, epoch) => epoch).filter((epoch) => {
        const minuteStartMs = window.startMs + epoch * MINUTE_MS;
        return minuteStartMs < endMs && minuteStartMs + MINUTE_MS > startMs;
      });
      const [first, last] = [touched[0], touched.at(-1)];
      if (first === undefined || last === undefined) {
        t.throws(() => epochRange(window, startMs, endMs), { instanceOf: ServiceError });
      } else {
        t.deepEqual(epochRange(window, startMs, endMs), { fromEpoch: first, toEpoch: last + 1 });
      }
    }),
  );
});

test('a timestamp belongs to the minute that it falls into', (t) => {
  t.is(epochAt(window, window.startMs), 0);
  t.is(epochAt(window, window.startMs + 19 * MINUTE_MS + 59_999), 19);
  t.throws(() => epochAt(window, window.startMs - 1), { instanceOf: ServiceError });
  t.throws(() => epochAt(window, window.startMs + 20 * MINUTE_MS), { instanceOf: ServiceError });
});
