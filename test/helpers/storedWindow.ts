import type { Knex } from 'knex';
import type { OwnedCore } from '../../src/core/instance.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { track } from '../../src/db/analysis/tracked.js';
import { insertWindow, publishedWindow, publishWindow } from '../../src/db/analysis/windows.js';
import { type FrozenSatellite, type LoadedWindow, loadStoredWindow } from '../../src/memory/loadedWindow.js';
import { elset, frozen, WINDOW } from '../db/fixtures.js';
import { START_US } from './sky.js';

/** A published window of these satellites in the database, from START_US on; its id. */
async function insertTestWindow(
  knex: Knex,
  satellites: readonly FrozenSatellite[],
  { epochCount, nside }: { epochCount: number; nside: number },
): Promise<number> {
  const elsets = satellites.map(({ noradNumber, elements }) =>
    elset({ ...elements, noradNumber, name: `SATELLITE ${noradNumber}` }),
  );
  await upsertCatalogue(knex, elsets, { bundled: false });
  const stored = satellites
    .map((satellite) => frozen({ ...satellite, downlinks: '[]' }))
    .toSorted((a, b) => a.noradNumber - b.noradNumber);
  return knex.transaction(async (trx) => {
    const id = await insertWindow(trx, { ...WINDOW, startUs: START_US, epochCount, nside }, stored);
    await publishWindow(trx, id);
    return id;
  });
}

/** Opens a window in the database and loads it into the core's memory. */
export async function storedWindow(
  knex: Knex,
  core: OwnedCore,
  satellites: readonly FrozenSatellite[],
  shape: { epochCount: number; nside: number },
): Promise<LoadedWindow> {
  const record = await publishedWindow(knex, await insertTestWindow(knex, satellites, shape));
  if (record === undefined) throw new Error('the window is not there');
  return loadStoredWindow(knex, core, record);
}

/** An account that tracks these satellites and has a station at each of these places; its id. */
export async function trackingAccount(
  knex: Knex,
  norads: readonly number[],
  places: readonly (readonly [latDeg: number, lonDeg: number])[],
): Promise<number> {
  const person = { email: 'ada@example.org', passwordHash: 'hash', firstName: 'Ada', lastName: 'L' };
  const { accountId } = await createAccount(knex, { ...person, plan: 'enterprise' });
  for (const norad of norads) await track(knex, accountId, norad, null);
  for (const [latitudeDeg, longitudeDeg] of places) {
    await insertStation(knex, { accountId, name: `${latitudeDeg}, ${longitudeDeg}`, latitudeDeg, longitudeDeg });
  }
  return accountId;
}
