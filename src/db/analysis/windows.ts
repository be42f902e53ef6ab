import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { MeanElements } from '../../core/elements.js';
import { EPOCH_MS } from '../../spec.js';
import { chunks, numericArray } from '../connection/arrays.js';
import { BULK_STATEMENT } from '../connection/driver.js';
import { insertRow } from '../connection/insert.js';

export interface NewWindow {
  /** Start, a whole UTC minute, in microseconds since 1970. */
  startUs: number;
  epochCount: number;
  nside: number;
  minElevationDeg: number;
  uniformElevation: boolean;
  catalogueRevision: number;
  /** Numbers of satellites that were left out, by reason. */
  leftOut: Readonly<Record<string, number>>;
}

export interface AnalysisWindowRecord extends NewWindow {
  id: number;
  /** Random UUID, made when the window is opened: no other window has it, in no database. */
  identity: string;
  satelliteCount: number;
  /** Satellites that fail; null until every satellite has been propagated over the window. */
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

/** Satellite of a window that is being opened. */
export interface NewWindowSatellite {
  noradNumber: number;
  elsetId: number;
  /** Mask of its downlink bands, bit k for entry k of `BANDS`. */
  bands: number;
  minElevationDeg: number;
  /** Its frequencies as `encodeRanges` writes them; null or absent where none are frozen. */
  downlinks?: string | null;
}

interface FrozenWindowSatellite extends Omit<NewWindowSatellite, 'elsetId' | 'downlinks'> {
  elements: MeanElements;
}

const CHUNK_ROWS = 4_000;

/** Inserts a window, not published yet, with all its satellites; returns its id. */
export async function insertWindow(
  trx: Knex.Transaction,
  window: NewWindow,
  satellites: readonly NewWindowSatellite[],
): Promise<number> {
  const windowId = await insertRow(trx, 'windows', {
    start_us: window.startUs,
    epoch_count: window.epochCount,
    nside: window.nside,
    min_elevation_deg: window.minElevationDeg,
    uniform_elevation: window.uniformElevation,
    catalogue_revision: window.catalogueRevision,
    satellite_count: satellites.length,
    left_out: JSON.stringify(window.leftOut),
  });
  for (const chunk of chunks(satellites, CHUNK_ROWS)) {
    await trx
      .raw(
        `insert into window_satellites (window_id, norad_number, elset_id, band_mask, min_elevation_deg, downlinks)
         select cast(? as bigint), * from unnest(?::bigint[], ?::bigint[], ?::int[], ?::float8[], ?::jsonb[])`,
        [
          windowId,
          numericArray(chunk, (satellite) => satellite.noradNumber),
          numericArray(chunk, (satellite) => satellite.elsetId),
          numericArray(chunk, (satellite) => satellite.bands),
          numericArray(chunk, (satellite) => satellite.minElevationDeg),
          chunk.map((satellite) => satellite.downlinks ?? null) as string[],
        ],
      )
      .options(BULK_STATEMENT);
  }
  return windowId;
}

/** Publishes a window: from now on it may answer. Publishing again changes nothing. */
export async function publishWindow(db: Knex, id: number): Promise<void> {
  // Not now(), the start of the transaction: of two transactions, the one that waited for the other publishes later.
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
    .select<AnalysisWindowRecord[]>(COLUMNS);
}

/** Finds the window that was published last. */
export async function newestPublishedWindow(db: Knex): Promise<AnalysisWindowRecord | undefined> {
  return (await newestPublishedWindows(db, 1))[0];
}

/** Deletes the published windows that ended before a time, except these, with all that belongs to them. */
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
  return db('windows').where({ id }).whereNotNull('published_at').first<AnalysisWindowRecord | undefined>(COLUMNS);
}

/** Properties by which a window is found. */
export type WindowKey = Pick<
  NewWindow,
  'startUs' | 'nside' | 'minElevationDeg' | 'uniformElevation' | 'catalogueRevision'
>;

/** Finds the published window of a key; the newest, where there are several. */
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
    .first<AnalysisWindowRecord | undefined>(COLUMNS);
}

