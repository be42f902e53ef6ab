import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { sgp4, twoline2satrec } from 'satellite.js';
import { alongTrackSigmaKm, beamDeg, separationSigmaDeg } from '../../../src/compute/sky/beam.js';
import { shared } from '../../helpers/programs.js';

const GHZ = 1e9;
const LIGHT = 299_792_458;

test('a dish of 50 wavelengths and more has a beam of 1 degree, or of 100 wavelengths over its diameter', (t) => {
  t.is(beamDeg(13, 8.2 * GHZ), 1);
  t.is(beamDeg(100, LIGHT), 1);
  // A dish of 2.4 m is 93.7 wavelengths wide at 11.7 GHz.
  t.true(Math.abs(beamDeg(2.4, 11.7 * GHZ) - 1.067_65) < 1e-4);
  t.is(beamDeg(50, LIGHT), 2);
});

test('a smaller dish has a beam of 2 degrees, or of 114 (D/λ)^-1.09', (t) => {
  // The formula for dishes below 50 wavelengths gives 114 · 40^-1.09 = 2.0449. Just below 50 it gives less than 2,
  // which is the least.
  t.true(Math.abs(beamDeg(40, LIGHT) - 2.0449) < 1e-3);
  t.is(beamDeg(49.9, LIGHT), 2);
  t.true(Math.abs(beamDeg(10, LIGHT) - 9.266) < 1e-3);
});

test('no beam is wider than 90 degrees', (t) => {
  t.is(beamDeg(0.1, 0.137 * GHZ), 90);
});

test('an element set is a kilometre off at its epoch, and a kilometre more per day, before and after', (t) => {
  t.is(alongTrackSigmaKm({ ageDays: 0 }), 1);
  t.is(alongTrackSigmaKm({ ageDays: 1 }), Math.SQRT2);
  t.is(alongTrackSigmaKm({ ageDays: -1 }), Math.SQRT2);
  t.true(Math.abs(alongTrackSigmaKm({ ageDays: 10 }) - 10.05) < 0.01);
});

test('of Starlink some two thirds of the element sets are within a sigma of newer ones, 6 hours to a week later', (t) => {
  t.is(alongTrackSigmaKm({ ageDays: 0, timing: 'manoeuvring' }), 1);
  t.is(alongTrackSigmaKm({ ageDays: -1, timing: 'manoeuvring' }), Math.hypot(1, 5));
  const path = shared(t, 'data/errors/starlink-pairs-2026-04.tsv.gz');
  if (path === undefined) return;
  const within = new Map<string, boolean[]>();
  for (const line of gunzipSync(readFileSync(path)).toString().trimEnd().split('\n').slice(1)) {
    const [, target = '', age = '', , , older1 = '', older2 = '', newer1 = '', newer2 = ''] = line.split('\t');
    const older = sgp4(twoline2satrec(older1, older2), Number(age) / 60);
    const newer = sgp4(twoline2satrec(newer1, newer2), 0);
    if (older === null || newer === null) continue;
    const { position: at, velocity: v } = newer;
    const off = { x: older.position.x - at.x, y: older.position.y - at.y, z: older.position.z - at.z };
    const alongKm = (off.x * v.x + off.y * v.y + off.z * v.z) / Math.hypot(v.x, v.y, v.z);
    const sigmaKm = alongTrackSigmaKm({ ageDays: Number(age) / 86_400, timing: 'manoeuvring' });
    const all = within.get(target) ?? [];
    within.set(target, all);
    all.push(Math.abs(alongKm) <= sigmaKm);
  }
  t.is(within.size, 4);
  for (const [seconds, all] of within) {
    const share = all.filter(Boolean).length / all.length;
    t.true(share > 0.6 && share < 0.76, `${(100 * share).toFixed(1)} % after ${seconds} s`);
  }
});

test('the errors of two satellites add in quadrature, each as an angle at its distance', (t) => {
  const near = { ageDays: 0, rangeKm: 500 };
  const far = { ageDays: 0, rangeKm: 40_000 };
  const alone = (1 / 500) * (180 / Math.PI);
  t.true(Math.abs(separationSigmaDeg(near, near) - alone * Math.SQRT2) < 1e-12);
  t.is(separationSigmaDeg(near, far), separationSigmaDeg(far, near));
  t.true(Math.abs(separationSigmaDeg(near, far) - alone) < 1e-4);
  t.true(separationSigmaDeg({ ...near, ageDays: 3 }, far) > 3 * alone);
});
