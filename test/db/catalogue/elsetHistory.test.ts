import fc from 'fast-check';
import { elsetsAsOf, elsetsNearest, historyRange } from '../../../src/db/catalogue/elsetHistory.js';
import { elsetsAround } from '../../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { databaseTest as test, DAY_US, elset, START_US } from '../fixtures.js';
import { best, histories, type HistoryRow, HOUR_US, isPreferred, storeHistory } from './history.js';

const RUNS = { numRuns: 30 };
const numbersOf = (rows: readonly HistoryRow[]): number[] =>
  [...new Set(rows.map((row) => row.noradNumber))].sort((a, b) => a - b);

const isNewer = (a: HistoryRow, b: HistoryRow): boolean =>
  a.epochUs === b.epochUs ? isPreferred(a, b) : a.epochUs > b.epochUs;
const isFitted = ({ source }: HistoryRow): boolean => source === 'sup-gp';

/** Newest supplemental elset of the day before an instant, which goes before all others there. */
const fittedAt = (rows: readonly HistoryRow[], atUs: number): HistoryRow | undefined =>
  best(
    rows.filter((row) => isFitted(row) && row.epochUs <= atUs && row.epochUs >= atUs - DAY_US),
    isNewer,
  );

function nearestTwin(rows: readonly HistoryRow[], atUs: number): HistoryRow | undefined {
  const farness = ({ epochUs }: HistoryRow): number => Math.abs(epochUs - atUs);
  const nearest = (some: readonly HistoryRow[]): HistoryRow | undefined =>
    best(
      some.filter((row) => farness(row) <= 14 * DAY_US),
      (a, b) => (farness(a) === farness(b) ? isNewer(a, b) : farness(a) < farness(b)),
    );
  return fittedAt(rows, atUs) ?? nearest(rows.filter((row) => !isFitted(row))) ?? nearest(rows.filter(isFitted));
}

function asOfTwin(rows: readonly HistoryRow[], asOfUs: number): HistoryRow | undefined {
  const ordinary = best(
    rows.filter((row) => !isFitted(row) && row.epochUs <= asOfUs + 3 * DAY_US),
    isNewer,
  );
  const fitted = best(
    rows.filter((row) => isFitted(row) && row.epochUs <= asOfUs),
    isNewer,
  );
  const isOld = ordinary === undefined || ordinary.epochUs < asOfUs - 14 * DAY_US;
  return fittedAt(rows, asOfUs) ?? (isOld ? (fitted ?? ordinary) : ordinary);
}

const instant = fc.integer({ min: -160, max: 8 }).map((steps) => START_US + 3 * steps * HOUR_US);

test('the elset nearest to an instant is among those found, and all are within 14 days of it', async (t, { knex }) => {
  await fc.assert(
    fc.asyncProperty(histories(20), instant, async (history, atUs) => {
      const rows = await storeHistory(knex, history);
      const found = await elsetsNearest(knex, atUs);
      t.true(found.every(({ epochUs }) => Math.abs(epochUs - atUs) <= 14 * DAY_US));
      for (const number of numbersOf(rows)) {
        const own = rows.filter(({ noradNumber }) => noradNumber === number);
        const ids = new Set(found.filter((row) => row.noradNumber === number).map(({ elsetId }) => elsetId));
        const among = own.filter(({ id }) => ids.has(id));
        t.is(nearestTwin(among, atUs)?.id, nearestTwin(own, atUs)?.id);
        const held = fittedAt(own, atUs);
        if (held !== undefined) t.true(among.every((row) => isFitted(row) && row.epochUs <= atUs));
      }
    }),
    RUNS,
  );
});

test('as of an instant each satellite has its newest elset of those that had been imported, none that came later', async (t, {
  knex,
}) => {
  await fc.assert(
    fc.asyncProperty(histories(20), instant, async (history, asOfUs) => {
      const rows = await storeHistory(knex, history);
      const found = await elsetsAsOf(knex, { asOfMs: asOfUs / 1000 });
      const byId = new Map(rows.map((row) => [row.id, row]));
      t.true(found.every(({ elsetId }) => (byId.get(elsetId)?.importedAt.getTime() ?? Infinity) * 1000 <= asOfUs));
      const imported = rows.filter(({ importedAt }) => importedAt.getTime() * 1000 <= asOfUs);
      const expected = numbersOf(imported).map(
        (number) =>
          asOfTwin(
            imported.filter(({ noradNumber }) => noradNumber === number),
            asOfUs,
          )?.id,
      );
      t.deepEqual(
        found.map(({ elsetId }) => elsetId),
        expected.filter((id) => id !== undefined),
      );
    }),
    RUNS,
  );
});

test('a supplemental elset goes before all others for 24 hours from its epoch on, and is no worse than none', async (t, {
  knex,
}) => {
  const at = (hours: number): number => START_US + hours * HOUR_US;
  const ordinary = [elset({ epochUs: at(-2) }), elset({ noradNumber: 2, epochUs: at(-500) })];
  const fitted = [elset({ epochUs: at(-10) }), elset({ noradNumber: 3, epochUs: at(-10) })];
  await upsertCatalogue(knex, ordinary, { bundled: false });
  await upsertCatalogue(knex, fitted, { bundled: false, source: 'sup-gp' });
  const epochsAt = async (hours: number): Promise<[number, number][]> =>
    (await elsetsAround(knex, at(hours))).map((row) => [row.noradNumber, (row.epochUs - START_US) / HOUR_US]);
  t.deepEqual(await epochsAt(-11), [
    [2, -500],
    [3, -10],
    [25_544, -2],
  ]);
  for (const hours of [-10, 0, 14]) {
    t.deepEqual(await epochsAt(hours), [
      [2, -500],
      [3, -10],
      [25_544, -10],
    ]);
  }
  t.deepEqual(await epochsAt(15), [
    [2, -500],
    [3, -10],
    [25_544, -2],
  ]);
});

test('an elset that comes again keeps its source and the time of its first import', async (t, { knex }) => {
  const first = new Date('2026-07-01T00:00:00Z');
  await upsertCatalogue(knex, [elset()], { bundled: false, source: 'file' });
  await knex('elsets').update({ imported_at: first });
  t.is((await upsertCatalogue(knex, [elset()], { bundled: false })).added, 0);
  t.deepEqual(await knex('elsets').select('source', 'imported_at'), [{ source: 'file', imported_at: first }]);
  t.is((await elsetsAsOf(knex, { asOfMs: START_US / 1000 })).length, 1);
});

test('the range of a history leaves out the last elsets of satellites that are no longer observed', async (t, {
  knex,
}) => {
  t.is(await historyRange(knex), undefined);
  await upsertCatalogue(knex, [elset({ noradNumber: 9 })], { bundled: true });
  t.deepEqual(await historyRange(knex), { oldestEpochUs: START_US, newestEpochUs: START_US });
  const lost = elset({ noradNumber: 1, epochUs: START_US - 400 * DAY_US });
  await upsertCatalogue(knex, [lost], { bundled: false });
  t.deepEqual(await historyRange(knex), { oldestEpochUs: lost.epochUs, newestEpochUs: lost.epochUs });
  await upsertCatalogue(knex, [elset({ epochUs: START_US - 30 * DAY_US }), elset({ epochUs: START_US - 2 })], {
    bundled: false,
  });
  t.deepEqual(await historyRange(knex), { oldestEpochUs: START_US - 30 * DAY_US, newestEpochUs: START_US - 2 });
});
