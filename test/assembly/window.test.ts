import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { MeanElements } from '../../src/core/elements.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { initRecord, recordBytes } from '../../src/core/records/satelliteRecord.js';
import type { WindowRecord } from '../../src/core/records/windowRecord.js';
import { debugCore } from '../helpers/kernels.js';
import { orbitAt, randomElements } from '../helpers/elements.js';
import { block, placeWindow } from '../helpers/memory.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const WEEK = 10_080;
const core = await createOwnedCore(64, debugCore);
const { kernels, layout, view, memory } = core;
const scratch = block(core, layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES);
const bare = block(core, kernels.deepRecordBytes());

/** Elements of a satellite that is below the ground at the window's start. */
const DECAYED = orbitAt(START_US - 14 * 86_400e6, { meanMotionRevPerDay: 16.4, bstar: 0.01 });

/** Elements in resonance with the Earth's rotation. */
const HALF_DAY = { ...DECAYED, meanMotionRevPerDay: 2.006, eccentricity: 0.7, bstar: 0 };

function withWindow(elements: readonly MeanElements[], epochCount: number, use: (window: WindowRecord) => void): void {
  const satellites = elements.map((each) => ({ elements: each, minElevationDeg: 10 }));
  const window = placeWindow(core, { startUs: START_US, epochCount, satellites });
  try {
    use(window);
  } finally {
    window.free();
  }
}

const words = (pointer: number, count: number): bigint[] => [...new BigUint64Array(memory.buffer, pointer, count)];

function recordOf({ pointer }: WindowRecord, index: number): number {
  const word = (offset: number): number => view.getUint32(pointer + offset, true);
  const near = word(layout.WINDOW_NEAR_COUNT);
  return index < near
    ? word(layout.WINDOW_NEAR_RECORDS) + index * kernels.nearRecordBytes()
    : word(layout.WINDOW_DEEP_RECORDS) + (index - near) * kernels.deepRecordBytes();
}

const instantOf = ({ pointer }: WindowRecord, k: number): number =>
  view.getUint32(pointer + layout.WINDOW_INSTANTS, true) + k * layout.INSTANT_BYTES;

/** Bits of x, y and z of a satellite at one epoch. */
function positionOf(window: WindowRecord, index: number, k: number): bigint[] {
  const record = recordOf(window, index);
  kernels.fixedPair(record, record, instantOf(window, k), instantOf(window, k), 0, scratch);
  const lanes = words(scratch, 6);
  return [lanes[0], lanes[2], lanes[4]].map((word) => word ?? 0n);
}

test('a position is the same, bit for bit, computed by satellites, by epochs or alone', (t) => {
  const track = block(core, 24 * 64);
  const positions = block(core, kernels.positionsBytes(24));
  let failures = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(randomElements(START_US), fc.constant(DECAYED)), { minLength: 1, maxLength: 24 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 24 }),
      (elements, k, start, count) => {
        const from = start % elements.length;
        const to = Math.min(elements.length, from + count);
        withWindow(elements, 64, (window) => {
          const expected = Array.from({ length: to - from }, (_, i) => positionOf(window, from + i, k));
          kernels.openPositions(window.pointer, positions);
          const failed = kernels.epochPositions(window.pointer, k, from, to, scratch, positions);
          const plane = view.getUint32(positions + layout.POSITIONS_PLANE, true);
          const x = positions + layout.POSITIONS_HEADER_BYTES + 8 * from;
          failures += failed;
          expected.forEach((position, i) => {
            const found = [0, 1, 2].map((axis) => words(x + axis * plane + 8 * i, 1)[0]);
            assert.deepEqual(found, position);
          });
          const isNaN = ([word]: bigint[]): boolean => word === 0x7ff8000000000000n;
          assert.equal(failed, expected.filter(isNaN).length);
          for (const [first, last] of [
            [k, k + 1],
            [k, k + 8],
            [k - (k % 3), k + 5],
          ] as const) {
            kernels.writeEphemeris(window.pointer, from, first, last, scratch, track);
            assert.deepEqual(words(track + 24 * (k - first), 3), expected[0]);
          }
        });
      },
    ),
    { numRuns: 40, examples: [[[DECAYED], 0, 0, 1]] },
  );
  t.true(failures > 0);
});

test('the steps of the integrator that a window keeps are those of a restart from the epoch, in every bit', (t) => {
  let resonant = 0;
  const age = fc.oneof(
    fc.integer({ min: -20_160, max: 20_160 }),
    fc.integer({ min: -2_000_000, max: 2_000_000 }),
    fc.integer({ min: -28, max: 28 }).map((steps) => 720 * steps),
  );
  fc.assert(
    fc.property(randomElements(START_US), age, fc.array(fc.nat(WEEK - 1)), (orbit, ageMinutes, epochs) => {
      const elements = { ...orbit, epochUs: START_US - 60e6 * ageMinutes };
      if (recordBytes(kernels, elements) !== kernels.deepRecordBytes()) return;
      initRecord(core, bare, elements, scratch);
      withWindow([elements], WEEK, (window) => {
        const record = recordOf(window, 0);
        // Offset 772 has the number of integration steps that a record keeps; the bare record keeps none.
        assert.equal(view.getUint32(bare + 772, true), 0);
        assert.ok(view.getUint32(record + 772, true) > 0);
        if (view.getUint32(record + 640, true) > 0) resonant++;
        for (const k of [0, WEEK - 1, ...epochs]) {
          const instants = [instantOf(window, k), instantOf(window, 719)] as const;
          assert.deepEqual(
            [kernels.fixedPair(record, record, ...instants, 0, scratch), ...words(scratch, 6)],
            [kernels.fixedPair(bare, bare, ...instants, 0, scratch), ...words(scratch, 6)],
          );
        }
      });
    }),
    { numRuns: 80, examples: [[HALF_DAY, 5000, []]] },
  );
  t.true(resonant > 0);
});
