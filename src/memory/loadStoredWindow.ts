import type { Knex } from 'knex';
import type { OwnedCore } from '../core/instance.js';
import { inTurns } from '../core/inTurns.js';
import { type AnalysisWindowRecord, loadWindowSatellites } from '../db/analysis/windows.js';
import { UserError } from '../errors.js';
import { type LoadedWindow, loadingWindow } from './loadedWindow.js';
import { loadDownlinks } from './windowDownlinks.js';

/**
 * Loads a window and the satellites that it froze from the database into the core's memory, in pieces of some milliseconds
 * each: this thread answers everybody.
 */
export async function loadStoredWindow(
  knex: Knex,
  core: OwnedCore,
  record: AnalysisWindowRecord,
): Promise<LoadedWindow> {
  const { id, identity, startUs, epochCount, nside, minElevationDeg } = record;
  const header = { id, identity, startUs, epochCount, nside, minElevationDeg };
  const satellites = await loadWindowSatellites(knex, id);
  if (satellites.length < record.satelliteCount) throw new UserError(`window ${id} was deleted while it was loaded`);
  const downlinks = await loadDownlinks(knex, id, satellites);
  const frozen = satellites.map((satellite) => ({
    ...satellite,
    downlinks: downlinks.get(satellite.noradNumber) ?? [],
  }));
  return inTurns(loadingWindow(core, header, frozen));
}
