import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { bundledCatalogue } from '../../../src/catalogue/reference/bundled.js';
import type { MeanElements } from '../../../src/core/elements.js';
import { recordBytes } from '../../../src/core/records/satelliteRecord.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { block, f64, recordWriter } from '../../helpers/memory.js';
import { elementsBetween, someElements } from './elements.js';

const core = await createOwnedCore(16, debugCore);
const { kernels, layout, memory } = core;
const init = recordWriter(core);
const first = block(core, kernels.deepRecordBytes());
const second = block(core, kernels.deepRecordBytes());
const out = block(core, layout.SCRATCH_BYTES);
const scalar = block(core, layout.ORBIT_BYTES);
const instants = [block(core, layout.INSTANT_BYTES), block(core, layout.INSTANT_BYTES)] as const;

const ALLOWED_KM = 1e-6;

interface Lane {
  record: number;
  elements: MeanElements;
  tsinceMin: number;
}

interface State {
  status: number;
  /** Bits of x, y, z (km), vx, vy, vz (km/s), so that NaN and the sign of zero count. */
  bits: bigint[];
  values: number[];
}

const isDeep = (elements: MeanElements): boolean => recordBytes(kernels, elements) === kernels.deepRecordBytes();

/** Some sidereal angle that grows with time. */
const angleOf = ({ tsinceMin }: Lane): number => 0.00437 * tsinceMin + 1;
const timeOf = ({ elements, tsinceMin }: Lane): number => elements.epochUs + 60e6 * tsinceMin;

function writeInstant(instant: number, lane: Lane): void {
  const angle = angleOf(lane);
  f64(core, instant, 3).set([timeOf(lane), Math.cos(angle), Math.sin(angle)]);
}

function pair(a: Lane, b: Lane, velocity = 1): [State, State] {
  writeInstant(instants[0], a);
  writeInstant(instants[1], b);
  const status = kernels.fixedPair(a.record, b.record, ...instants, velocity, out);
  const lane = (offset: number, laneStatus: number): State => {
    const places = Array.from({ length: velocity === 0 ? 3 : 6 }, (_, i) => 2 * i + offset);
    const words = new BigUint64Array(memory.buffer, out, 12);
    return {
      status: laneStatus,
      bits: places.map((i) => words[i] ?? 0n),
      values: places.map((i) => f64(core, out, 12)[i] ?? Number.NaN),
    };
  };
  return [lane(0, status & 0xff), lane(1, status >> 8)];
}

function twin(lane: Lane): { status: number; position: number[] } {
  const [instant] = instants;
  writeInstant(instant, lane);
  const status = kernels.sgp4Fixed(lane.record, instant, scalar);
  return { status, position: [...f64(core, scalar, 3)] };
}

/**
 * Distance in km from the position by the form of SGP4 for one satellite; undefined if both forms fail with the same
 * status.
 */
function distance(state: State, lane: Lane): number | undefined {
  const { status, position } = twin(lane);
  assert.equal(state.status, status, `at ${lane.tsinceMin} min`);
  if (status !== 0) {
    assert.ok(state.values.every(Number.isNaN));
    return undefined;
  }
  return Math.hypot(...position.map((value, axis) => value - (state.values[axis] ?? Number.NaN)));
}

const minutes = fc.oneof(
  fc.double({ min: -21 * 1440, max: 21 * 1440, noNaN: true }),
  fc.integer({ min: -42, max: 42 }).map((steps) => 720 * steps),
);
const broken = fc.constantFrom<Partial<MeanElements>>(
  { eccentricity: 1.5 },
  { eccentricity: Number.NaN },
  { inclinationDeg: Number.POSITIVE_INFINITY },
  { bstar: 1e6 },
  { bstar: Number.NaN },
  { meanAnomalyDeg: 1e12 },
);

for (const [name, revPerDay, eccentricity] of [
  ['near-earth', [6.5, 16.6], [0, 0.02]],
  ['eccentric near-earth', [6.5, 14], [0.02, 0.4]],
  ['deep-space', [0.05, 6.3], [0, 0.9]],
  ['one-day resonant', [0.9, 1.1], [0, 0.8]],
  ['half-day resonant', [1.98, 2.02], [0.5, 0.75]],
] as const) {
  const orbits = elementsBetween(revPerDay, eccentricity);

  test(`a pair of ${name} orbits is where the scalar kernel has them, within 1e-6 km, and fails where it fails`, (t) => {
    let placed = 0;
    fc.assert(
      fc.property(orbits, orbits, minutes, minutes, (one, other, early, late) => {
        init(first, one);
        init(second, other);
        const a = { record: first, elements: one, tsinceMin: early };
        const b = { record: second, elements: other, tsinceMin: late };
        const states = pair(a, b);
        for (const [state, lane] of [[states[0], a] as const, [states[1], b] as const]) {
          const km = distance(state, lane);
          if (km === undefined) continue;
          assert.ok(km <= ALLOWED_KM, `${km} km at ${lane.tsinceMin} min`);
          placed++;
        }
      }),
      {
        numRuns: 150,
        examples: [[someElements(revPerDay, eccentricity), someElements(revPerDay, eccentricity), 0, 1440]],
      },
    );
    t.true(placed >= 2);
  });

  test(`any ${name} orbit has the same position in either lane, beside any partner, with or without velocity`, (t) => {
    fc.assert(
      fc.property(orbits, orbits, fc.option(broken), minutes, minutes, (one, other, defect, early, late) => {
        init(first, one);
        const a = { record: first, elements: one, tsinceMin: early };
        const [alone] = pair(a, a);
        const partner = { ...other, ...defect };
        if (isDeep(partner) !== isDeep(one)) return;
        init(second, partner);
        const b = { record: second, elements: partner, tsinceMin: late };
        assert.deepEqual(pair(a, b)[0], alone);
        assert.deepEqual(pair(b, a)[1], alone);
        assert.deepEqual(pair(a, { ...a, tsinceMin: late })[0], alone);
        assert.deepEqual(pair(a, b, 0)[0].bits, alone.bits.slice(0, 3));
        assert.deepEqual(pair(b, a, 0)[1].bits, alone.bits.slice(0, 3));
      }),
      { numRuns: 80 },
    );
    t.pass();
  });
}

test('satellites of the catalogue are where the scalar kernel has them, over a week', (t) => {
  const startUs = Date.UTC(2026, 6, 10) * 1000;
  for (const elements of bundledCatalogue(startUs).filter((_, i) => i % 16 === 0)) {
    init(first, elements);
    for (let minute = 0; minute <= 10_080; minute += 1260) {
      const lane = { record: first, elements, tsinceMin: (startUs - elements.epochUs) / 60e6 + minute };
      const later = { ...lane, tsinceMin: lane.tsinceMin + 631 };
      const states = pair(lane, later, 0);
      const km = Math.max(distance(states[0], lane) ?? 0, distance(states[1], later) ?? 0);
      assert.ok(km <= ALLOWED_KM, `${elements.name}: ${km} km`);
    }
  }
  t.pass();
});
