import test from 'ava';
import fc from 'fast-check';
import { propagate } from 'satellite.js';
import { createErrorFitter, type ErrorFit } from '../../../src/catalogue/errors/fit.js';
import { nothingLeftOut } from '../../../src/catalogue/errors/history.js';
import { ERROR_AGES_HOURS } from '../../../src/catalogue/errors/law.js';
import { pairErrors } from '../../../src/catalogue/errors/pairErrors.js';
import type { MeanElements } from '../../../src/core/elements.js';
import { createCore } from '../../../src/core/index.js';
import { START_US } from '../../db/fixtures.js';
import { satrecOf } from '../../helpers/elements.js';
import { historyOf, HOUR_US } from '../../helpers/histories.js';

const core = await createCore({ maxMegabytes: 16 });
const NOW_US = START_US + 60 * 24 * HOUR_US;

function fitOf(sets: readonly MeanElements[]): ErrorFit {
  const fitter = createErrorFitter(core, NOW_US);
  fitter.add({ name: 'STARLINK-1007', sets });
  return fitter.fit();
}

/** Pairs and their errors in km by the definition, with another SGP4; `age` is an index of ERROR_AGES_HOURS. */
function slowPairs(sets: readonly MeanElements[]): [age: number, km: number][] {
  return sets.flatMap((newer) =>
    ERROR_AGES_HOURS.flatMap((hours, age): [number, number][] => {
      const off = (one: MeanElements): number => Math.abs((newer.epochUs - one.epochUs) / HOUR_US - hours);
      const [older] = sets.filter((one) => off(one) <= 0.15 * hours).toSorted((a, b) => off(a) - off(b));
      return older === undefined ? [] : [[age, slowKm(older, newer)]];
    }),
  );
}

function slowKm(older: MeanElements, newer: MeanElements): number {
  const epoch = new Date(newer.epochUs / 1000);
  const [before, after] = [propagate(satrecOf(older), epoch), propagate(satrecOf(newer), epoch)];
  if (before === null || after === null) return NaN;
  const { x, y, z } = after.velocity;
  const along =
    (before.position.x - after.position.x) * x +
    (before.position.y - after.position.y) * y +
    (before.position.z - after.position.z) * z;
  return Math.abs(along) / Math.hypot(x, y, z);
}

test('pairs and errors are those of the definition, with an SGP4 of other people', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 1, max: 1e6 }),
      (gaps, seed) => {
        const all = historyOf({ count: 400, everyHours: 1, seed, offDeg: 0.05 });
        let hour = 0;
        const sets = gaps.flatMap((gap) => all[(hour += gap)] ?? []);
        const found: [number, number][] = [];
        const leftOut = nothingLeftOut();
        pairErrors(core, { sets, nowUs: NOW_US, leftOut }, (age, km) => found.push([age, km]));
        const expected = slowPairs(sets);
        t.deepEqual(
          found.map(([age]) => age),
          expected.map(([age]) => age),
        );
        found.forEach(([, km], i) => t.true(Math.abs(km - (expected[i]?.[1] ?? NaN)) < 0.001));
        t.deepEqual(leftOut, nothingLeftOut());
      },
    ),
    { numRuns: 30 },
  );
});

const SETS = historyOf({ count: 120, everyHours: 6 });
/** A satellite half a turn further on in the same plane, and one in another plane. */
const STRANGERS = [
  historyOf({ count: 120, everyHours: 6, first: { epochUs: START_US + HOUR_US, meanAnomalyDeg: 90 } }),
  historyOf({ count: 120, everyHours: 6, first: { epochUs: START_US + HOUR_US, raanDeg: 150 } }),
] as const;

test('what is bad in a history is counted, and changes no error', (t) => {
  const good = fitOf(SETS);
  t.true(good.rows.length >= 3 * 7);
  t.deepEqual(good.leftOut, nothingLeftOut());
  const bad: Record<string, [sets: MeanElements[], reason: Partial<ErrorFit['leftOut']>]> = {
    'the same sets again': [[...SETS, ...SETS], { same_epoch: 120 }],
    'other sets of the same epochs, before the preferred ones': [
      [...SETS.map((one) => ({ ...one, meanAnomalyDeg: one.meanAnomalyDeg / 2 })), ...SETS],
      { same_epoch: 120 },
    ],
    'sets of the future': [
      [...SETS, ...SETS.slice(0, 9).map((one) => ({ ...one, epochUs: one.epochUs + 1000 * 24 * HOUR_US }))],
      { future_epoch: 9 },
    ],
    'sets that are no numbers, or no orbit': [
      [...SETS, { ...at(SETS, 3), bstar: NaN }, { ...at(SETS, 4), epochUs: START_US + 1, eccentricity: 2 }],
      { refused_by_sgp4: 2 },
    ],
    'sets of other satellites': [
      [...SETS, ...[5, 20, 60, 119].map((i) => at(STRANGERS[0], i)), ...[30, 31, 90].map((i) => at(STRANGERS[1], i))],
      { other_satellite: 7 },
    ],
  };
  for (const [title, [sets, reason]] of Object.entries(bad)) {
    const { rows, pairs, leftOut } = fitOf(sets);
    t.deepEqual(leftOut, { ...nothingLeftOut(), ...reason }, title);
    t.is(pairs, good.pairs, title);
    t.deepEqual(rows, good.rows, title);
  }
});

function at(sets: readonly MeanElements[], i: number): MeanElements {
  const found = sets[i];
  if (found === undefined) throw new RangeError(`there is no set ${i}`);
  return found;
}

test('no pair reaches across a change of satellite, nor over a gap', (t) => {
  const changed = [...SETS.slice(0, 60), ...STRANGERS[0].slice(60)];
  const { leftOut, rows, pairs } = fitOf(changed);
  t.deepEqual(leftOut, { ...nothingLeftOut(), satellite_changes: 1 });
  t.true(pairs < fitOf(SETS).pairs);
  t.true(
    rows.every(({ km }) => km[3] < 100),
    JSON.stringify(rows),
  );
  const later = SETS.slice(60).map((one) => ({ ...one, epochUs: one.epochUs + 20 * 24 * HOUR_US }));
  t.is(fitOf([...SETS.slice(0, 60), ...later]).pairs, 2 * fitOf(SETS.slice(0, 60)).pairs);
});

test('manoeuvres stay in: a satellite that climbs is no other one', (t) => {
  // 5 km a day: its mean motion falls by 0.016 revolutions a day for each day.
  let turns = 0;
  const climbing = historyOf({ count: 60, everyHours: 8, offDeg: 0 }).map((one, i) => {
    const days = i / 3;
    turns = -0.008 * days ** 2;
    return {
      ...one,
      meanMotionRevPerDay: one.meanMotionRevPerDay - 0.016 * days,
      meanAnomalyDeg: (((one.meanAnomalyDeg + 360 * turns) % 360) + 360) % 360,
    };
  });
  const { leftOut, rows } = fitOf(climbing);
  t.deepEqual(leftOut, nothingLeftOut());
  const day = rows.find(({ errorClass, ageHours }) => errorClass === 'all' && ageHours === 24);
  // In a day it falls behind by half of 0.016 revolutions, of 43,500 km each.
  t.true(Math.abs((day?.km[0] ?? 0) - 348) < 30, String(day?.km));
});

test('a pair counts in the classes of its satellite, by name and by the perigee of the newer set', (t) => {
  const classes = new Set(fitOf(SETS).rows.map(({ errorClass }) => errorClass));
  t.deepEqual([...classes], ['starlink', 'perigee 450 to 650 km', 'all']);
});
