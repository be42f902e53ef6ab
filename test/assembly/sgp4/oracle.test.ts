import { readFileSync } from 'node:fs';
import test from 'ava';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { MeanElements } from '../../../src/core/elements.js';
import { kernels } from '../../helpers/kernels.js';
import { shared } from '../../helpers/programs.js';
import { elementsBetween, someElements } from './elements.js';
import { twinOf, twinPosition } from './twin.js';

const { core, layout, alloc, f64, init } = kernels();
const record = alloc(core.deepRecordBytes());
const out = alloc(layout.ORBIT_BYTES);

/** Distance (km) of the two at tsinceMin, undefined where both fail alike, infinite where their errors differ. */
function distance(twin: ReturnType<typeof twinOf>, tsinceMin: number): number | undefined {
  const status = core.sgp4Teme(record, tsinceMin, out);
  const expected = twinPosition(twin, tsinceMin);
  if (status !== expected.status) return Infinity;
  if (status !== 0) return undefined;
  const position = f64(out, 3);
  return Math.hypot(...expected.position.map((value, axis) => value - (position[axis] ?? NaN)));
}

const twoWeeks = fc.double({ min: -14 * 1440, max: 14 * 1440, noNaN: true });

for (const [name, revPerDay, eccentricity, allowedKm] of [
  ['near-earth', [6.5, 16.6], [0, 0.02], 1e-7],
  // Strong drag magnifies the rounding of both: 1.01e-7 km at B* -0.0085 and e 0.26, 13 days from the epoch.
  ['eccentric near-earth', [6.5, 14], [0.02, 0.4], 1e-6],
  ['deep-space', [0.05, 6.3], [0, 0.9], 1e-7],
  ['one-day resonant', [0.9, 1.1], [0, 0.8], 1e-7],
  ['half-day resonant', [1.98, 2.02], [0.5, 0.75], 1e-7],
] as const) {
  test(`any ${name} orbit is where satellite.js has it, within ${allowedKm} km, and fails where it fails`, (t) => {
    let worst = 0;
    let placed = 0;
    fc.assert(
      fc.property(
        elementsBetween(revPerDay, eccentricity),
        fc.tuple(twoWeeks, twoWeeks, twoWeeks),
        (elements, times) => {
          init(record, elements);
          const twin = twinOf(elements);
          for (const tsinceMin of times) {
            const km = distance(twin, tsinceMin);
            if (km === undefined) continue;
            if (!(km <= allowedKm)) throw new Error(`${km} km at ${tsinceMin} min`);
            worst = Math.max(worst, km);
            placed++;
          }
        },
      ),
      { numRuns: 1000, examples: [[someElements(revPerDay, eccentricity), [0, 1, 1440]]] },
    );
    t.log(`${placed} positions, worst ${worst.toExponential(1)} km`);
    t.true(placed >= 3, `only ${placed} of 3000 were positions`);
  });
}

test('every satellite of the real catalogue is where satellite.js has it, over a week', (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (path === undefined) return;
  const rows = parse<Record<string, string>>(readFileSync(path), { columns: true });
  const startUs = Date.UTC(2026, 6, 10) * 1000;
  const instants = Array.from({ length: 8 }, (_, day) => startUs + day * 86_400_000_000);
  const worst = { near: 0, deep: 0 };
  const failing = new Set<string>();
  let disagreements = 0;
  for (const row of rows) {
    const value = (column: string): number => Number(row[column]);
    const elements: MeanElements = {
      // To the millisecond that satellite.js reads.
      epochUs: Date.parse(`${row['EPOCH']?.slice(0, 23)}Z`) * 1000,
      meanMotionRevPerDay: value('MEAN_MOTION'),
      eccentricity: value('ECCENTRICITY'),
      inclinationDeg: value('INCLINATION'),
      raanDeg: value('RA_OF_ASC_NODE'),
      argPerigeeDeg: value('ARG_OF_PERICENTER'),
      meanAnomalyDeg: value('MEAN_ANOMALY'),
      bstar: value('BSTAR'),
    };
    init(record, elements);
    const twin = twinOf(elements);
    const kind = elements.meanMotionRevPerDay > 6.4 ? 'near' : 'deep';
    for (const tUs of instants) {
      const km = distance(twin, (tUs - elements.epochUs) / 6e7);
      if (km === Infinity) disagreements++;
      else if (km === undefined) failing.add(row['NORAD_CAT_ID'] ?? '');
      else worst[kind] = Math.max(worst[kind], km);
    }
  }
  t.log(`${rows.length} satellites, ${failing.size} fail at one of the 8 instants, ${disagreements} disagreements`);
  t.log(`worst near-earth ${worst.near.toExponential(1)} km, deep-space ${worst.deep.toExponential(1)} km`);
  t.is(disagreements, 0);
  t.true(worst.near <= 1e-7 && worst.deep <= 1e-7);
});
