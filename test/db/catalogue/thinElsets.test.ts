import type { Knex } from 'knex';
import fc from 'fast-check';
import { elementsOf } from '../../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { thinElsets } from '../../../src/db/catalogue/thinElsets.js';
import { tapStatements } from '../../helpers/database.js';
import { addWindow, databaseTest as test, DAY_US, elset, frozen, START_US } from '../fixtures.js';
import { best, histories, type HistoryRow, HOUR_US, readHistory, storeHistory } from './history.js';

const NOW_MS = START_US / 1000;
const STRETCH_US = 6 * HOUR_US;

interface Held {
  startUs: number;
  noradNumber: number;
  epochUs: number;
}

/** Inserts windows, each with one frozen satellite. */
async function hold(knex: Knex, held: readonly Held[]): Promise<void> {
  await knex('windows').delete();
  for (const { startUs, noradNumber, epochUs } of held) {
    const satellite = frozen({ noradNumber, elements: elementsOf(elset({ epochUs })) });
    await addWindow(knex, { startUs }, [satellite]);
  }
}

/** Slow twin: rows that thinning leaves, decided one by one. */
function survivors(rows: readonly HistoryRow[], held: readonly Held[], keepDays: number): HistoryRow[] {
  const stretchOf = ({ epochUs }: HistoryRow): number => Math.floor(epochUs / STRETCH_US);
  const nowUs = Math.min(START_US, Math.max(...rows.map(({ epochUs }) => epochUs)) + 3 * DAY_US);
  const startOf = (days: number): number => Math.floor((nowUs - days * DAY_US) / STRETCH_US);
  return rows.filter((row) => {
    const alike = rows.filter(
      (other) => other.noradNumber === row.noradNumber && (other.source === 'sup-gp') === (row.source === 'sup-gp'),
    );
    const isLastBefore = (startUs: number): boolean =>
      row.epochUs < startUs && !alike.some(({ epochUs }) => epochUs > row.epochUs && epochUs < startUs);
    const isFirstFrom = (startUs: number): boolean =>
      row.epochUs >= startUs && !alike.some(({ epochUs }) => epochUs < row.epochUs && epochUs >= startUs);
    if (isLastBefore(Infinity)) return true;
    if (held.some(({ startUs }) => isLastBefore(startUs) || isFirstFrom(startUs))) return true;
    if (held.some((one) => one.noradNumber === row.noradNumber && one.epochUs === row.epochUs)) return true;
    if (stretchOf(row) >= startOf(7)) return true;
    if (stretchOf(row) < startOf(keepDays)) return false;
    const first = best(
      alike.filter((other) => stretchOf(other) === stretchOf(row)),
      (a, b) => {
        const orders = [
          a.importedAt.getTime() - b.importedAt.getTime(),
          a.epochUs - b.epochUs,
          b.elementSetNo - a.elementSetNo,
          b.id - a.id,
        ];
        return (orders.find((order) => order !== 0) ?? 0) < 0;
      },
    );
    return first === row;
  });
}

const windows = fc.array(
  fc.record({
    startUs: fc.integer({ min: -25, max: 0 }).map((days) => START_US + days * DAY_US),
    noradNumber: fc.integer({ min: 1, max: 3 }),
    epochUs: fc.integer({ min: -200, max: 0 }).map((steps) => START_US + 3 * steps * HOUR_US),
  }),
  { maxLength: 3 },
);

test('of the past stay 7 days whole, one elset for each 6 hours until the last day, and all that windows depend on', async (t, {
  knex,
}) => {
  await fc.assert(
    fc.asyncProperty(histories(25), windows, async (history, chosen) => {
      const rows = await storeHistory(knex, history);
      // Every other window freezes an elset of the history.
      const held = chosen.map((one, i) => {
        const row = i % 2 === 0 ? rows[i % rows.length] : undefined;
        return row === undefined ? one : { ...one, noradNumber: row.noradNumber, epochUs: row.epochUs };
      });
      await hold(knex, held);
      const expected = survivors(rows, held, 14);
      t.is(await thinElsets(knex, { nowMs: NOW_MS, keepDays: 14 }), rows.length - expected.length);
      t.deepEqual(await readHistory(knex), expected);
      t.is(await thinElsets(knex, { nowMs: NOW_MS, keepDays: 14 }), 0);
    }),
    { numRuns: 40 },
  );
});

