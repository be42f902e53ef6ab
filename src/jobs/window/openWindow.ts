import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { catalogueRevision, lockCatalogue } from '../../db/catalogue/imports.js';
import { isBundledInForce } from '../../db/catalogue/elsets.js';
import {
  type AnalysisWindowRecord,
  findWindow,
  insertWindow,
  newestPublishedWindow,
  publishWindow,
  setCatalogueRevision,
  type WindowKey,
} from '../../db/analysis/windows.js';
import { packSatellites, readPacked } from '../../db/analysis/frozenSatellites.js';
import { WINDOW_EPOCHS } from '../../spec.js';
import { loadBundledCatalogue } from '../import/importCatalogue.js';
import { freezeCatalogue, type FrozenCatalogue } from './freeze.js';
import { checkOptions, type WindowOptions } from './windowOptions.js';

export interface OpenedWindow {
  id: number;
  satellites: number;
  /** Number of emitter groups, without the group of silent satellites. */
  emitterGroups: number;
  /** How many satellites are missing, or have no known downlink, by reason. */
  leftOut: Readonly<Record<string, number>>;
}

/**
 * Freezes the catalogue for a window and publishes it.
 *
 * @throws UserError if the options are out of range or no satellite would be in it
 */
export async function openWindow(knex: Knex, options: WindowOptions): Promise<OpenedWindow> {
  checkOptions(options);
  return knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    return open(trx, options, await freezeCatalogue(trx, options));
  });
}

/**
 * Opens a window, unless it would have the options, satellites and `leftOut` of the newest window. In that case that
 * window is marked with the current revision of the catalogue, and undefined is returned. This is common: most elsets
 * that arrive in the course of a day are further from the window's start than the window's elsets.
 *
 * @throws UserError if the options are out of range or no satellite would be in it
 */
export async function openUnlessSame(knex: Knex, options: WindowOptions): Promise<OpenedWindow | undefined> {
  checkOptions(options);
  return knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    const frozen = await freezeCatalogue(trx, options);
    const newest = await newestPublishedWindow(trx);
    if (newest === undefined || !isDeepStrictEqual({ ...newest, ...gridOf(options) }, newest)) {
      return open(trx, options, frozen);
    }
    const packed = await packSatellites(frozen.satellites);
    const isSame =
      isDeepStrictEqual(newest.leftOut, frozen.leftOut) && (await readPacked(trx, newest.id))?.equals(packed);
    if (isSame !== true) return open(trx, options, frozen, packed);
    await setCatalogueRevision(trx, newest.id, await catalogueRevision(trx));
    return undefined;
  });
}

/**
 * Finds the window with these options over the present catalogue, or opens it. If the catalogue is the bundled one, it
 * is dated anew first, at the window's start.
 *
 * @throws UserError if the options are out of range or no satellite would be in it
 */
export async function findOrOpen(knex: Knex, options: WindowOptions): Promise<AnalysisWindowRecord> {
  return knex.transaction(async (trx) => {
    await lockCatalogue(trx);
    await dateBundledCatalogue(trx, options.start);
    const wanted = { ...gridOf(options), catalogueRevision: await catalogueRevision(trx) };
    const existing = await findWindow(trx, wanted);
    if (existing !== undefined) return existing;
    await openUnlessSame(trx, options);
    const opened = await findWindow(trx, wanted);
    if (opened === undefined) throw new Error('the window that was just opened or renewed is not there');
    return opened;
  });
}

/**
 * Dates the elsets of the bundled catalogue anew, at a window's start; does nothing if another catalogue is in force.
 */
export async function dateBundledCatalogue(trx: Knex.Transaction, start: Date): Promise<void> {
  if (await isBundledInForce(trx)) await loadBundledCatalogue(trx, start.getTime() * 1000);
}

async function open(
  trx: Knex.Transaction,
  options: WindowOptions,
  { satellites, leftOut }: FrozenCatalogue,
  packed?: Buffer,
): Promise<OpenedWindow> {
  const grid = { ...gridOf(options), epochCount: WINDOW_EPOCHS };
  const window = { ...grid, catalogueRevision: await catalogueRevision(trx), leftOut };
  const id = await insertWindow(trx, window, satellites, packed);
  await publishWindow(trx, id);
  const groups = new Set(satellites.map(({ bands }) => bands));
  groups.delete(0);
  return { id, satellites: satellites.length, emitterGroups: groups.size, leftOut };
}

/** Returns the properties of a window that its options set. */
function gridOf({
  start,
  nside,
  minElevationDeg,
  uniformElevation,
}: WindowOptions): Omit<WindowKey, 'catalogueRevision'> {
  return { startUs: start.getTime() * 1000, nside, minElevationDeg, uniformElevation };
}
