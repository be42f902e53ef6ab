import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { silentShares } from '../../catalogue/describe.js';
import type { OwnedCore } from '../../core/instance.js';
import { packSatellites } from '../../db/analysis/frozenSatellites.js';
import { publishedWindow } from '../../db/analysis/windows.js';
import { elsetsAsOf, elsetsNearest } from '../../db/catalogue/elsetHistory.js';
import { withoutPatience } from '../../db/connection/patience.js';
import { WindowGone } from '../../errors.js';
import { type LoadedWindow, loadFrozen } from '../../memory/loadedWindow.js';
import type { PastDay } from '../../memory/loadedWindows.js';
import { DAY_MS, EPOCH_MS } from '../../spec.js';
import { freezeNearest } from './freeze.js';

/**
 * Makes the window of a UTC day from kept element sets, and loads it into the core's memory; it is never stored. Per
 * satellite it takes the set nearest to noon or, as of a time, the newest that was imported by then, within 14 days of
 * noon; a fresh supplemental set comes first (`preferFitted`). Transmitters are today's, as only element sets have a
 * history; nside and minimum elevation are those of the published window `like`. Undefined if no satellite has a set.
 *
 * @throws UserError if the window does not fit into memory; WindowGone if `like` is gone
 */
export function loadDayWindow(
  knex: Knex,
  core: OwnedCore,
  id: number,
  day: PastDay,
): Promise<LoadedWindow | undefined> {
  return withoutPatience(async () => {
    const { startMs, asOfMs, like, revision } = day;
    const published = await publishedWindow(knex, like);
    if (published === undefined) throw new WindowGone(`Analysis window ${like} has been replaced by a newer one`, 1);
    const { nside, minElevationDeg, uniformElevation } = published;
    const noon = new Date(startMs + DAY_MS / 2);
    const elsets = await (asOfMs === undefined
      ? elsetsNearest(knex, noon.getTime() * 1000)
      : elsetsAsOf(knex, { asOfMs }));
    const { satellites, leftOut } = await freezeNearest(knex, elsets, noon, { minElevationDeg, uniformElevation });
    if (satellites.length === 0) return undefined;
    const frozenAt = new Date();
    const packed = await packSatellites(satellites);
    const grid = { startUs: startMs * 1000, epochCount: DAY_MS / EPOCH_MS, nside, minElevationDeg };
    const window = await loadFrozen(knex, core, { id, identity: '', ...grid }, satellites);
    // Other sets make another window: the identity is a digest of all that the answers depend on.
    const identity = createHash('sha256')
      .update(JSON.stringify([grid, window.satellites.map(({ name }) => name)]))
      .update(packed)
      .digest('base64url');
    const byNumber = new Map(satellites.map((one) => [one.noradNumber, one]));
    let silentShare: ReturnType<typeof silentShares> | undefined;
    const origin = {
      frozenAt,
      catalogueRevision: revision,
      minElevationDeg,
      uniformElevation,
      satelliteCount: satellites.length,
      leftOut,
      failingSatellites: null,
    };
    return {
      ...window,
      identity,
      provenance: (norad: number) => {
        const found = byNumber.get(norad);
        if (found === undefined) return undefined;
        const { bands, minElevationDeg: ownDeg, bundled, elements } = found;
        silentShare ??= silentShares(satellites);
        return {
          ...origin,
          silentShare,
          satellite: { bands, minElevationDeg: ownDeg, elsetEpochUs: elements.epochUs, bundled },
        };
      },
    };
  });
}
