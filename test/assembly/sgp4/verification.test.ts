import test from 'ava';
import { recordBytes } from '../../../src/core/records/satelliteRecord.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { block, f64, recordWriter } from '../../helpers/memory.js';
import { verificationCases, type VerificationCase } from './verificationSet.js';

const core = await createOwnedCore(16, debugCore);
const { kernels, layout } = core;
const init = recordWriter(core);
const cases = verificationCases();
const out = block(core, layout.ORBIT_BYTES);

/**
 * Sets whose propagation ends in an error, in the order of the file: catalogue number and SGP4's error code, as in
 * python-sgp4's tests.py.
 */
const FAILURES = [
  [22312, 1],
  [28350, 1],
  [28872, 6],
  [29141, 6],
  [33333, 4],
  [33334, 3],
  [20413, 6],
];

function placed({ elements }: VerificationCase): { record: number; status: number } {
  const record = block(core, recordBytes(kernels, elements));
  return { record, status: init(record, elements) };
}

test('every row of the verification set agrees to its last printed digit, or to 1e-6 km 3.5 years from the epoch', (t) => {
  let rows = 0;
  for (const verification of cases.filter(({ number }) => number !== 33334)) {
    const { record, status } = placed(verification);
    t.is(status, 0, `${verification.number} at its epoch`);
    for (const [tsinceMin = NaN, ...expected] of verification.rows) {
      t.is(kernels.sgp4Teme(record, tsinceMin, out), 0, `${verification.number} at ${tsinceMin} min`);
      const deviations = [...f64(core, out, 6)].map((value, axis) => Math.abs(value - (expected[axis] ?? NaN)));
      const km = Math.max(...deviations.slice(0, 3));
      const kmPerS = Math.max(...deviations.slice(3));
      // The rows have 8 decimals for km and 9 for km/s.
      const allowedKm = Math.abs(tsinceMin) > 1e6 ? 1e-6 : 1e-8;
      t.true(km <= allowedKm && kmPerS <= 1e-9, `${verification.number} at ${tsinceMin} min: ${km} km, ${kmPerS} km/s`);
      rows++;
    }
  }
  t.is(rows, 666);
});

test('sets that must fail do so where the reference does, with its error; all others run to their end', (t) => {
  const failures = cases.flatMap((verification) => {
    const { record, status } = placed(verification);
    if (status !== 0) return [[verification.number, status]];
    const next = (verification.rows.at(-1)?.[0] ?? NaN) + verification.stepMin;
    const error = next <= verification.stopMin ? kernels.sgp4Teme(record, next, out) : 0;
    return error === 0 ? [] : [[verification.number, error]];
  });
  t.deepEqual(failures, FAILURES);
});

test('a mean motion of zero or less is error 2, and elements that give no position are error 1, never a position', (t) => {
  const elements = cases[0]?.elements;
  if (elements === undefined) throw new Error('the verification set is empty');
  const record = block(core, kernels.deepRecordBytes());
  t.is(init(record, { ...elements, meanMotionRevPerDay: 0 }), 2);
  for (const broken of [
    { eccentricity: 1 },
    { eccentricity: NaN },
    { inclinationDeg: Infinity },
    { meanMotionRevPerDay: NaN },
    { meanMotionRevPerDay: -1 },
    { bstar: NaN },
    { meanAnomalyDeg: NaN },
  ]) {
    const status = init(record, { ...elements, ...broken });
    t.is(status, 1, JSON.stringify(broken));
    t.is(kernels.sgp4Teme(record, 10, out), status);
  }
});
