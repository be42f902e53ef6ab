import type { Knex } from 'knex';
import type { MeanElements } from '../../core/elements.js';
import { type FrozenSatellite, packSatellites } from '../analysis/frozenSatellites.js';
import { elementsOf, MEAN_ELEMENTS } from '../catalogue/elsets.js';
import { BULK_STATEMENT } from '../connection/statements.js';

/**
 * Packs the satellites of each window into one value, which the database does not try to compress. Windows from before
 * migration 0004 have no frequencies, and get none.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`alter table windows add column norad_numbers bigint[], add column satellites bytea`);
  await trx.raw('alter table windows alter column satellites set storage external');
  for (const id of await trx('windows').orderBy('id').pluck<number[]>('id')) {
    const { rows } = await trx.raw<{ rows: Row[] }>(SATELLITES, [id]).options(BULK_STATEMENT);
    const satellites = rows.map(({ downlinks, ...row }) => ({
      ...row,
      elements: elementsOf(row),
      // Drops the blanks that the database writes.
      downlinks: JSON.stringify(JSON.parse(downlinks)),
    }));
    await trx('windows')
      .where({ id })
      .options(BULK_STATEMENT)
      .update({
        norad_numbers: rows.map(({ noradNumber }) => noradNumber),
        satellites: await packSatellites(satellites),
      });
  }
  await trx.raw('alter table windows alter column norad_numbers set not null, alter column satellites set not null');
  await trx.raw('drop table window_satellites').options(BULK_STATEMENT);
}

type Row = MeanElements & Omit<FrozenSatellite, 'elements'>;

const SATELLITES = `
  select w.norad_number as "noradNumber", w.band_mask as bands, w.min_elevation_deg as "minElevationDeg", e.bundled,
    coalesce(cast(w.downlinks as text), '[]') as downlinks, ${MEAN_ELEMENTS}
  from window_satellites w join elsets e on e.id = w.elset_id
  where w.window_id = ? order by w.norad_number`;
