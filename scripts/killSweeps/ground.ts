import type { Knex } from 'knex';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { catalogueRevision } from '../../src/db/catalogue/imports.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { findMissing, insertSweep, type Sweep } from '../../src/db/analysis/sweeps.js';
import { track } from '../../src/db/analysis/tracked.js';
import { insertWindow, publishWindow } from '../../src/db/analysis/windows.js';
import { freezeCatalogue } from '../../src/jobs/window/freeze.js';

/** What the trials work on: a few satellites of the bundled catalogue, five of them tracked, and five stations. */

const START_US = Date.UTC(2026, 6, 10) * 1000;
const NSIDE = 32;
const MIN_ELEVATION_DEG = 10;
const EVERY = 25;
const TRACKED = ['ISS (ZARYA)', 'NAVSTAR', 'ASTRA', 'STARLINK', 'IRIDIUM'];
const STATIONS = [
  { latitudeDeg: 78.23, longitudeDeg: 15.39 },
  { latitudeDeg: 47.88, longitudeDeg: 11.08 },
  { latitudeDeg: -25.89, longitudeDeg: 27.69 },
  { latitudeDeg: -52.94, longitudeDeg: -70.86 },
  { latitudeDeg: 0, longitudeDeg: -78.5 },
];

/** Fills a new database with one of so many satellites. @throws Error where it holds somebody's windows */
export async function prepareGround(knex: Knex, every = EVERY): Promise<void> {
  await migrate(knex);
  if ((await knex('windows').first('id')) !== undefined) throw new Error('the database is in use: give an empty one');
  const elsets = someSatellites(every);
  await knex.transaction(async (trx) => {
    await upsertCatalogue(trx, elsets, { bundled: true });
    const person = { email: 'ada@example.org', passwordHash: '-', firstName: 'Ada', lastName: 'L' };
    const { accountId, userId } = await createAccount(trx, { ...person, plan: 'enterprise' });
    for (const prefix of TRACKED) {
      const satellite = elsets.find(({ name }) => name.startsWith(prefix));
      if (satellite !== undefined) await track(trx, accountId, satellite.noradNumber, userId);
    }
    for (const [i, place] of STATIONS.entries()) {
      await insertStation(trx, { accountId, name: `station ${i}`, ...place, elevationMeters: 0 });
    }
  });
}

/** Every so many, and the first of each constellation that is tracked. */
function someSatellites(every: number): Elset[] {
  const all = bundledCatalogue(START_US);
  const tracked = new Set(TRACKED.map((prefix) => all.findIndex(({ name }) => name.startsWith(prefix))));
  return all.filter((_, i) => i % every === 0 || tracked.has(i));
}

/** A window over these satellites, published. */
export async function openSmallWindow(knex: Knex, epochCount: number): Promise<number> {
  return knex.transaction(async (trx) => {
    const options = { nside: NSIDE, minElevationDeg: MIN_ELEVATION_DEG, uniformElevation: false };
    const { satellites } = await freezeCatalogue(trx, { start: new Date(START_US / 1000), ...options });
    const id = await insertWindow(
      trx,
      {
        startUs: START_US,
        epochCount,
        ...options,
        catalogueRevision: await catalogueRevision(trx),
        leftOut: {},
      },
      satellites,
    );
    await publishWindow(trx, id);
    return id;
  });
}

/** Begins a sweep of these cells in many small blocks and parts, so that there are many moments to be killed at. */
export async function beginSmallSteps(
  knex: Knex,
  windowId: number,
  ipix: readonly number[],
  blockEpochs: number,
): Promise<Sweep> {
  return knex.transaction(async (trx) => {
    const { noradNumbers } = await findMissing(trx, windowId);
    return insertSweep(trx, { windowId, noradNumbers, ipix, blockEpochs, partCells: 2, partRows: 2 });
  });
}
