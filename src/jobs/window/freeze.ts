import type { Knex } from 'knex';
import type { Constellation } from '../../catalogue/constellations.js';
import {
  downlinksByNumber,
  encodeRanges,
  type ImportedDownlink,
  satelliteRanges,
} from '../../catalogue/frequencies/ranges.js';
import { type CatalogueSatellite, joiningSatellites } from '../../catalogue/windowSatellites.js';
import { inTurns, type Pieces } from '../../core/pieces.js';
import { type DatedElsetRow, elsetsAround } from '../../db/catalogue/elsets.js';
import { catalogueStatus } from '../../db/catalogue/satellites.js';
import { listTransmitters } from '../../db/catalogue/transmitters.js';
import type { FrozenSatellite } from '../../db/analysis/frozenSatellites.js';
import { UserError } from '../../errors.js';
import { ELSET_MAX_AGE_DAYS } from '../../spec.js';
import { isoDay, type WindowOptions } from './windowOptions.js';

/** Satellites of the catalogue that a window holds. */
export interface FrozenCatalogue {
  /** Satellites of the window, ascending by catalogue number. */
  satellites: FrozenSatellite[];
  /** How many satellites are missing, or have no known downlink, by reason. */
  leftOut: Readonly<Record<string, number>>;
}

/**
 * Freezes the catalogue for a window: per satellite a fresh supplemental elset or the one nearest the start, its bands,
 * its minimum elevation and its frequencies.
 *
 * @throws UserError if no satellite would be in the window
 */
export async function freezeCatalogue(trx: Knex.Transaction, options: WindowOptions): Promise<FrozenCatalogue> {
  const { start, ...rules } = options;
  const frozen = await freezeNearest(trx, await elsetsAround(trx, start.getTime() * 1000), start, rules);
  if (frozen.satellites.length === 0) throw await nothingToFreeze(trx, start);
  return frozen;
}

/** Freezes the satellites of some elsets: each with its elset nearest to `time`, and by the transmitters stored now. */
export async function freezeNearest(
  db: Knex,
  elsets: readonly DatedElsetRow[],
  time: Date,
  rules: Pick<WindowOptions, 'minElevationDeg' | 'uniformElevation'>,
): Promise<FrozenCatalogue> {
  const downlinks = downlinksByNumber(await listTransmitters(db));
  const joined = await inTurns(joiningSatellites(elsets, downlinks, { ...rules, startUs: time.getTime() * 1000 }));
  const leftOut = {
    elset_more_than_14_days_away: joined.tooFar.length,
    no_known_downlink: joined.silent.length,
  };
  return { satellites: await inTurns(freezing(joined.satellites, downlinks)), leftOut };
}

/** Satellites frozen between two pauses, in which other work of the thread gets its turn: a millisecond at most. */
const PIECE_SATELLITES = 250;

/** Adds frequencies to satellites, as a window stores them. */
function* freezing(
  joined: readonly CatalogueSatellite<DatedElsetRow>[],
  downlinks: ReadonlyMap<number, readonly ImportedDownlink[]>,
): Pieces<FrozenSatellite[]> {
  const satellites: FrozenSatellite[] = [];
  /**
   * Frequencies of satellites without imported transmitters, by constellation: the built-in table has a row for each.
   */
  const ofTable = new Map<Constellation | undefined, string>();
  for (const { noradNumber, elements, bands, minElevationDeg, constellation } of joined) {
    const imported = downlinks.get(noradNumber);
    const known = imported === undefined ? ofTable.get(constellation) : undefined;
    const frequencies = known ?? encodeRanges(satelliteRanges(imported ?? [], constellation, bands).ranges);
    if (imported === undefined) ofTable.set(constellation, frequencies);
    const { bundled } = elements;
    satellites.push({ noradNumber, elements, bundled, bands, minElevationDeg, downlinks: frequencies });
    if (satellites.length % PIECE_SATELLITES === 0) yield;
  }
  return satellites;
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
