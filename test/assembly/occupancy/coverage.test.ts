import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { randomFrom } from '../../../scripts/random.js';
import type { MeanElements } from '../../../src/core/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { findPasses } from '../../../src/core/passes.js';
import { type Place, writeSite } from '../../../src/core/records/seriesRecord.js';
import { cancelSlot, writeSlot } from '../../../src/core/records/slotRecord.js';
import type { WindowRecord } from '../../../src/core/records/windowRecord.js';
import { extremeElements, randomElements } from '../../helpers/elements.js';
import { debugCore } from '../../helpers/kernels.js';
import { block, f64, hasBit, placeWindow } from '../../helpers/memory.js';
import { anyPlace, EPOCHS, lowOrbits, number, ROUND, START_US } from './orbits.js';

const core = await createOwnedCore(64, debugCore);
const { kernels, layout, view } = core;
const slot = block(core, layout.SLOT_TEXT);
const site = block(core, layout.SITE_BYTES);
const positions = block(core, 24 * EPOCHS);
const bitmap = block(core, kernels.bitmapBytes(EPOCHS));
writeSlot(core, slot);

const minElevationDeg = fc.constantFrom(0, 10, 25, 60, 88);
const epochCount = fc.oneof(fc.constantFrom(1, 2, 35, 36, 37, 1440), fc.constant(EPOCHS));

function open(elements: MeanElements, mask: number, epochs = EPOCHS): WindowRecord {
  const satellites = [{ elements, minElevationDeg: mask }];
  return placeWindow(core, { startUs: START_US, epochCount: epochs, satellites });
}

const bitmapAt = (pointer: number): Buffer => Buffer.from(core.bytes.slice(pointer, pointer + 1260));

function covered(): Buffer {
  return bitmapAt(slot + layout.SLOT_COVERED);
}

/** Coverage found by looking at every minute. */
function everyMinute(window: WindowRecord, mask: number, epochs = EPOCHS): Buffer {
  core.bytes.fill(0, bitmap, bitmap + 1260);
  kernels.writeEphemeris(window.pointer, 0, 0, epochs, slot + layout.SLOT_SCRATCH, positions);
  kernels.coverEphemeris(site, Math.sin((mask * Math.PI) / 180), positions, epochs, bitmap);
  return bitmapAt(bitmap);
}

/**
 * Asserts that coverTracked (by passes), coverAhead (skipping ahead) and a look at every minute find the same coverage
 * of a place; returns the number of covered epochs.
 */
function agree(elements: MeanElements, where: Place, mask: number, epochs = EPOCHS): number {
  const window = open(elements, mask, epochs);
  writeSite(core, site, where);
  const expected = everyMinute(window, mask, epochs);
  core.bytes.fill(0, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + 1260);
  const count = kernels.coverTracked(window.pointer, 0, site, 0, epochs, slot);
  const byPasses = covered();
  kernels.coverAhead(window.pointer, 0, site, 0, epochs, slot);
  window.free();
  const told = JSON.stringify([elements, where]);
  assert.deepEqual(byPasses, expected, `by passes: ${told}`);
  assert.deepEqual(covered(), expected, `skipping ahead: ${told}`);
  return count;
}

for (const [orbits, elements, numRuns] of [
  ['low orbits', lowOrbits, 60],
  ['orbits of every kind', randomElements(START_US), 30],
] as const) {
  test(`by passes, by skipping ahead and minute by minute the same is covered: ${orbits}`, (t) => {
    let some = 0;
    fc.assert(
      fc.property(elements, anyPlace, minElevationDeg, epochCount, (one, where, mask, epochs) => {
        some += agree(one, where, mask, epochs);
      }),
      { numRuns, examples: [[ROUND, { latDeg: 0, lonDeg: 0, heightKm: 0 }, 10, EPOCHS]] },
    );
    t.true(some > 0);
  });
}