/** Lists all windows, published or not, the newest first. */
export async function listWindows(db: Knex): Promise<AnalysisWindowRecord[]> {
  return db('windows').orderBy('id', 'desc').select<AnalysisWindowRecord[]>(COLUMNS);
}

/**
 * Loads the satellites of a window, by catalogue number. They are read in parts of some milliseconds, each a single
 * value that the driver need not parse: rows of text would hold this thread for a second.
 */
export async function loadWindowSatellites(db: Knex, windowId: number): Promise<FrozenWindowSatellite[]> {
  const satellites: FrozenWindowSatellite[] = [];
  for (;;) {
    const after = satellites.at(-1)?.noradNumber ?? 0;
    const { rows } = await db.raw<{ rows: { data: Buffer | null }[] }>(PART, [windowId, after, LOADED_ROWS]);
    const data = rows[0]?.data;
    if (!data) return satellites;
    satellites.push(...satellitesOf(data));
    await setImmediate();
  }
}

const LOADED_ROWS = 500;

/** Columns of each satellite in a part, read as doubles; identifiers are whole numbers below 2^53. */
const LOADED = [
  'w.norad_number',
  'w.band_mask',
  'w.min_elevation_deg',
  'e.epoch_us',
  'e.mean_motion_rev_per_day',
  'e.eccentricity',
  'e.inclination_deg',
  'e.raan_deg',
  'e.arg_perigee_deg',
  'e.mean_anomaly_deg',
  'e.bstar',
];

const PART = `
  with part as materialized (
    select * from window_satellites where window_id = ? and norad_number > ? order by norad_number limit ?
  )
  select string_agg(${LOADED.map((column) => `float8send(cast(${column} as float8))`).join(' || ')}, cast('' as bytea)
    order by w.norad_number) as data
  from part w join elsets e on e.id = w.elset_id`;

function satellitesOf(data: Buffer): FrozenWindowSatellite[] {
  const rowBytes = 8 * LOADED.length;
  return Array.from({ length: data.length / rowBytes }, (_, row) => {
    const value = (column: number): number => data.readDoubleBE(row * rowBytes + 8 * column);
    return {
      noradNumber: value(0),
      bands: value(1),
      minElevationDeg: value(2),
      elements: {
        epochUs: value(3),
        meanMotionRevPerDay: value(4),
        eccentricity: value(5),
        inclinationDeg: value(6),
        raanDeg: value(7),
        argPerigeeDeg: value(8),
        meanAnomalyDeg: value(9),
        bstar: value(10),
      },
    };
  });
}

/** Lists the satellites of a window as they were inserted, by catalogue number. */
export async function frozenSatellites(db: Knex, windowId: number): Promise<NewWindowSatellite[]> {
  const rows = await db('window_satellites')
    .where({ window_id: windowId })
    .orderBy('norad_number')
    .options(BULK_STATEMENT)
    .select<NewWindowSatellite[]>(
      {
        noradNumber: 'norad_number',
        elsetId: 'elset_id',
        bands: 'band_mask',
        minElevationDeg: 'min_elevation_deg',
      },
      db.raw('cast(downlinks as text) as downlinks'),
    );
  // The database writes blanks; most satellites share a text with many others.
  const inserted = new Map<string | null, string | null>([[null, null]]);
  for (const row of rows) {
    const text = row.downlinks ?? null;
    if (!inserted.has(text)) inserted.set(text, JSON.stringify(JSON.parse(text as string)));
    row.downlinks = inserted.get(text) ?? null;
  }
  return rows;
}

/** Sets the catalogue revision of a window that would be the same if it were opened over that revision. */
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

const COLUMNS = {
  id: 'id',
  identity: 'identity',
  startUs: 'start_us',
  epochCount: 'epoch_count',
  nside: 'nside',
  minElevationDeg: 'min_elevation_deg',
  uniformElevation: 'uniform_elevation',
  catalogueRevision: 'catalogue_revision',
  satelliteCount: 'satellite_count',
  leftOut: 'left_out',
  propagationFailures: 'propagation_failures',
  createdAt: 'created_at',
  publishedAt: 'published_at',
};
