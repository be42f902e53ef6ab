import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { receiverAt } from '../../../src/web/data/receiver.js';
import { clearSecondsOf, type ListedPass } from '../../../src/web/passes/listing.js';
import {
  conflictsOf,
  filtered,
  hoursOf,
  ordered,
  passAt,
  planOf,
  spanOf,
  unionOf,
} from '../../../src/web/passes/passOrder.js';

const PLACES = [receiverAt({ latDeg: 52, lonDeg: 13 }), receiverAt({ latDeg: -33, lonDeg: 151 })];
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-07-10T00:00:00Z');

function passOf(
  receiver: number,
  fromMinute: number,
  minutes: number,
  clearSeconds: number,
  satelliteId = 1,
): ListedPass {
  const aosMs = START_MS + 60_000 * fromMinute;
  return {
    key: `${satelliteId} ${receiver} ${fromMinute} ${minutes}`,
    tracked: { id: satelliteId } as ListedPass['tracked'],
    receiver: PLACES[receiver] ?? receiverAt({ latDeg: 0, lonDeg: 0 }),
    aosMs,
    losMs: aosMs + 60_000 * minutes,
    maxElevationDeg: minutes,
    maxElevationMs: aosMs + 30_000 * minutes,
    complete: true,
    clear: clearSeconds > 0 ? { startMs: aosMs, endMs: aosMs + 1000 * clearSeconds } : undefined,
    inBeamSeconds: 0,
    encounterCount: 0,
    nearest: null,
    met: [],
    beam: { deg: 5, source: 'default' },
    isDownlinkKnown: true,
    colocated: [],
  };
}

const passes = fc.uniqueArray(
  fc
    .tuple(fc.nat(1), fc.nat(600), fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.integer({ min: 1, max: 3 }))
    .map(([receiver, from, minutes, clear, satellite]) => passOf(receiver, from, minutes, clear, satellite)),
  { maxLength: 9, selector: ({ key }) => key },
);

const overlap = (a: ListedPass, b: ListedPass): boolean =>
  a.receiver.key === b.receiver.key && a.aosMs < b.losMs && b.aosMs < a.losMs;

function secondsOf(chosen: readonly ListedPass[]): number {
  return chosen.reduce((sum, pass) => sum + clearSecondsOf(pass), 0);
}

/** Longest total clear time, in seconds, of passes without conflict, by trying all sets of passes. */
function bestByTrying([first, ...rest]: readonly ListedPass[], chosen: readonly ListedPass[] = []): number {
  if (!first) return secondsOf(chosen);
  const without = bestByTrying(rest, chosen);
  return chosen.some((one) => overlap(one, first))
    ? without
    : Math.max(without, bestByTrying(rest, [...chosen, first]));
}

test('conflicts are the passes over one receiver that overlap, each told for both', (t) => {
  fc.assert(
    fc.property(passes, (all) => {
      const found = conflictsOf(all);
      for (const pass of all) {
        const expected = all.filter((other) => other !== pass && overlap(pass, other)).map(({ key }) => key);
        assert.deepEqual((found.get(pass.key) ?? []).map(({ key }) => key).sort(), expected.sort());
      }
    }),
  );
  t.pass();
});

test('a plan has no conflicts, and the longest clear time that any set without conflicts has', (t) => {
  fc.assert(
    fc.property(passes, (all) => {
      const plan = planOf(all);
      assert.equal(conflictsOf(plan).size, 0);
      assert.equal(secondsOf(plan), bestByTrying(all));
      assert.ok(all.every((pass) => plan.includes(pass) || plan.some((one) => overlap(one, pass))));
    }),
  );
  t.pass();
});

test('passes are ordered by time, or the longest clear stretch first', (t) => {
  const all = [passOf(0, 60, 10, 5), passOf(1, 0, 10, 0), passOf(0, 120, 10, 60)];
  t.deepEqual(
    ordered(all, 'next').map(({ aosMs }) => (aosMs - START_MS) / HOUR_MS),
    [0, 1, 2],
  );
  t.deepEqual(ordered(all, 'clear').map(clearSecondsOf), [60, 5, 0]);
});

test('a list has passes that are high and clear for long enough, in a stretch of time', (t) => {
  const all = [passOf(0, 0, 10, 30), passOf(0, 60, 20, 30), passOf(0, 120, 20, 5)];
  const from = (minute: number, to: number, leastElevationDeg: number, leastClearSeconds: number) => {
    const within = { fromMs: START_MS + 60_000 * minute, toMs: START_MS + 60_000 * to };
    const found = filtered(all, { leastElevationDeg, leastClearSeconds }, within);
    return found.map(({ aosMs }) => (aosMs - START_MS) / 60_000);
  };
  t.deepEqual(from(0, 200, 0, 0), [0, 60, 120]);
  t.deepEqual(from(0, 200, 15, 0), [60, 120]);
  t.deepEqual(from(0, 200, 15, 10), [60]);
  t.deepEqual(from(5, 61, 0, 0), [0, 60]);
  t.deepEqual(from(10, 60, 0, 0), []);
});

test('a night lasts from 18:00 to 06:00 by the clock of the reader, from now on while it lasts', (t) => {
  const hours = (nowHour: number, offsetHours: number) => {
    const { fromMs, toMs } = spanOf('night', START_MS + nowHour * HOUR_MS, offsetHours * HOUR_MS);
    return [(fromMs - START_MS) / HOUR_MS, (toMs - START_MS) / HOUR_MS];
  };
  t.deepEqual(hours(12, 0), [18, 30]);
  t.deepEqual(hours(20, 0), [20, 30]);
  t.deepEqual(hours(3, 0), [3, 6]);
  t.deepEqual(hours(12, 2), [16, 28]);
  t.deepEqual(hours(12, -10), [12, 16]);
});

test('the pass at an instant is the one that contains it, else the next, else the last', (t) => {
  const all = [passOf(0, 0, 10, 0), passOf(0, 60, 10, 0)];
  const at = (minute: number) => (passAt(all, START_MS + 60_000 * minute)?.aosMs ?? 0) - START_MS;
  t.deepEqual([at(-5), at(5), at(10), at(65), at(200)], [0, 0, HOUR_MS, HOUR_MS, HOUR_MS]);
  t.is(passAt([], START_MS), undefined);
});

test('hours of passes have the seconds that they are up, and those of them with somebody in the beam', (t) => {
  const aosMs = START_MS + HOUR_MS - 60_000;
  const pass = { ...passOf(0, 59, 3, 0), met: [[aosMs - 5000, aosMs + 90_000]] as const };
  t.deepEqual(hoursOf([pass], START_MS, 3), [
    { upSeconds: 60, metSeconds: 60 },
    { upSeconds: 120, metSeconds: 30 },
    { upSeconds: 0, metSeconds: 0 },
  ]);
});

test('a union covers the same instants as its stretches, without overlaps', (t) => {
  const stretch = fc
    .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => [from, from + length] as const);
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), (stretches) => {
      const union = unionOf(stretches);
      for (let at = 0; at < 80; at++) {
        const isIn = (list: readonly (readonly [number, number])[]) =>
          list.filter(([from, to]) => from <= at && at < to).length;
        assert.equal(isIn(union), Math.min(1, isIn(stretches)));
      }
    }),
  );
  t.pass();
});
