import type { Knex } from 'knex';
import type { PackedHistory } from '../../catalogue/errors/fitApart.js';

/**
 * Number of satellites in one statement. With histories of months these are a few thousand element sets, which take the
 * embedded database some milliseconds.
 */
const SATELLITES = 16;

/** Largest number of element sets that are read of a satellite, the newest: ten a day for more than a year. */
const MOST_SETS = 4_000;

/** Satellites with imported element sets, and the last catalogue number read, also if it has no such sets. */
export interface HistoryPage {
  satellites: PackedHistory[];
  last: number;
}

/**
 * Reads the imported element sets of the next satellites after a catalogue number, by number; undefined after the last.
 * Of sets with one epoch the preferred one comes last.
 *
 * @param fromUs earliest epoch of the sets, microseconds since 1970
 */
export async function historiesAfter(
  db: Knex,
  { after, fromUs }: { after: number; fromUs: number },
): Promise<HistoryPage | undefined> {
  // The database packs the numbers: to parse texts of millions of element sets would hold up the thread that asks.
  const { rows } = await db.raw<{ rows: { noradNumber: number; name: string; sets: Buffer | null }[] }>(
    `select s.norad_number as "noradNumber", s.name, packed.sets
     from (select norad_number, name from satellites where norad_number > :after order by norad_number
       limit ${SATELLITES}) s
     cross join lateral (
       select string_agg(
         float8send(cast(epoch_us as float8)) || float8send(mean_motion_rev_per_day) || float8send(eccentricity) ||
         float8send(inclination_deg) || float8send(raan_deg) || float8send(arg_perigee_deg) ||
         float8send(mean_anomaly_deg) || float8send(bstar), cast('' as bytea) order by epoch_us, element_set_no, id
       ) as sets
       from (select * from elsets where norad_number = s.norad_number and epoch_us >= :fromUs and not bundled
         order by epoch_us desc limit ${MOST_SETS}) e
     ) packed
     order by s.norad_number`,
    { after, fromUs },
  );
  const last = rows.at(-1)?.noradNumber;
  if (last === undefined) return undefined;
  return { last, satellites: rows.flatMap(({ name, sets }) => (sets === null ? [] : [{ name, sets }])) };
}