const ZEROES = { eccentricity: 0.0005, raanDeg: 0, argPerigeeDeg: 0, meanAnomalyDeg: 0, bstar: 0 };
const EXTREMES: Record<string, MeanElements> = {
  'that drag the wrong way lifts out of the Earth, until SGP4 turns it back': {
    ...ZEROES,
    epochUs: START_US - 10_000 * 60e6,
    meanMotionRevPerDay: 17.9426,
    inclinationDeg: 98,
    bstar: -0.0084,
  },
  'the other way round above the equator, where SGP4 lets longitudes leap': {
    ...ZEROES,
    epochUs: 1_784_137_440_000_000,
    meanMotionRevPerDay: 1.01294319506406,
    eccentricity: 0.0005784779966708637,
    inclinationDeg: 180,
    raanDeg: 101.57008766269782,
    argPerigeeDeg: 49.70156608601174,
    meanAnomalyDeg: 104.29653787254193,
    bstar: 0.0007481472256095308,
  },
  'through the Earth': {
    ...ZEROES,
    epochUs: 1_783_155_540_000_000,
    meanMotionRevPerDay: 18.303811663716946,
    eccentricity: 0.4798100661858032,
    inclinationDeg: 21.01022836799278,
    raanDeg: 129.46710275926958,
    argPerigeeDeg: 266.51729270188014,
    meanAnomalyDeg: 96.23601245518589,
    bstar: 0.000025430388639026274,
  },
  'far beyond the Moon': {
    ...ZEROES,
    epochUs: 1_784_569_680_000_000,
    meanMotionRevPerDay: 0.0009416219063163736,
    eccentricity: 0.00012945149379291177,
    inclinationDeg: 72.76866504585774,
    raanDeg: 192.46085719785694,
    argPerigeeDeg: 118.03779775185407,
    meanAnomalyDeg: 82.53527974827927,
    bstar: 0.11271012107201595,
  },
};

/** Places that are hard for counting by passes or for skipping ahead, then the pole and others. */
const PLACES = [
  [4.640509789653913, 155.40040878549826],
  [-21.13738343374857, -141.42227957091401],
  [2.13618621636338, -35.35045259827343],
  [90, 0],
  [-80, 13],
  [52.5, 13.4],
  [0, -90],
] as const;

for (const [name, elements] of Object.entries(EXTREMES)) {
  test(`counting ends, and is exact, for an orbit ${name}`, (t) => {
    for (const [latDeg, lonDeg] of PLACES) agree(elements, { latDeg, lonDeg, heightKm: 0 }, 10);
    t.pass();
  });
}

test('counting ends, and is exact, for whatever elements the core takes', (t) => {
  const next = randomFrom(1);
  for (const [latDeg, lonDeg] of [...PLACES, ...PLACES]) {
    agree(extremeElements(next, START_US), { latDeg, lonDeg, heightKm: 0 }, 10);
  }
  t.pass();
});

test('passes that just reach the minimum elevation are found, and those just below it are not', (t) => {
  const scenes: fc.Arbitrary<Grazing> = fc.record({
    elements: lowOrbits,
    epoch: fc.nat({ max: EPOCHS - 2 }),
    mask: fc.constantFrom(0, 10, 25, 40),
    beyond: number(-1.5, 0.3),
    side: fc.constantFrom(-1, 1),
  });
  for (const mask of [0, 10, 25, 40]) {
    for (const side of [-1, 1]) {
      const pass = { elements: ROUND, epoch: 700, mask, side };
      t.true(epochsUp({ ...pass, beyond: -0.3 }) > 0, `rises: ${mask}, ${side}`);
      t.is(epochsUp({ ...pass, beyond: 0.3 }), 0, `does not: ${mask}, ${side}`);
    }
  }
  fc.assert(
    fc.property(scenes, (scene) => void epochsUp(scene)),
    { numRuns: 50 },
  );
});

interface Grazing {
  elements: MeanElements;
  /** Epoch at which the satellite passes beside the place, at right angles to its track. */
  epoch: number;
  mask: number;
  /** Degrees beyond the footprint's edge. */
  beyond: number;
  side: number;
}

/**
 * Number of epochs of a pass over a place near the footprint's edge. Asserts that coverTracked finds the same epochs as
 * a look at every minute, for the whole window and around the pass.
 */
function epochsUp({ elements, epoch, mask, beyond, side }: Grazing): number {
  const window = open(elements, mask);
  kernels.writeEphemeris(window.pointer, 0, epoch, epoch + 2, slot + layout.SLOT_SCRATCH, positions);
  writeSite(core, site, abeam(f64(core, positions, 6), mask, beyond, side));
  const expected = everyMinute(window, mask);
  kernels.coverTracked(window.pointer, 0, site, 0, EPOCHS, slot);
  const whole = covered();
  // Asks for at most ten epochs around the pass. coverTracked counts them as one short span, where the whole window is
  // one long span.
  const [from, to] = [Math.max(0, epoch - 4), Math.min(EPOCHS, epoch + 6)];
  const count = kernels.coverTracked(window.pointer, 0, site, from, to, slot);
  const part = covered();
  window.free();
  assert.deepEqual(whole, expected);
  for (let k = from; k < to; k++) assert.equal(hasBit(part, k), hasBit(expected, k));
  return count;
}