test('a catalogue that nobody refreshes loses nothing more, nor does one whose clock runs ahead', async (t, {
  knex,
}) => {
  const elsets = [1, 2].flatMap((noradNumber) =>
    [0, 1, 12].map((days) => elset({ noradNumber, epochUs: START_US + days * DAY_US })),
  );
  await upsertCatalogue(knex, elsets, { bundled: false });
  t.is(await thinElsets(knex, { nowMs: NOW_MS + 5_000 * 86_400e3, keepDays: 14 }), 2, 'as on day 15');
  t.deepEqual(
    (await readHistory(knex)).map(({ noradNumber, epochUs }) => [noradNumber, epochUs]),
    [1, 2].flatMap((noradNumber) => [1, 12].map((days) => [noradNumber, START_US + days * DAY_US])),
  );
});

test('bundled elsets of past days go after 7 days, unless a window has them', async (t, { knex }) => {
  const days = Array.from({ length: 12 }, (_, i) => START_US - i * DAY_US);
  for (const epochUs of days) await upsertCatalogue(knex, [elset({ noradNumber: 1, epochUs })], { bundled: true });
  await hold(knex, [{ startUs: START_US - 9 * DAY_US, noradNumber: 1, epochUs: START_US - 9 * DAY_US }]);
  t.is(await thinElsets(knex, { nowMs: NOW_MS, keepDays: 90 }), 2);
  const left = (await readHistory(knex)).map(({ epochUs }) => (START_US - epochUs) / DAY_US);
  // The window has the elset of day 9; opened again, it would choose between this and that of day 10.
  t.deepEqual(left, [0, 1, 2, 3, 4, 5, 6, 7, 9, 10]);
});

test('two processes may thin at once, and an import meanwhile loses nothing', async (t, { knex }) => {
  const past = Array.from({ length: 200 }, (_, i) =>
    [-20, -10, -9.99, -9.98, -1].map((days) => elset({ noradNumber: 1 + i, epochUs: START_US + days * DAY_US })),
  ).flat();
  await upsertCatalogue(knex, past, { bundled: false });
  const options = { nowMs: NOW_MS, keepDays: 14 };
  const fresh = past.filter((_, i) => i % 5 === 4).map((one) => ({ ...one, epochUs: START_US }));
  const [first, second, imported] = await Promise.all([
    thinElsets(knex, options),
    thinElsets(knex, options),
    upsertCatalogue(knex, fresh, { bundled: false }),
  ]);
  t.is(imported.added, 200);
  t.is(first + second, 200 * 3);
  t.is((await readHistory(knex)).length, 200 * 3);
});

test('the room of deleted elsets is given back for others once the table has grown, not each time', async (t, {
  knex,
}) => {
  await knex.raw('vacuum full elsets');
  const options = { nowMs: NOW_MS, keepDays: 14 };
  const pile = (days: number): Promise<unknown> =>
    upsertCatalogue(
      knex,
      Array.from({ length: 300 }, (_, i) => elset({ epochUs: START_US - days * DAY_US - i })),
      { bundled: false },
    );
  const vacuums = async (): Promise<number> => {
    let count = 0;
    const end = tapStatements(knex, (text) => (count += Number(text.startsWith('vacuum'))));
    t.true((await thinElsets(knex, options)) > 0);
    end();
    return count;
  };
  await pile(20);
  // The elset that stays is inserted last, so that no vacuum can shorten the table.
  await upsertCatalogue(knex, [elset()], { bundled: false });
  t.is(await vacuums(), 1);
  await pile(21);
  t.is(await vacuums(), 0, 'the elsets went where others had been');
});

test('thinning that is told to stop ends between two statements', async (t, { knex }) => {
  await upsertCatalogue(knex, [elset({ epochUs: START_US - 100 * DAY_US }), elset()], { bundled: false });
  await t.throwsAsync(thinElsets(knex, { nowMs: NOW_MS, keepDays: 90, signal: AbortSignal.abort() }));
  t.is((await readHistory(knex)).length, 2);
});
