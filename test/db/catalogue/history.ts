import type { Knex } from 'knex';
import fc from 'fast-check';
import { ELSET_SOURCES, type ElsetSource } from '../../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { elset, START_US } from '../fixtures.js';

export const HOUR_US = 3_600e6;

/** Elset of a history; times in hours from `START_US` on. */
export interface Past {
  noradNumber: number;
  epochHours: number;
  importedHours: number;
  elementSetNo: number;
  source: ElsetSource;
}

/** Row of the catalogue, as the twins read it. */
export interface HistoryRow {
  id: number;
  noradNumber: number;
  epochUs: number;
  elementSetNo: number;
  source: ElsetSource;
  bundled: boolean;
  importedAt: Date;
}

/** Histories of few satellites over `days` days, with ties, late imports and elsets of all kinds of sources. */
export const histories = (days: number): fc.Arbitrary<Past[]> =>
  fc.array(
    fc.record({
      noradNumber: fc.integer({ min: 1, max: 3 }),
      epochHours: fc.integer({ min: -8 * days, max: 0 }).map((steps) => 3 * steps),
      importedHours: fc.integer({ min: -8 * days, max: 8 * days }).map((steps) => 3 * steps),
      elementSetNo: fc.integer({ min: 1, max: 2 }),
      source: fc.constantFrom<ElsetSource>('gp', 'gp', 'file', 'sup-gp'),
    }),
    { minLength: 1, maxLength: 30 },
  );

/** Replaces the catalogue by a history; returns its rows. */
export async function storeHistory(knex: Knex, history: readonly Past[]): Promise<HistoryRow[]> {
  await knex('elsets').delete();
  await knex('satellites').delete();
  const timeOf = (hours: number): number => START_US + hours * HOUR_US;
  for (const source of ELSET_SOURCES) {
    const elsets = history
      .filter((past) => past.source === source)
      .map(({ noradNumber, elementSetNo, epochHours }) =>
        elset({ noradNumber, elementSetNo, epochUs: timeOf(epochHours) }),
      );
    await upsertCatalogue(knex, elsets, { bundled: false, source });
  }
  const rows = await readHistory(knex);
  const importedMs = rows.map((row) => {
    const past = history.find(
      (one) =>
        one.noradNumber === row.noradNumber &&
        timeOf(one.epochHours) === row.epochUs &&
        one.elementSetNo === row.elementSetNo,
    );
    return timeOf(past?.importedHours ?? 0) / 1000;
  });
  await knex.raw(
    `update elsets set imported_at = to_timestamp(ms / 1000.0)
     from unnest(cast(? as bigint[]), cast(? as bigint[])) as imported (id, ms) where elsets.id = imported.id`,
    [rows.map(({ id }) => id), importedMs],
  );
  return rows.map((row, i) => ({ ...row, importedAt: new Date(importedMs[i] ?? 0) }));
}

export async function readHistory(knex: Knex): Promise<HistoryRow[]> {
  return knex('elsets').orderBy('id').select<HistoryRow[]>('id', 'source', 'bundled', {
    noradNumber: 'norad_number',
    epochUs: 'epoch_us',
    elementSetNo: 'element_set_no',
    importedAt: 'imported_at',
  });
}

/** Whether `a` is preferred to `b`, if both have the same epoch. */
export const isPreferred = (a: HistoryRow, b: HistoryRow): boolean =>
  a.elementSetNo !== b.elementSetNo ? a.elementSetNo > b.elementSetNo : a.id > b.id;

/** Row that is better than each of the others; undefined if there is none. */
export const best = <Row>(rows: readonly Row[], isBetter: (a: Row, b: Row) => boolean): Row | undefined =>
  rows.find((row) => rows.every((other) => other === row || isBetter(row, other)));
