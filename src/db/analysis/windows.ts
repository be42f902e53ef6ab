import type { Knex } from 'knex';
import { silentShares } from '../../catalogue/describe.js';
import { EPOCH_MS } from '../../spec.js';
import { BULK_STATEMENT, insertRow, numericArray } from '../connection/statements.js';
import { type FrozenSatellite, packSatellites, PART_BYTES } from './frozenSatellites.js';

export interface NewWindow {
  /** Start, a whole UTC minute, in microseconds since 1970. */
  startUs: number;
  epochCount: number;
  nside: number;
  minElevationDeg: number;
  /** Whether the emitters' own minimum elevations do not count. */
  uniformElevation: boolean;
  catalogueRevision: number;
  /** How many satellites are missing, or have no known downlink, by reason. */
  leftOut: Readonly<Record<string, number>>;
}

export interface AnalysisWindowRecord extends NewWindow {
  id: number;
  /** Random UUID, made when the window is opened. No other window has it, not even in another database. */
  identity: string;
  satelliteCount: number;
  /** Satellites that fail; null until every satellite has been tried over the whole window. */
  propagationFailures: readonly PropagationFailure[] | null;
  createdAt: Date;
  publishedAt: Date | null;
}

/** Satellite that covers nothing at some epochs of the window, because SGP4 fails there or puts it below 90 km. */
export interface PropagationFailure {
  noradNumber: number;
  /** Number of epochs that fail. */
  epochs: number;
  /** First epoch that fails, zero-based. */
  firstEpoch: number;
}

/**
 * Inserts a window, not published yet, with its satellites, ascending by catalogue number; returns its id.
 *
 * @param packed the satellites as `packSatellites` packs them, if they are packed already
 */
export async function insertWindow(
  trx: Knex.Transaction,
  window: NewWindow,
  satellites: readonly FrozenSatellite[],
  packed?: Buffer,
): Promise<number> {
  await insertParts(trx, packed ?? (await packSatellites(satellites)));
  const id = await insertRow(trx, 'windows', {
    ...window,
    leftOut: JSON.stringify(window.leftOut),
    satelliteCount: satellites.length,
    silentShare: JSON.stringify(silentShares(satellites)),
    noradNumbers: numericArray(satellites, ({ noradNumber }) => noradNumber),
    satellites: trx.raw(`(select string_agg(part, '' order by place) from packed_parts)`),
  });
  await trx.raw('drop table packed_parts');
  return id;
}

/** Puts bytes into a temporary table, in parts: the driver would hold up this thread with one long message. */
async function insertParts(trx: Knex.Transaction, packed: Buffer): Promise<void> {
  await trx.raw('create temporary table packed_parts (place int, part bytea) on commit drop');
  for (let at = 0; at < packed.length; at += PART_BYTES) {
    await trx.raw('insert into packed_parts values (?, ?)', [at, packed.subarray(at, at + PART_BYTES)]);
  }
}

/** Publishes a window: from now on it may answer. Publishing again changes nothing. */
export async function publishWindow(db: Knex, id: number): Promise<void> {
  // now() is the start of the transaction; a transaction that waited for another one must publish later than it.
  await db('windows')
    .where({ id, published_at: null })
    .update({ published_at: db.raw('clock_timestamp()') });
}

/** Lists the windows that were published last, the newest first. */
export async function newestPublishedWindows(db: Knex, limit: number): Promise<AnalysisWindowRecord[]> {
  return db('windows')
    .whereNotNull('published_at')
    .orderBy([
      { column: 'published_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
    .select<AnalysisWindowRecord[]>(db.raw(COLUMNS));
}

/** Finds the window that was published last. */
export async function newestPublishedWindow(db: Knex): Promise<AnalysisWindowRecord | undefined> {
  return (await newestPublishedWindows(db, 1))[0];
}

/** Deletes the published windows that have ended by `nowUs`, except `keptIds`, with all rows that belong to them. */
export async function deleteEndedWindows(db: Knex, nowUs: number, keptIds: readonly number[]): Promise<void> {
  await db('windows')
    .whereNotNull('published_at')
    .whereNotIn('id', [...keptIds])
    .whereRaw('start_us + epoch_count * cast(? as bigint) <= ?', [EPOCH_MS * 1000, nowUs])
    .options(BULK_STATEMENT)
    .delete();
}

/** Finds a published window by its id. */
export async function publishedWindow(db: Knex, id: number): Promise<AnalysisWindowRecord | undefined> {
  return db('windows')
    .where({ id })
    .whereNotNull('published_at')
    .first<AnalysisWindowRecord | undefined>(db.raw(COLUMNS));
}

/** Properties by which a window is found. */
export type WindowKey = Pick<
  NewWindow,
  'startUs' | 'nside' | 'minElevationDeg' | 'uniformElevation' | 'catalogueRevision'
>;

/** Finds the published window of a key; if there are several, the newest. */
export async function findWindow(db: Knex, key: WindowKey): Promise<AnalysisWindowRecord | undefined> {
  return db('windows')
    .whereNotNull('published_at')
    .where({
      start_us: key.startUs,
      nside: key.nside,
      min_elevation_deg: key.minElevationDeg,
      uniform_elevation: key.uniformElevation,
      catalogue_revision: key.catalogueRevision,
    })
    .orderBy('id', 'desc')
    .first<AnalysisWindowRecord | undefined>(db.raw(COLUMNS));
}

/** Lists all windows, published or not, the newest first. */
export async function listWindows(db: Knex): Promise<AnalysisWindowRecord[]> {
  return db('windows').orderBy('id', 'desc').select<AnalysisWindowRecord[]>(db.raw(COLUMNS));
}

/** Records that a newer catalogue revision would give the same window: sets the window's revision to it. */
export async function setCatalogueRevision(db: Knex, windowId: number, revision: number): Promise<void> {
  await db('windows').where({ id: windowId }).update({ catalogue_revision: revision });
}

/** Records which satellites fail within a window; an empty list says that none does. */
export async function setPropagationFailures(
  db: Knex,
  windowId: number,
  failures: readonly PropagationFailure[],
): Promise<void> {
  await db('windows')
    .where({ id: windowId })
    .update({ propagation_failures: JSON.stringify(failures) });
}

const COLUMNS = `
  id, identity, start_us as "startUs", epoch_count as "epochCount", nside, min_elevation_deg as "minElevationDeg",
  uniform_elevation as "uniformElevation", catalogue_revision as "catalogueRevision",
  satellite_count as "satelliteCount", left_out as "leftOut", propagation_failures as "propagationFailures",
  created_at as "createdAt", published_at as "publishedAt"`;
