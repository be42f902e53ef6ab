import type { Knex } from 'knex';
import type { Elset } from '../../catalogue/elsets/elset.js';
import { BULK_STATEMENT, chunks, numericArray } from '../connection/statements.js';
import { BUNDLED_IN_FORCE, type ElsetSource } from './elsets.js';
import { catalogueRevision, listImports, type ImportRecord } from './imports.js';

export interface UpsertedCatalogue {
  /** Number of elsets that are new. */
  added: number;
  /** Number of elsets that were known already, or repeated. */
  unchanged: number;
  newSatellites: number;
}

export interface CatalogueStatus {
  /**
   * Whether the bundled catalogue is in force. `satellites`, `elsets` and the two epochs below are of the catalogue in
   * force alone.
   */
  bundled: boolean;
  satellites: number;
  elsets: number;
  /** Epoch of the oldest elset, microseconds since 1970, UTC; null in an empty catalogue. */
  oldestEpochUs: number | null;
  /** Epoch of the newest elset, microseconds since 1970, UTC; null in an empty catalogue. */
  newestEpochUs: number | null;
  transmitters: number;
  /** Number of satellites that have a transmitter. */
  transmittingSatellites: number;
  revision: number;
  /** Last ten imports, the newest first. */
  lastImports: ImportRecord[];
}

/** Number of rows in one statement, which takes some 70 ms in the embedded database. */
const CHUNK_ROWS = 1_000;

/**
 * Adds the elsets that the catalogue lacks, and their satellites. A satellite gets its name and international
 * designator from its newest elset that has them. An elset older than the newest changes neither, nor does a bundled
 * one beside others. An elset that is known already keeps its source and the time of its first import.
 */
export async function upsertCatalogue(
  db: Knex,
  elsets: readonly Elset[],
  { bundled, source = 'gp' }: { bundled: boolean; source?: ElsetSource },
): Promise<UpsertedCatalogue> {
  let added = 0;
  let newSatellites = 0;
  for (const chunk of chunks(elsets, CHUNK_ROWS)) {
    const numbers = (value: (elset: Elset) => number): string => numericArray(chunk, value);
    const { rows } = await db
      .raw<{ rows: { added: number; newSatellites: number }[] }>(UPSERT, [
        bundled,
        source,
        numbers((elset) => elset.noradNumber),
        numbers((elset) => elset.epochUs),
        numbers((elset) => elset.meanMotionRevPerDay),
        numbers((elset) => elset.eccentricity),
        numbers((elset) => elset.inclinationDeg),
        numbers((elset) => elset.raanDeg),
        numbers((elset) => elset.argPerigeeDeg),
        numbers((elset) => elset.meanAnomalyDeg),
        numbers((elset) => elset.bstar),
        numbers((elset) => elset.meanMotionDot),
        numbers((elset) => elset.meanMotionDdot),
        numbers((elset) => elset.elementSetNo),
        numbers((elset) => elset.revAtEpoch),
        numbers((elset) => elset.ephemerisType),
        chunk.map((elset) => elset.classification),
        chunk.map((elset) => elset.name),
        chunk.map((elset) => elset.objectId),
      ])
      .options(BULK_STATEMENT);
    added += rows[0]?.added ?? 0;
    newSatellites += rows[0]?.newSatellites ?? 0;
  }
  return { added, unchanged: elsets.length - added, newSatellites };
}

const ELSET_COLUMNS = `
  norad_number, epoch_us, mean_motion_rev_per_day, eccentricity, inclination_deg, raan_deg, arg_perigee_deg,
  mean_anomaly_deg, bstar, mean_motion_dot, mean_motion_ddot, element_set_no, rev_at_epoch, ephemeris_type,
  classification`;

/** SQL expression for the newest value of a column that is not empty, in a group of elsets. */
const newest = (column: string): string =>
  `(array_agg(${column} order by epoch_us desc) filter (where ${column} <> ''))[1]`;

