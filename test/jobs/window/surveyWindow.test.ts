import test from 'ava';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { listWindows } from '../../../src/db/analysis/windows.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import { surveyWindow } from '../../../src/jobs/window/surveyWindow.js';
import { createSlots } from '../../../src/memory/slots.js';
import { newestWindow } from '../../helpers/storedWindow.js';
import { anyDatabaseTest, elset, START_US } from '../../db/fixtures.js';

const core = await createOwnedCore(256);
const pool = await createPool(core, 1);
test.after.always(() => pool.close());

/** Number of satellites; one task of the survey takes fewer. */
const SATELLITES = 700;
/** Elements of a satellite that decays within days: a period of 86.5 minutes, and much drag. */
const DECAYING = { meanMotionRevPerDay: 16.65, eccentricity: 0.001, bstar: 0.01 };

anyDatabaseTest(
  'a survey notes which satellites fail, from when and for how long, and gives back what it held',
  async (t, { knex }) => {
    const satellites = Array.from({ length: SATELLITES }, (_, i) => elset({ noradNumber: i + 1, raanDeg: i / 2 }));
    const decaying = [3, SATELLITES - 3].map((noradNumber) => elset({ noradNumber, ...DECAYING }));
    const numbers = new Set(decaying.map(({ noradNumber }) => noradNumber));
    const sound = satellites.filter(({ noradNumber }) => !numbers.has(noradNumber));
    await upsertCatalogue(knex, [...sound, ...decaying], { bundled: false });
    const options = { start: new Date(START_US / 1000), nside: 64, minElevationDeg: 10, uniformElevation: false };
    await openWindow(knex, options);

    const slots = createSlots(core, 1);
    const window = await newestWindow(knex, core);
    const failures = await surveyWindow({ knex, pool, slots }, window);

    t.deepEqual(
      failures.map(({ noradNumber }) => noradNumber).toSorted((a, b) => a - b),
      [3, SATELLITES - 3],
    );
    for (const { firstEpoch, epochs } of failures) {
      t.true(firstEpoch > 0);
      // A satellite that has decayed fails at all later epochs.
      t.is(epochs, window.epochCount - firstEpoch);
    }
    t.deepEqual((await listWindows(knex))[0]?.propagationFailures, failures);
    t.is(slots.free, 1);
    window.unload();
  },
);
