import type { Knex } from 'knex';
import { elementsFrom, type MeanElements } from '../../core/elements.js';
import { DAY_MS, ELSET_MAX_AGE_DAYS, FITTED_MAX_AGE_HOURS } from '../../spec.js';
import { BULK_STATEMENT } from '../connection/statements.js';

/** SELECT list of the mean elements of an elset in the table aliased `e`, under the names of `MeanElements`. */
export const MEAN_ELEMENTS = `
  e.epoch_us as "epochUs", e.mean_motion_rev_per_day as "meanMotionRevPerDay", e.eccentricity,
  e.inclination_deg as "inclinationDeg", e.raan_deg as "raanDeg", e.arg_perigee_deg as "argPerigeeDeg",
  e.mean_anomaly_deg as "meanAnomalyDeg", e.bstar`;

/**
 * SQL order of elsets with the same epoch, the preferred first: the highest element set number, then the last imported.
 */
export const PREFERRED = 'element_set_no desc, id desc';

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

/** SQL condition: the bundled catalogue is in force, because no other elset has been imported. */
export const BUNDLED_IN_FORCE = '(select not exists (select 1 from elsets where not bundled))';

/** Whether the bundled catalogue is in force; false if the catalogue is empty. */
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

/** Kinds of sources of elsets: general perturbations, supplemental ones fitted to operators' plans, or files. */
export const ELSET_SOURCES = ['gp', 'sup-gp', 'file'] as const;
export type ElsetSource = (typeof ELSET_SOURCES)[number];

/** Takes the mean elements out of a row selected with `MEAN_ELEMENTS`. */
export function elementsOf(row: MeanElements): MeanElements {
  return elementsFrom((name) => row[name]);
}

/** SELECT list of an elset `e` of a satellite `s`, under the names of `DatedElsetRow`. */
export const DATED_ELSET = `
  e.id as "elsetId", s.norad_number as "noradNumber", s.name, e.element_set_no as "elementSetNo", e.bundled,
  ${MEAN_ELEMENTS}`;

/** SQL conditions on elsets: of a supplemental source, false at once if there are none; or of any other source. */
export const FITTED = `source = 'sup-gp' and (select exists (select 1 from elsets where source = 'sup-gp'))`;
export const NOT_FITTED = `source <> 'sup-gp'`;

/** Number of satellites whose elsets one statement reads: some milliseconds of the database and of this thread. */
const PAGE_SATELLITES = 250;

/** SQL: the satellites of one page, as `s`. */
export const PAGE = '(select * from satellites where norad_number > :after and norad_number <= :upTo) s';

/** Runs a statement over PAGE for each page of satellites; other queries come in between. Returns all rows. */
export async function readPages(
  db: Knex,
  statement: string,
  values: Readonly<Record<string, number | Date>>,
): Promise<DatedElsetRow[]> {
  const { rows: ends } = await db.raw<{ rows: { last: number }[] }>(
    `select norad_number as last
     from (select norad_number, row_number() over (order by norad_number) as place from satellites) numbered
     where place % ${PAGE_SATELLITES} = 0 order by norad_number`,
  );
  const found: DatedElsetRow[][] = [];
  let after = 0;
  for (const upTo of [...ends.map(({ last }) => last), Number.MAX_SAFE_INTEGER]) {
    const page = db.raw<{ rows: DatedElsetRow[] }>(statement, { ...values, after, upTo });
    found.push((await page.options(BULK_STATEMENT)).rows);
    after = upTo;
  }
  return found.flat();
}

/** SQL: each satellite's first elset from `:atUs` on and its last before, of those that `condition` allows. */
const around = (condition: string): string =>
  // Two index look-ups per satellite: the query takes no longer as old elsets pile up in the catalogue.
  `select ${DATED_ELSET}
   from ${PAGE}
   cross join lateral (
     (select * from elsets
      where norad_number = s.norad_number and epoch_us >= :atUs and bundled = ${BUNDLED_IN_FORCE} and ${condition}
      order by epoch_us, ${PREFERRED} limit 1)
     union all
     (select * from elsets
      where norad_number = s.norad_number and epoch_us < :atUs and bundled = ${BUNDLED_IN_FORCE} and ${condition}
      order by epoch_us desc, ${PREFERRED} limit 1)
   ) e
   order by s.norad_number`;

/**
 * Finds each satellite's first elset from an instant on and its last one before, by catalogue number. The instant is in
 * microseconds since 1970, such as a window's start. Of elsets with the same epoch it takes the preferred one. It
 * chooses between supplemental and other elsets by `preferFitted`, and leaves out bundled ones as soon as the catalogue
 * has others.
 */
export async function elsetsAround(db: Knex, atUs: number): Promise<DatedElsetRow[]> {
  const of = (condition: string): Promise<DatedElsetRow[]> => readPages(db, around(condition), { atUs });
  return preferFitted(await of(NOT_FITTED), await of(FITTED), atUs);
}

const MAX_AGE_US = ELSET_MAX_AGE_DAYS * DAY_MS * 1000;
const FITTED_MAX_AGE_US = FITTED_MAX_AGE_HOURS * 3_600e6;

/**
 * Joins candidates of ordinary and of supplemental sources for an instant, microseconds since 1970, by catalogue
 * number. A supplemental elset is fitted to the plans of its operator from its epoch on. If it is at most 24 hours old
 * at the instant, it replaces all other elsets of its satellite; any other counts only if its satellite has no ordinary
 * elset within 14 days.
 */
export function preferFitted(
  ordinary: DatedElsetRow[],
  fitted: readonly DatedElsetRow[],
  atUs: number,
): DatedElsetRow[] {
  if (fitted.length === 0) return ordinary;
  const holds = ({ epochUs }: DatedElsetRow): boolean => epochUs <= atUs && epochUs >= atUs - FITTED_MAX_AGE_US;
  const numbersOf = (rows: readonly DatedElsetRow[]): Set<number> => new Set(rows.map((row) => row.noradNumber));
  const held = numbersOf(fitted.filter(holds));
  const near = numbersOf(ordinary.filter(({ epochUs }) => Math.abs(epochUs - atUs) <= MAX_AGE_US));
  const others = numbersOf(fitted);
  return [
    ...ordinary.filter(({ noradNumber: of }) => !held.has(of) && (near.has(of) || !others.has(of))),
    ...fitted.filter((row) => (held.has(row.noradNumber) ? holds(row) : !near.has(row.noradNumber))),
  ].sort((a, b) => a.noradNumber - b.noradNumber);
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
