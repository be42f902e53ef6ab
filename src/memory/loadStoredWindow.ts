import type { Knex } from 'knex';
import { decodeRanges, type DownlinkRange } from '../catalogue/frequencies/ranges.js';
import type { OwnedCore } from '../core/instance.js';
import { inTurns } from '../core/inTurns.js';
import { loadSatellites } from '../db/analysis/frozenSatellites.js';
import type { AnalysisWindowRecord } from '../db/analysis/windows.js';
import { UserError } from '../errors.js';
import { type LoadedWindow, loadingWindow } from './loadedWindow.js';

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
  const stored = await loadSatellites(knex, id);
  if (stored === undefined) throw new UserError(`window ${id} was deleted while it was loaded`);
  const lists = new Map<string, DownlinkRange[]>();
  const satellites = stored.map((satellite) => {
    const downlinks = lists.get(satellite.downlinks) ?? decodeRanges(satellite.downlinks);
    lists.set(satellite.downlinks, downlinks);
    return { ...satellite, downlinks };
  });
  return inTurns(loadingWindow(core, header, satellites));
}
