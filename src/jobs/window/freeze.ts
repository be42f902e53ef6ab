import type { Knex } from 'knex';
import { type Downlink, satelliteBands } from '../../catalogue/bands.js';
import { constellationOf } from '../../catalogue/constellations.js';
import { freezeCandidates } from '../../db/catalogue/elsets.js';
import { catalogueStatus } from '../../db/catalogue/satellites.js';
import { listTransmitters } from '../../db/catalogue/transmitters.js';
import type { NewWindowSatellite } from '../../db/analysis/windows.js';
import { UserError } from '../../errors.js';
import { ELSET_MAX_AGE_DAYS } from '../../spec.js';
import { isoDay, type WindowOptions } from './windowOptions.js';

/** Satellites of the catalogue that a window holds. */
export interface FrozenCatalogue {
  /** Satellites of the window, ascending by catalogue number. */
  satellites: NewWindowSatellite[];
  /** Numbers of satellites that are missing, or have no known downlink, by reason. */
  leftOut: Readonly<Record<string, number>>;
}

const DAY_US = 86_400e6;

/**
 * Freezes the catalogue for a window: per satellite the elset nearest the start, its bands and its minimum elevation.
 *
 * @throws UserError where no satellite would be in the window
 */
export async function freezeCatalogue(trx: Knex.Transaction, options: WindowOptions): Promise<FrozenCatalogue> {
  const startUs = options.start.getTime() * 1000;
  const { candidates, tooOld } = await freezeCandidates(trx, startUs, ELSET_MAX_AGE_DAYS * DAY_US);
  if (candidates.length === 0) throw await nothingToFreeze(trx, options.start);
  const downlinks = await downlinksByNumber(trx);
  const satellites = candidates.map(({ noradNumber, elsetId, name }): NewWindowSatellite => {
    const bands = satelliteBands(downlinks.get(noradNumber) ?? [], constellationOf(name));
    const mask = options.uniformElevation ? 0 : (bands.minElevationDeg ?? 0);
    return { noradNumber, elsetId, bands: bands.mask, minElevationDeg: Math.max(options.minElevationDeg, mask) };
  });
  const leftOut = {
    elset_more_than_14_days_away: tooOld,
    no_known_downlink: satellites.filter(({ bands }) => bands === 0).length,
  };
  return { satellites, leftOut };
}

async function nothingToFreeze(knex: Knex, start: Date): Promise<UserError> {
  const { oldestEpochUs, newestEpochUs } = await catalogueStatus(knex);
  if (oldestEpochUs === null || newestEpochUs === null) {
    return new UserError('the catalogue is empty: import one with `sidelobe catalogue import FILE|URL`');
  }
  const range = `${isoDay(oldestEpochUs / 1000)} to ${isoDay(newestEpochUs / 1000)}`;
  return new UserError(
    `start ${start.toISOString()}: no element set lies within ${ELSET_MAX_AGE_DAYS} days of it; the catalogue holds ${range}`,
  );
}

async function downlinksByNumber(knex: Knex): Promise<Map<number, Downlink[]>> {
  const byNumber = new Map<number, Downlink[]>();
  for (const row of await listTransmitters(knex)) {
    const downlink = {
      lowHz: row.downlinkLowHz,
      highHz: row.downlinkHighHz,
      minElevationDeg: row.minElevationDeg,
      source: row.source,
    };
    const known = byNumber.get(row.noradNumber);
    if (known === undefined) byNumber.set(row.noradNumber, [downlink]);
    else known.push(downlink);
  }
  return byNumber;
}