// With `offset 0` the subqueries stay look-ups in the index, which take no longer as old elsets pile up.
const UPSERT = `
  with input as materialized (
    select cast(? as boolean) as bundled, cast(? as text) as source, elset.* from unnest(
      ?::bigint[], ?::bigint[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::float8[],
      ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::int[], ?::int[], ?::int[],
      ?::text[], ?::text[], ?::text[]
    ) as elset (${ELSET_COLUMNS}, name, object_id)
  ), new_satellites as (
    insert into satellites (norad_number, name, object_id)
    select norad_number, coalesce(${newest('name')}, ''), coalesce(${newest('object_id')}, '')
    from input group by norad_number
    on conflict do nothing
    returning norad_number
  ), added as (
    insert into elsets (${ELSET_COLUMNS}, bundled, source)
    select ${ELSET_COLUMNS}, bundled, source from input
    on conflict do nothing
    returning norad_number, epoch_us
  ), described as (
    select norad_number, ${newest('name')} as name, ${newest('object_id')} as object_id
    from input
    where (norad_number, epoch_us) in (select norad_number, epoch_us from added) and not exists (
      select 1 from elsets known
      where known.norad_number = input.norad_number and known.epoch_us > input.epoch_us
        and known.bundled = input.bundled
      offset 0
    ) and not (input.bundled and exists (
      select 1 from elsets known where known.norad_number = input.norad_number and not known.bundled offset 0
    ))
    group by norad_number
  ), renamed as (
    update satellites s set
      name = coalesce(d.name, s.name), object_id = coalesce(d.object_id, s.object_id), updated_at = now()
    from described d
    where d.norad_number = s.norad_number
      and (s.name, s.object_id) is distinct from (coalesce(d.name, s.name), coalesce(d.object_id, s.object_id))
  )
  select (select count(*) from added) as added, (select count(*) from new_satellites) as "newSatellites"`;

/**
 * SQL condition: the satellite `s` is in the catalogue in force. With a limit it stays a look-up in the index for each
 * row; a join would read all elsets.
 */
const IS_IN_FORCE = `(select true from elsets
  where norad_number = s.norad_number and bundled = ${BUNDLED_IN_FORCE} limit 1)`;

/** Counts the rows of the catalogue, and lists its last imports. */
export async function catalogueStatus(db: Knex): Promise<CatalogueStatus> {
  const { rows } = await db
    .raw<{ rows: Omit<CatalogueStatus, 'revision' | 'lastImports'>[] }>(
      `select coalesce(bool_or(bundled), false) as bundled,
         (select count(*) from satellites s where ${IS_IN_FORCE}) as satellites,
         count(*) as elsets, min(epoch_us) as "oldestEpochUs", max(epoch_us) as "newestEpochUs",
         (select count(*) from transmitters) as transmitters,
         (select count(distinct norad_number) from transmitters) as "transmittingSatellites"
       from elsets where bundled = ${BUNDLED_IN_FORCE}`,
    )
    .options(BULK_STATEMENT);
  const [counts] = rows;
  if (counts === undefined) throw new Error('the database returned no row for an aggregate');
  return { ...counts, revision: await catalogueRevision(db), lastImports: await listImports(db, 10) };
}

/** Number of names that one statement reads: some milliseconds in the embedded database. */
const CHUNK_NAMES = 4_000;

/** Reads the names of all satellites ever catalogued, by number; with `inForce`, of the catalogue in force alone. */
export async function readNames(db: Knex, { inForce = false } = {}): Promise<Map<number, string>> {
  const names = new Map<number, string>();

  for (let after = 0; ;) {
    // The driver reads one JSON value faster than rows.
    const { rows } = await db.raw<{ rows: { names: string | null }[] }>(
      `select cast(json_agg(json_build_array(norad_number, name) order by norad_number) as text) as names
       from (select norad_number, name from satellites s where norad_number > ? ${inForce ? `and ${IS_IN_FORCE}` : ''}
         order by norad_number limit ${CHUNK_NAMES}) as page`,
      [after],
    );
    const some = JSON.parse(rows[0]?.names ?? '[]') as [number, string][];
    for (const [noradNumber, name] of some) names.set((after = noradNumber), name);
    if (some.length < CHUNK_NAMES) return names;
  }
}

/** Finds the satellite with the lowest number below `below` whose name begins with a text; undefined for none. */
export async function firstNamed(db: Knex, prefix: string, below: number): Promise<number | undefined> {
  const found = await db('satellites')
    .whereRaw('starts_with(name, ?)', [prefix])
    .where('norad_number', '<', below)
    .min<{ first: number | null }[]>('norad_number as first');
  return found[0]?.first ?? undefined;
}

/** Whether the catalogue holds an imported elset of a satellite with this number or a higher one. */
export async function hasNumberFrom(db: Knex, noradNumber: number): Promise<boolean> {
  const found = await db('elsets').where('norad_number', '>=', noradNumber).where({ bundled: false }).first('id');
  return found !== undefined;
}
