import type { Knex } from 'knex';
import { satelliteBands } from '../../catalogue/bands.js';
import { type Constellation, constellationOf } from '../../catalogue/constellations.js';
import { encodeRanges, type ImportedDownlink, satelliteRanges } from '../../catalogue/frequencies/ranges.js';
import { inTurns } from '../../core/inTurns.js';
import type { Pieces } from '../../core/pieces.js';
import { type FreezeCandidate, freezeCandidates } from '../../db/catalogue/elsets.js';
import { catalogueStatus } from '../../db/catalogue/satellites.js';
import { downlinksByNumber } from '../../db/catalogue/transmitters.js';
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
 * Freezes the catalogue for a window: per satellite the elset nearest the start, its bands, its minimum elevation and its
 * frequencies.
 *
 * @throws UserError where no satellite would be in the window
 */
export async function freezeCatalogue(trx: Knex.Transaction, options: WindowOptions): Promise<FrozenCatalogue> {
  const startUs = options.start.getTime() * 1000;
  const { candidates, tooOld } = await freezeCandidates(trx, startUs, ELSET_MAX_AGE_DAYS * DAY_US);
  if (candidates.length === 0) throw await nothingToFreeze(trx, options.start);
  const downlinks = await downlinksByNumber(trx);
  const satellites = await inTurns(freezing(options, candidates, downlinks));
  const leftOut = {
    elset_more_than_14_days_away: tooOld,
    no_known_downlink: satellites.filter(({ bands }) => bands === 0).length,
  };
  return { satellites, leftOut };
}

/** Satellites between two pauses: a millisecond of work at most. */
const PIECE_SATELLITES = 250;

function* freezing(
  { minElevationDeg, uniformElevation }: WindowOptions,
  candidates: readonly FreezeCandidate[],
  downlinks: ReadonlyMap<number, readonly ImportedDownlink[]>,
): Pieces<NewWindowSatellite[]> {
  const satellites: NewWindowSatellite[] = [];
  /** What satellites that the table alone tells of have in common. */
  const ofTable = new Map<Constellation | undefined, Emission>();
  for (const { noradNumber, elsetId, name } of candidates) {
    const imported = downlinks.get(noradNumber);
    const row = constellationOf(name);
    const emission = (imported === undefined ? ofTable.get(row) : undefined) ?? emissionOf(imported ?? [], row);
    if (imported === undefined) ofTable.set(row, emission);
    const mask = uniformElevation ? 0 : emission.minElevationDeg;
    satellites.push({
      noradNumber,
      elsetId,
      bands: emission.bands,
      minElevationDeg: Math.max(minElevationDeg, mask),
      downlinks: emission.downlinks,
    });
    if (satellites.length % PIECE_SATELLITES === 0) yield;
  }
  return satellites;
}

interface Emission {
  bands: number;
  /** Elevation, in degrees, below which nothing is sent; 0 where nothing is known. */
  minElevationDeg: number;
  /** Frequencies as a window stores them. */
  downlinks: string;
}

function emissionOf(imported: readonly ImportedDownlink[], row: Constellation | undefined): Emission {
  const { mask, minElevationDeg } = satelliteBands(imported, row);
  const { ranges } = satelliteRanges(imported, row, mask);
  return { bands: mask, minElevationDeg: minElevationDeg ?? 0, downlinks: encodeRanges(ranges) };
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