/**
 * Returns a place `beyondDeg` degrees outside of a satellite's footprint, at right angles to the satellite's track. The
 * footprint is that on a sphere of 6371 km.
 */
function abeam(
  [x = 0, y = 0, z = 0, x2 = 0, y2 = 0, z2 = 0]: Float64Array,
  mask: number,
  beyondDeg: number,
  side: number,
): Place {
  const rad = Math.PI / 180;
  const r = Math.hypot(x, y, z);
  const normal = [y * z2 - z * y2, z * x2 - x * z2, x * y2 - y * x2] as const;
  const n = Math.hypot(...normal);
  const angle = Math.acos((6371 * Math.cos(mask * rad)) / r) - mask * rad + beyondDeg * rad;
  const [a, b, c] = [x, y, z].map(
    (value, i) => (Math.cos(angle) * value) / r + (side * Math.sin(angle) * (normal[i] ?? 0)) / n,
  ) as [number, number, number];
  // A satellite that cannot be propagated has no position, so any place will do.
  if (Number.isNaN(a)) return { latDeg: 0, lonDeg: 0, heightKm: 0 };
  const latDeg = Math.atan(Math.tan(Math.asin(c)) / 0.993306) / rad;
  return { latDeg, lonDeg: Math.atan2(b, a) / rad, heightKm: 0 };
}

test('coverage of a part of the window equals that part of the whole', (t) => {
  const range = fc.tuple(fc.nat({ max: EPOCHS }), fc.nat({ max: EPOCHS }));
  fc.assert(
    fc.property(randomElements(START_US), anyPlace, range, (elements, where, [a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const window = open(elements, 10);
      writeSite(core, site, where);
      kernels.coverTracked(window.pointer, 0, site, 0, EPOCHS, slot);
      const whole = covered();
      kernels.coverTracked(window.pointer, 0, site, from, to, slot);
      window.free();
      const part = covered();
      for (let k = 0; k < EPOCHS; k++) assert.equal(hasBit(part, k), k >= from && k < to && hasBit(whole, k));
    }),
    { numRuns: 10 },
  );
  t.pass();
});

const FAILING: Record<string, MeanElements> = {
  'comes down': { ...ROUND, meanMotionRevPerDay: 16.4, eccentricity: 0.001, inclinationDeg: 51, bstar: 0.01 },
  'has drag terms that run away for some minutes': {
    ...ROUND,
    epochUs: START_US + 6 * 3600e6,
    meanMotionRevPerDay: 15.53,
    eccentricity: 0.000_17,
    inclinationDeg: 97.3,
    argPerigeeDeg: 66,
    meanAnomalyDeg: 294,
    bstar: -0.0623,
  },
};

for (const [name, elements] of Object.entries(FAILING)) {
  test(`the survey sees from when on and for how many epochs a satellite fails that ${name}`, (t) => {
    const window = open(elements, 0);
    const failed = kernels.writeEphemeris(window.pointer, 0, 0, EPOCHS, slot + layout.SLOT_SCRATCH, positions);
    t.true(failed > 0 && failed < EPOCHS);
    kernels.surveyFailures(window.pointer, 0, 60, slot + layout.SLOT_SCRATCH, bitmap);
    const xs = f64(core, positions, 3 * EPOCHS).filter((_, i) => i % 3 === 0);
    t.is(view.getInt32(bitmap, true), xs.findIndex(Number.isNaN));
    t.is(view.getUint32(bitmap + 4, true), failed);
    window.free();
  });
}

test('covering and the finding of passes end when the slot is cancelled', (t) => {
  const window = open({ ...ROUND, meanMotionRevPerDay: 15.5, inclinationDeg: 51 }, 10);
  const where = { latDeg: 40, lonDeg: 0, heightKm: 0 };
  writeSite(core, site, where);
  const ahead = () => kernels.coverAhead(window.pointer, 0, site, 0, EPOCHS, slot);
  const query = { window: window.pointer, satellite: 0, place: where, from: 0, to: EPOCHS };
  const find = () => findPasses(core, query, slot, { pointer: positions, bytes: 24 * EPOCHS });
  t.true(ahead() > 100 && (find()?.length ?? 0) > 20);
  cancelSlot(core, slot);
  t.is(ahead(), 0);
  t.is(find(), undefined);
  writeSlot(core, slot);
  window.free();
});
