import type { Knex } from 'knex';
import { distinctTransmitters } from '../../catalogue/frequencies/ranges.js';
import type { Transmitter } from '../../catalogue/transmitters/transmitter.js';
import { BULK_STATEMENT, chunks, numericArray } from '../connection/statements.js';

const CHUNK_ROWS = 4_000;

/**
 * Adds and updates transmitters, identified by source and external id. Of several with one identity only the last is
 * stored; the others count as unchanged.
 */
export async function upsertTransmitters(
  db: Knex,
  transmitters: readonly Transmitter[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let added = 0;
  let changed = 0;
  for (const chunk of chunks(distinctTransmitters(transmitters), CHUNK_ROWS)) {
    const { rows } = await db
      .raw<{ rows: { added: number; changed: number }[] }>(UPSERT, [
        numericArray(chunk, (row) => row.noradNumber),
        chunk.map((row) => row.source),
        chunk.map((row) => row.externalId),
        chunk.map((row) => row.description),
        numericArray(chunk, (row) => row.downlinkLowHz),
        numericArray(chunk, (row) => row.downlinkHighHz),
        numericArray(chunk, (row) => row.minElevationDeg),
        numericArray(chunk, (row) => row.bandwidthHz),
        numericArray(chunk, (row) => row.baud),
        chunk.map((row) => row.mode),
        numericArray(chunk, (row) => row.eirpDbw),
      ])
      .options(BULK_STATEMENT);
    added += rows[0]?.added ?? 0;
    changed += rows[0]?.changed ?? 0;
  }
  return { added, changed, unchanged: transmitters.length - added - changed };
}

/**
 * Deletes the carriers of television lists at some orbital slots, except the given ones: the list has lost them, or
 * their satellites have left the slot. Returns how many.
 *
 * @param positions first words of the external ids of carriers at these slots
 */
export async function deleteOtherCarriers(
  db: Knex,
  carriers: readonly Transmitter[],
  positions: readonly string[],
): Promise<number> {
  const { rowCount }: { rowCount: number } = await db
    .raw(
      `delete from transmitters
       where source in ('television', 'slot') and split_part(external_id, ' ', 1) = any(?::text[])
         and (source, external_id) not in (select * from unnest(?::text[], ?::text[]))`,
      [[...positions], carriers.map(({ source }) => source), carriers.map(({ externalId }) => externalId)],
    )
    .options(BULK_STATEMENT);
  return rowCount;
}

const VALUES =
  'norad_number, description, downlink_low_hz, downlink_high_hz, min_elevation_deg, bandwidth_hz, baud, mode, eirp_dbw';
/** Lists the columns of VALUES, of the row `alias`. */
const valuesOf = (alias: string): string => VALUES.replaceAll(/\w+/g, `${alias}.$&`);

// In the rows that the statement returns, the system column xmax is 0 for inserted rows only.
const UPSERT = `
  with written as (
    insert into transmitters as old (
      norad_number, source, external_id, description, downlink_low_hz, downlink_high_hz, min_elevation_deg,
      bandwidth_hz, baud, mode, eirp_dbw)
    select * from unnest(
      ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::float8[],
      ?::bigint[], ?::float8[], ?::text[], ?::float8[])
    on conflict (source, external_id) do update set
      (${VALUES}, imported_at) = (${valuesOf('excluded')}, now())
    where (${valuesOf('old')}) is distinct from (${valuesOf('excluded')})
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`;

const COLUMNS = `
  norad_number as "noradNumber", source, external_id as "externalId", description, downlink_low_hz as "downlinkLowHz",
  downlink_high_hz as "downlinkHighHz", bandwidth_hz as "bandwidthHz", baud, mode, eirp_dbw as "eirpDbw",
  min_elevation_deg as "minElevationDeg"`;

/** Lists all transmitters, by catalogue number. */
export async function listTransmitters(db: Knex): Promise<Transmitter[]> {
  return db('transmitters').orderBy(['norad_number', 'id']).select<Transmitter[]>(db.raw(COLUMNS));
}

/** Lists the transmitters of one satellite, by rising frequency. */
export async function transmittersOf(db: Knex, noradNumber: number): Promise<Transmitter[]> {
  return db('transmitters')
    .where({ norad_number: noradNumber })
    .orderBy(['downlink_low_hz', 'id'])
    .select<Transmitter[]>(db.raw(COLUMNS));
}

/**
 * Lists the satellites that share carriers with one: `assignCarriers` gave the same carrier of a television list to
 * both, as they stand at its orbital slot. Each comes with the number of carriers that the two share.
 */
export async function carrierSharers(
  db: Knex,
  noradNumber: number,
): Promise<{ noradNumber: number; name: string; carriers: number }[]> {
  const { rows } = await db.raw<{ rows: { noradNumber: number; name: string; carriers: number }[] }>(
    `with carriers as (
       select norad_number, source, regexp_replace(external_id, ' \\d+$', '') as carrier
       from transmitters where source in ('television', 'slot')
     )
     select other.norad_number as "noradNumber", coalesce(s.name, '') as name, count(*) as carriers
     from carriers own join carriers other using (source, carrier)
     left join satellites s on s.norad_number = other.norad_number
     where own.norad_number = :noradNumber and other.norad_number <> :noradNumber
     group by other.norad_number, s.name order by other.norad_number`,
    { noradNumber },
  );
  return rows;
}
