import type { Knex } from 'knex';
import type { OwnedCore } from '../core/instance.js';
import { loadWindowSatellites } from '../db/windows.js';
import { type LoadedWindow, loadWindow, type WindowHeader } from './loadedWindow.js';

/** Loads a window and the satellites that it froze from the database into the core's memory. */
export async function loadStoredWindow(knex: Knex, core: OwnedCore, header: WindowHeader): Promise<LoadedWindow> {
  const { id, identity, startUs, epochCount, nside, minElevationDeg } = header;
  const satellites = await loadWindowSatellites(knex, id);
  return loadWindow(core, { id, identity, startUs, epochCount, nside, minElevationDeg }, satellites);
}
