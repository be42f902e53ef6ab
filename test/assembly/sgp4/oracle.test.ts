import test from 'ava';
import fc from 'fast-check';
import { type SatRec, sgp4 } from 'satellite.js';
import { bundledCatalogue } from '../../../src/catalogue/reference/bundled.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { block, f64, recordWriter } from '../../helpers/memory.js';
import { satrecOf } from '../../helpers/elements.js';
import { elementsBetween, someElements } from './elements.js';

const core = await createOwnedCore(16, debugCore);
const { kernels, layout } = core;
const init = recordWriter(core);
const record = block(core, kernels.deepRecordBytes());
const out = block(core, layout.ORBIT_BYTES);

/**
 * Distance in km between our position and satellite.js' at tsinceMin; undefined if both fail with the same status,
 * infinite if the statuses differ.
 */
function distance(twin: SatRec, tsinceMin: number): number | undefined {
  const status = kernels.sgp4Teme(record, tsinceMin, out);
  const expected = sgp4(twin, tsinceMin)?.position;
  const expectedStatus: number = expected ? 0 : twin.error;
  if (status !== expectedStatus) return Infinity;
  const [x = NaN, y = NaN, z = NaN] = f64(core, out, 3);
  return expected && Math.hypot(expected.x - x, expected.y - y, expected.z - z);
}

const twoWeeks = fc.double({ min: -14 * 1440, max: 14 * 1440, noNaN: true });

for (const [name, revPerDay, eccentricity, allowedKm] of [
  ['near-earth', [6.5, 16.6], [0, 0.02], 1e-7],
  // Strong drag magnifies rounding errors: to 1.01e-7 km with B* -0.0085 and e 0.26, 13 days from the epoch.
  ['eccentric near-earth', [6.5, 14], [0.02, 0.4], 1e-6],
  ['deep-space', [0.05, 6.3], [0, 0.9], 1e-7],
  ['one-day resonant', [0.9, 1.1], [0, 0.8], 1e-7],
  ['half-day resonant', [1.98, 2.02], [0.5, 0.75], 1e-7],
] as const) {
  test(`any ${name} orbit is where satellite.js has it, within ${allowedKm} km, and fails where it fails`, (t) => {
    let placed = 0;
    fc.assert(
      fc.property(
        elementsBetween(revPerDay, eccentricity),
        fc.tuple(twoWeeks, twoWeeks, twoWeeks),
        (elements, times) => {
          init(record, elements);
          const twin = satrecOf(elements);
          for (const tsinceMin of times) {
            const km = distance(twin, tsinceMin);
            if (km === undefined) continue;
            if (!(km <= allowedKm)) throw new Error(`${km} km at ${tsinceMin} min`);
            placed++;
          }
        },
      ),
      { numRuns: 200, examples: [[someElements(revPerDay, eccentricity), [0, 1, 1440]]] },
    );
    t.true(placed >= 3, `only ${placed} of 600 were positions`);
  });
}

test('satellites of the catalogue are where satellite.js has them, over a week', (t) => {
  const startUs = Date.UTC(2026, 6, 10) * 1000;
  const wrong = bundledCatalogue(startUs)
    .filter((_, i) => i % 8 === 0)
    .flatMap((elset) => {
      // satellite.js reads epochs to the millisecond.
      const elements = { ...elset, epochUs: 1000 * Math.floor(elset.epochUs / 1000) };
      init(record, elements);
      const twin = satrecOf(elements);
      const days = Array.from({ length: 8 }, (_, day) => (startUs - elements.epochUs) / 60e6 + 1440 * day);
      const worst = Math.max(...days.map((tsinceMin) => distance(twin, tsinceMin) ?? 0));
      return worst <= 1e-7 ? [] : [`${elset.name}: ${worst} km`];
    });
  t.deepEqual(wrong, []);
});
