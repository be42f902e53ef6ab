import test from 'ava';
import { passRows } from '../../../src/web/place/passOrder.js';
import type { Pass } from '../../../src/web/place/week.js';
import {
  clearSeconds,
  encounteredIn,
  nearestIn,
  passAt,
  type EncounteredPass,
  type Encounter,
  type Encounters,
} from '../../../src/web/sky/encounters.js';
import { type ClearRow, rankClear } from '../../../src/web/week/clearRow.js';

const MINUTE = 60_000;

function encounter(entersMs: number, leavesMs: number): Encounter {
  const closestMs = (entersMs + leavesMs) / 2;
  const who = { noradNumber: 1, name: 'SAT', operator: undefined, overlap: undefined };
  return { ...who, entersMs, leavesMs, closestMs, closestDeg: 1, sigmaDeg: 0.1, timeSigmaSeconds: 0.2, probability: 1 };
}

function encountered(aosMs: number, losMs: number, parts: Partial<EncounteredPass> = {}): EncounteredPass {
  const nothing = { inBeamSeconds: 0, clear: undefined, encounterCount: 0, encounters: [], colocated: [] };
  return { aosMs, losMs, maxElevationMs: (aosMs + losMs) / 2, ...nothing, ...parts };
}

const passes = [
  encountered(0, 10 * MINUTE, {
    clear: { startMs: MINUTE, endMs: 3 * MINUTE, probability: 1 },
    encounters: [encounter(0, 4_000)],
  }),
  encountered(60 * MINUTE, 70 * MINUTE, { encounters: [encounter(65 * MINUTE, 65 * MINUTE + 2_000)] }),
];
const week = { isDownlinkKnown: true, beamDeg: 5, beamSource: 'dish', passes };

test('the pass of an instant is the one it is in, else the next, else the last', (t) => {
  t.is(passAt(passes, 5 * MINUTE), passes[0]);
  t.is(passAt(passes, 10 * MINUTE), passes[1]);
  t.is(passAt(passes, 90 * MINUTE), passes[1]);
  t.is(passAt([], 0), undefined);
});

test('a pass is found again though its bounds differ with the minimum elevation', (t) => {
  t.is(encounteredIn(week, { aosMs: -MINUTE, losMs: 11 * MINUTE }), passes[0]);
  t.is(encounteredIn(week, { aosMs: 20 * MINUTE, losMs: 30 * MINUTE }), undefined);
});

test('at an instant the nearest encounter is found, and the number of all', (t) => {
  const near = { ...encounter(0, 4 * MINUTE), noradNumber: 2, closestDeg: 0.2 };
  const two: Encounters = {
    ...week,
    passes: [encountered(0, 10 * MINUTE, { encounters: [encounter(0, 6 * MINUTE), near] })],
  };
  t.is(nearestIn(two, MINUTE).nearest?.noradNumber, 2);
  t.is(nearestIn(two, MINUTE).count, 2);
  t.is(nearestIn(two, 5 * MINUTE).nearest?.noradNumber, 1);
  t.deepEqual(nearestIn(two, 7 * MINUTE), { nearest: undefined, count: 0 });
});

test('passes are ranked by their longest clear stretch; those never clear, or not known, have no rank', (t) => {
  const pass = (aosMs: number): Pass => ({
    aosMs,
    losMs: aosMs + 10 * MINUTE,
    maxElevationDeg: 20,
    maxElevationMs: aosMs,
    intensity: undefined,
    complete: true,
  });
  const clearFor = (aosMs: number, ms: number) =>
    encountered(aosMs, aosMs + 10 * MINUTE, { clear: { startMs: aosMs, endMs: aosMs + ms, probability: 1 } });
  const four = [0, 60, 120, 180].map((minute) => pass(minute * MINUTE));
  const ranked = { ...week, passes: [clearFor(0, 2_000), clearFor(60 * MINUTE, 9_000), clearFor(120 * MINUTE, 9_000)] };
  t.deepEqual(
    passRows(four, ranked).map(({ rank }) => rank),
    [3, 1, 1, undefined],
  );
  t.is(passRows(four, week)[1]?.rank, undefined);
  t.is(clearSeconds(passes[0] ?? { clear: undefined }), 120);
  t.deepEqual(
    passRows(four, undefined).map(({ rank, encountered: met }) => [rank, met]),
    four.map(() => [undefined, undefined]),
  );
});

test('passes over all stations are ordered by clear stretch, then by time; or the next pass comes first, with its rank', (t) => {
  const row = (stationId: number, aosMs: number, clearMs: number) =>
    ({ stationId, aosMs, losMs: aosMs + 10, clearStartMs: aosMs, clearEndMs: aosMs + clearMs }) as ClearRow;
  const rows = [row(1, 50, 100), row(2, 40, 100), row(3, 90, 300)];
  const told = (order: 'longest' | 'next', nowMs: number) =>
    rankClear(rows, order, nowMs).map(({ stationId, rank }) => [stationId, rank]);
  t.deepEqual(told('longest', 50), [
    [3, 1],
    [2, 2],
    [1, 3],
  ]);
  t.deepEqual(told('next', 0), [
    [2, 2],
    [1, 3],
    [3, 1],
  ]);
  t.deepEqual(told('next', 50), [
    [1, 3],
    [3, 1],
  ]);
});
