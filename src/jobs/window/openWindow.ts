import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { type Downlink, satelliteBands } from '../../catalogue/bands.js';
import { constellationOf } from '../../catalogue/constellations.js';
import { freezeCandidates } from '../../db/catalogue/elsets.js';
import { catalogueRevision, lockCatalogue } from '../../db/catalogue/imports.js';
import { catalogueStatus } from '../../db/catalogue/satellites.js';
import { listTransmitters } from '../../db/catalogue/transmitters.js';
import {
  type AnalysisWindowRecord,
  frozenSatellites,
  insertWindow,
  newestPublishedWindow,
  type NewWindowSatellite,
  publishWindow,
  setCatalogueRevision,
} from '../../db/analysis/windows.js';
import { UserError } from '../../errors.js';
import { ELSET_MAX_AGE_DAYS, EPOCH_MS, MIN_ELEVATION_RANGE_DEG, WINDOW_EPOCHS, WINDOW_NSIDES } from '../../spec.js';

export interface WindowOptions {
  /** A whole UTC minute. */
  start: Date;
  nside: number;
  minElevationDeg: number;
  /** Leaves the emitters' own elevation masks out. */
  uniformElevation: boolean;
}

export interface OpenedWindow {
  id: number;
  satellites: number;
  /** Distinct band sets with a known downlink. */
  emitterGroups: number;
  leftOut: Readonly<Record<string, number>>;
}

/** Elsets are dated from Sputnik on, and TLE years end with 2056. */
const FIRST_START = Date.UTC(1957, 9, 4);
const LAST_START = Date.UTC(2056, 11, 31);
const DAY_US = 86_400e6;

/**
 * Freezes the catalogue for a window and publishes it: per satellite the elset nearest the start, its bands and its
 * minimum elevation. A UserError when the options are out of range or no satellite would be in it.
 */
export async function openWindow(knex: Knex, options: WindowOptions): Promise<OpenedWindow> {
  checkOptions(options);
  return knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    return open(trx, options, await freeze(trx, options));
  });
}

/**
 * `openWindow`, unless the newest window has these options and would be the same: then it takes the revision of the
 * catalogue over, and undefined is returned. Most elsets that an import brings in the course of a day are further from
 * its start than those that are known.
 */
export async function openUnlessSame(knex: Knex, options: WindowOptions): Promise<OpenedWindow | undefined> {
  checkOptions(options);
  return knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    const frozen = await freeze(trx, options);
    const newest = await newestPublishedWindow(trx);
    if (newest === undefined || !hasOptions(newest, options)) return open(trx, options, frozen);
    const known = { satellites: await frozenSatellites(trx, newest.id), leftOut: newest.leftOut };
    if (!isDeepStrictEqual(known, frozen)) return open(trx, options, frozen);
    await setCatalogueRevision(trx, newest.id, await catalogueRevision(trx));
    return undefined;
  });
}

interface Frozen {
  /** By catalogue number. */
  satellites: NewWindowSatellite[];
  leftOut: Readonly<Record<string, number>>;
}

async function freeze(trx: Knex.Transaction, options: WindowOptions): Promise<Frozen> {
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

async function open(
  trx: Knex.Transaction,
  options: WindowOptions,
  { satellites, leftOut }: Frozen,
): Promise<OpenedWindow> {
  const id = await insertWindow(
    trx,
    {
      startUs: options.start.getTime() * 1000,
      epochCount: WINDOW_EPOCHS,
      nside: options.nside,
      minElevationDeg: options.minElevationDeg,
      uniformElevation: options.uniformElevation,
      catalogueRevision: await catalogueRevision(trx),
      leftOut,
    },
    satellites,
  );
  await publishWindow(trx, id);
  const groups = new Set(satellites.map(({ bands }) => bands));
  groups.delete(0);
  return { id, satellites: satellites.length, emitterGroups: groups.size, leftOut };
}

function hasOptions(window: AnalysisWindowRecord, options: WindowOptions): boolean {
  return (
    window.startUs === options.start.getTime() * 1000 &&
    window.nside === options.nside &&
    window.minElevationDeg === options.minElevationDeg &&
    window.uniformElevation === options.uniformElevation
  );
}

/** @throws UserError for options that are out of range */
export function checkOptions({ start, nside, minElevationDeg }: WindowOptions): void {
  const at = start.getTime();
  if (Number.isNaN(at)) throw new UserError('start: not a time; allowed: ISO 8601 with Z or an offset');
  if (at % EPOCH_MS !== 0) throw new UserError(`start ${start.toISOString()}: allowed: a whole UTC minute`);
  if (at < FIRST_START || at > LAST_START) {
    const range = `${day(FIRST_START)} to ${day(LAST_START)}`;
    throw new UserError(`start ${start.toISOString()}: allowed: ${range}, the years that element sets are dated in`);
  }
  if (!(WINDOW_NSIDES as readonly number[]).includes(nside)) {
    throw new UserError(`nside ${nside}: allowed: ${WINDOW_NSIDES.join(', ')}`);
  }
  const { low, below } = MIN_ELEVATION_RANGE_DEG;
  if (!(minElevationDeg >= low && minElevationDeg < below)) {
    throw new UserError(`minimum elevation ${minElevationDeg}: allowed: ${low} to below ${below} degrees`);
  }
}

async function nothingToFreeze(knex: Knex, start: Date): Promise<UserError> {
  const { oldestEpochUs, newestEpochUs } = await catalogueStatus(knex);
  if (oldestEpochUs === null || newestEpochUs === null) {
    return new UserError('the catalogue is empty: import one with `sidelobe catalogue import FILE|URL`');
  }
  const range = `${day(oldestEpochUs / 1000)} to ${day(newestEpochUs / 1000)}`;
  return new UserError(
    `start ${start.toISOString()}: no element set lies within ${ELSET_MAX_AGE_DAYS} days of it; the catalogue holds ${range}`,
  );
}

/** Imported downlinks as the band rules take them. */
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

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
