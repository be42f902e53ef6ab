import type { Knex } from 'knex';
import type { MeanElements } from '../../core/elements.js';
import { BULK_STATEMENT } from '../connection/statements.js';

/** SELECT list of the mean elements of an elset in the table aliased `e`, under the names of `MeanElements`. */
export const MEAN_ELEMENTS = `
  e.epoch_us as "epochUs", e.mean_motion_rev_per_day as "meanMotionRevPerDay", e.eccentricity,
  e.inclination_deg as "inclinationDeg", e.raan_deg as "raanDeg", e.arg_perigee_deg as "argPerigeeDeg",
  e.mean_anomaly_deg as "meanAnomalyDeg", e.bstar`;

/**
 * SQL order of elsets with the same epoch, the preferred first: the highest element set number, then the last imported.
 */
const PREFERRED = 'element_set_no desc, id desc';

/**
 * SQL join of each satellite `s` with its newest elset `e`. A bundled elset counts only if the satellite has no other.
 */
export const NEWEST_ELSET = `
  cross join lateral (
    select * from (
      (select * from elsets where norad_number = s.norad_number and not bundled
       order by epoch_us desc, ${PREFERRED} limit 1)
      union all
      (select * from elsets where norad_number = s.norad_number and bundled
       order by epoch_us desc, ${PREFERRED} limit 1)
    ) newest order by bundled limit 1
  ) e`;

/** SQL condition: the bundled catalogue is in force, as no other elset has been imported. */
export const BUNDLED_IN_FORCE = '(select not exists (select 1 from elsets where not bundled))';

/** Whether the catalogue is the bundled one. */
export async function isBundledInForce(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { bundled: boolean }[] }>(
    `select ${BUNDLED_IN_FORCE} and exists (select 1 from elsets) as bundled`,
  );
  return rows[0]?.bundled ?? false;
}

export interface CataloguedElset extends MeanElements {
  elsetId: number;
  noradNumber: number;
  name: string;
}

export interface DatedElsetRow extends CataloguedElset {
  elementSetNo: number;
  bundled: boolean;
}

/** Takes the mean elements out of a row selected with `MEAN_ELEMENTS`. */
export function elementsOf(row: MeanElements): MeanElements {
  return {
    epochUs: row.epochUs,
    meanMotionRevPerDay: row.meanMotionRevPerDay,
    eccentricity: row.eccentricity,
    inclinationDeg: row.inclinationDeg,
    raanDeg: row.raanDeg,
    argPerigeeDeg: row.argPerigeeDeg,
    meanAnomalyDeg: row.meanAnomalyDeg,
    bstar: row.bstar,
  };
}

/**
 * Finds the elsets that a window which starts at `startUs` chooses from, by catalogue number: each satellite's first
 * elset from the start on and its last one before. Of elsets with the same epoch it takes the preferred one. It leaves
 * out bundled elsets as soon as the catalogue has others.
 */
export async function elsetsAround(db: Knex, startUs: number): Promise<DatedElsetRow[]> {
  // Two index look-ups per satellite: the query takes no longer as old elsets pile up in the catalogue.
  const { rows } = await db
    .raw<{ rows: DatedElsetRow[] }>(
      `select e.id as "elsetId", s.norad_number as "noradNumber", s.name, e.element_set_no as "elementSetNo", e.bundled,
         ${MEAN_ELEMENTS}
       from satellites s
       cross join lateral (
         (select * from elsets
          where norad_number = s.norad_number and epoch_us >= :startUs and bundled = ${BUNDLED_IN_FORCE}
          order by epoch_us, ${PREFERRED} limit 1)
         union all
         (select * from elsets
          where norad_number = s.norad_number and epoch_us < :startUs and bundled = ${BUNDLED_IN_FORCE}
          order by epoch_us desc, ${PREFERRED} limit 1)
       ) e
       order by s.norad_number`,
      { startUs },
    )
    .options(BULK_STATEMENT);
  return rows;
}

/**
 * Finds the newest elset of a satellite, a bundled one only if the satellite has no other; undefined for a number that
 * the catalogue does not hold.
 */
export async function latestElset(db: Knex, noradNumber: number): Promise<CataloguedElset | undefined> {
  const { rows } = await db.raw<{ rows: CataloguedElset[] }>(
    `select e.id as "elsetId", s.norad_number as "noradNumber", s.name, ${MEAN_ELEMENTS}
     from satellites s ${NEWEST_ELSET}
     where s.norad_number = ?`,
    [noradNumber],
  );
  return rows[0];
}
