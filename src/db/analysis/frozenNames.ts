import type { Knex } from 'knex';

/** Satellite of a window as people know it. */
export interface NamedSatellite {
  noradNumber: number;
  name: string;
  /** Epoch of its frozen element set, microseconds since 1970, UTC. */
  elsetEpochUs: number;
  meanMotionRevPerDay: number;
  eccentricity: number;
}

/** Lists up to `limit` satellites of a window whose catalogue number is above `after`, by that number. */
export async function namedSatellites(
  db: Knex,
  windowId: number,
  after: number,
  limit: number,
): Promise<NamedSatellite[]> {
  const { rows } = await db.raw<{ rows: NamedSatellite[] }>(
    `with part as materialized (
       select norad_number, elset_id from window_satellites
       where window_id = ? and norad_number > ? order by norad_number limit ?
     )
     select w.norad_number as "noradNumber", s.name, e.epoch_us as "elsetEpochUs",
       e.mean_motion_rev_per_day as "meanMotionRevPerDay", e.eccentricity
     from part w join elsets e on e.id = w.elset_id join satellites s on s.norad_number = w.norad_number
     order by w.norad_number`,
    [windowId, after, limit],
  );
  return rows;
}
