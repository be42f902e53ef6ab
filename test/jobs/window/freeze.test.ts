import test from 'ava';
import { readCatalogue, readTransmitters, windowSatellites } from '../../../src/catalogue/index.js';
import { bundledCatalogue } from '../../../src/catalogue/reference/bundled.js';
import { createCore } from '../../../src/core/index.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { createPool } from '../../../src/compute/pool.js';
import { loadSatellites } from '../../../src/db/analysis/frozenSatellites.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { upsertTransmitters } from '../../../src/db/catalogue/transmitters.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import { DAY_US, START_US } from '../../db/fixtures.js';
import { bench, epochCells } from '../../helpers/analysis.js';
import { withAnyDatabase } from '../../helpers/database.js';
import { newestWindow } from '../../helpers/storedWindow.js';
import { shared } from '../../helpers/programs.js';

const START = new Date(START_US / 1000);

test('from files to maps, an app that embeds the core gets the same results as the service', async (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  const heard = shared(t, 'data/transmitters/satnogs-transmitters-2026-08-08.json');
  const read = path === undefined ? bundledCatalogue(START_US) : (await readCatalogue(path)).elsets;
  const transmitters = heard === undefined ? [] : (await readTransmitters(heard)).transmitters;
  // Takes every fourth satellite. Some get an older element set as well; some have only one that is too old.
  const elsets = read
    .filter((_, i) => i % 4 === 0)
    .flatMap((one, i) => {
      const older = { ...one, epochUs: one.epochUs - (i % 2 === 0 ? 3 : 20) * DAY_US, raanDeg: 0 };
      return i % 50 === 0 ? [one, older] : i % 50 === 1 ? [older] : [one];
    });
  const joined = windowSatellites(elsets, { start: START, transmitters });
  t.true(joined.tooFar.length > 30);

  await withAnyDatabase(t, async ({ knex }) => {
    await upsertCatalogue(knex, elsets, { bundled: false });
    await upsertTransmitters(knex, transmitters);
    const options = { start: START, nside: 64, minElevationDeg: 10, uniformElevation: false };
    const { id, leftOut } = await openWindow(knex, options);
    t.deepEqual(leftOut, {
      elset_more_than_14_days_away: joined.tooFar.length,
      no_known_downlink: joined.silent.length,
    });
    const plain = (
      rows: readonly {
        noradNumber: number;
        bands: number;
        minElevationDeg: number;
        elements: { epochUs: number; raanDeg: number };
      }[],
    ): string[] =>
      rows.map(({ noradNumber, bands, minElevationDeg, elements: { epochUs, raanDeg } }) =>
        JSON.stringify([noradNumber, bands, minElevationDeg, epochUs, raanDeg]),
      );
    t.deepEqual(plain((await loadSatellites(knex, id)) ?? []), plain(joined.satellites));

    const core = await createOwnedCore(512);
    const pool = await createPool(core, 1);
    try {
      const parts = bench(core, pool);
      const window = await newestWindow(knex, core);
      parts.windows.publish(window);
      const embedded = (await createCore({ maxMegabytes: 512 })).openWindow({
        start: START,
        satellites: joined.satellites,
      });
      for (const satellite of [0, 1, 777, joined.satellites.length - 1]) {
        const norad = joined.satellites[satellite]?.noradNumber ?? 0;
        const { ipix, value } = await epochCells(parts.analysis, { window, norad, band: 'all', epoch: 4321 });
        const expected = new Uint16Array(12 * 64 * 64);
        ipix.forEach((cell, i) => (expected[cell] = value[i] as number));
        const found = embedded.occupancy(4321, { satellite });
        t.is(
          found.findIndex((count, cell) => count !== expected[cell]),
          -1,
        );
      }
    } finally {
      await pool.close();
    }
  });
});
