import test from 'ava';
import fc from 'fast-check';
import { orbitAt } from '../../helpers/elements.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { block, f64, recordWriter } from '../../helpers/memory.js';
import { elementsBetween } from './elements.js';

const core = await createOwnedCore(16, debugCore);
const { kernels, layout } = core;
const init = recordWriter(core);
const record = block(core, kernels.deepRecordBytes());
const out = block(core, layout.ORBIT_BYTES);
const instant = block(core, layout.INSTANT_BYTES);

const anyOrbit = fc.oneof(
  elementsBetween([6.5, 16.6], [0, 0.02]),
  elementsBetween([0.9, 1.1], [0, 0.8]),
  elementsBetween([1.98, 2.02], [0.5, 0.75]),
);
const minutes = fc.integer({ min: -14 * 1440, max: 14 * 1440 });
const EPOCH_US = Date.UTC(2026, 6, 10) * 1000;

test('the Earth-fixed position is the TEME position turned by the sidereal angle, in every bit', (t) => {
  fc.assert(
    fc.property(anyOrbit, minutes, (elements, tsinceMin) => {
      init(record, elements);
      const tUs = elements.epochUs + tsinceMin * 60e6;
      const status = kernels.sgp4Teme(record, tsinceMin, out);
      const [x = NaN, y = NaN, z = NaN] = f64(core, out, 3);
      f64(core, instant, 1).set([tUs]);
      kernels.writeInstants(instant, 1, 1, instant);
      const fixedStatus = kernels.sgp4Fixed(record, instant, out);
      if (fixedStatus === 7) return;
      t.is(fixedStatus, status);
      const [, cos = NaN, sin = NaN] = f64(core, instant, 3);
      if (status === 0) t.deepEqual([...f64(core, out, 3)], [cos * x + sin * y, cos * y - sin * x, z]);
    }),
  );
});

test('a position lower than 90 km above the ellipsoid is status 7, at the equator and at the poles', (t) => {
  const statusAt = (altitudeKm: number, inclinationDeg: number, anomalyDeg: number, earthRadiusKm: number): number => {
    const meanMotionRevPerDay = (86_400 / (2 * Math.PI)) * Math.sqrt(398_600.8 / (earthRadiusKm + altitudeKm) ** 3);
    const shape = { meanMotionRevPerDay, inclinationDeg, eccentricity: 0, meanAnomalyDeg: anomalyDeg };
    init(record, orbitAt(EPOCH_US, shape));
    f64(core, instant, 3).set([EPOCH_US, 1, 0]);
    return kernels.sgp4Fixed(record, instant, out);
  };
  // Keeps 30 km from the limit of 90 km, as short-period terms change the altitude.
  t.is(statusAt(60, 0, 0, 6378.137), 7);
  t.is(statusAt(120, 0, 0, 6378.137), 0);
  t.is(statusAt(60, 90, 90, 6356.752), 7);
  t.is(statusAt(120, 90, 90, 6356.752), 0);
});
