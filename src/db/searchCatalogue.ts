import type { Knex } from 'knex';
import type { MeanElements } from '../core/elements.js';
import { elementsOf, MEAN_ELEMENTS, NEWEST_ELSET } from './elsets.js';

export interface FoundSatellite {
  noradNumber: number;
  name: string;
  elements: MeanElements;
  /** The account's id of it, where it tracks the satellite. */
  trackedId: number | null;
}

/**
 * Satellites whose name contains the text, in either case, or whose number starts with it: the number itself first, then
 * names that start with the text, by name.
 */
export async function searchCatalogue(
  db: Knex,
  accountId: number,
  text: string,
  limit: number,
): Promise<FoundSatellite[]> {
  const asked = text.trim();
  // Postgres has no text with NUL in it, so no name contains one.
  if (asked === '' || asked.includes('\0')) return [];
  const literal = asked.replaceAll(/[\\%_]/g, '\\$&');
  const { rows } = await db.raw<{ rows: (MeanElements & Omit<FoundSatellite, 'elements'>)[] }>(
    `with found as (
       select norad_number, name,
         row_number() over (order by
           cast(norad_number as text) <> :asked, name not ilike :start escape '\\', name, norad_number) as place
       from satellites
       where name ilike :anywhere escape '\\' or cast(norad_number as text) like :start escape '\\'
       order by place
       limit :limit
     )
     select s.norad_number as "noradNumber", s.name, t.id as "trackedId", ${MEAN_ELEMENTS}
     from found s ${NEWEST_ELSET}
     left join tracked_satellites t on t.norad_number = s.norad_number and t.account_id = :accountId
     order by s.place`,
    { accountId, asked, anywhere: `%${literal}%`, start: `${literal}%`, limit },
  );
  return rows.map(({ noradNumber, name, trackedId, ...row }) => ({
    noradNumber,
    name,
    trackedId,
    elements: elementsOf(row),
  }));
}
