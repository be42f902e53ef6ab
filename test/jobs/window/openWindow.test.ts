import test from 'ava';
import type { Knex } from 'knex';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { listWindows, loadWindowSatellites, newestPublishedWindow } from '../../../src/db/analysis/windows.js';
import { UserError } from '../../../src/errors.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import type { WindowOptions } from '../../../src/jobs/window/windowOptions.js';
import { DAY_US, elset, importElsets, START_US } from '../../db/fixtures.js';
import { withDatabase } from '../../helpers/database.js';

const OPTIONS: WindowOptions = {
  start: new Date(START_US / 1000),
  nside: 64,
  minElevationDeg: 10,
  uniformElevation: false,
};

const frozen = async (
  knex: Knex,
  options = OPTIONS,
): Promise<Record<number, { raanDeg: number; minimum: number; bands: number }>> => {
  const { id } = await openWindow(knex, options);
  const satellites = await loadWindowSatellites(knex, id);
  return Object.fromEntries(
    satellites.map((row) => [
      row.noradNumber,
      { raanDeg: row.elements.raanDeg, minimum: row.minElevationDeg, bands: row.bands },
    ]),
  );
};

test('a window freezes the elset nearest its start; of two equally near the later, then the higher number, then the last imported', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const at = (noradNumber: number, days: number, raanDeg: number, elementSetNo = 1): Elset =>
      elset({ noradNumber, epochUs: START_US + days * DAY_US, raanDeg, elementSetNo });
    await importElsets(knex, [
      at(1, -3, 10),
      at(1, 2, 11),
      at(1, 5, 12),
      at(2, -3, 20),
      at(2, 3, 21),
      at(3, 1, 30, 7),
      at(3, 1, 31, 9),
      at(3, 1, 32, 8),
      at(4, 1, 40, 7),
    ]);
    await importElsets(knex, [at(4, 1, 41, 7)]);
    const chosen = await frozen(knex);
    t.deepEqual(
      Object.entries(chosen).map(([norad, { raanDeg }]) => [Number(norad), raanDeg]),
      [
        [1, 11],
        [2, 21],
        [3, 31],
        [4, 41],
      ],
    );
  });
});

test('a window names what it was opened with, and answers from then on', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const revision = await importElsets(knex, [elset()]);
    await openWindow(knex, OPTIONS);
    const { id } = await openWindow(knex, { ...OPTIONS, nside: 32, minElevationDeg: 5, uniformElevation: true });
    const newest = await newestPublishedWindow(knex);
    t.like(newest, {
      id,
      startUs: START_US,
      epochCount: 10_080,
      nside: 32,
      minElevationDeg: 5,
      uniformElevation: true,
      catalogueRevision: revision,
      satelliteCount: 1,
      propagationFailures: null,
    });
  });
});

test('the window opened last answers, even from a transaction that began before another opened its own', async (t) => {
  await withDatabase(
    t,
    async ({ knex }) => {
      await importElsets(knex, [elset()]);
      const [first, last] = await knex.transaction(async (trx) => {
        await trx.raw('select now()');
        return [await openWindow(knex, OPTIONS), await openWindow(trx, OPTIONS)];
      });
      t.true(last.id > first.id);
      t.is((await newestPublishedWindow(knex))?.id, last.id);
    },
    ['postgres'],
  );
});

test('options out of range are refused, naming the value and the range, before anything is stored', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await importElsets(knex, [elset()]);
    const refusals: [Partial<WindowOptions>, string][] = [
      [{ nside: 100 }, 'nside 100: allowed: 32, 64, 128, 256'],
      [{ nside: 16 }, 'nside 16: allowed: 32, 64, 128, 256'],
      [{ minElevationDeg: 90 }, 'minimum elevation 90: allowed: 0 to below 90 degrees'],
      [{ minElevationDeg: -0.5 }, 'minimum elevation -0.5: allowed: 0 to below 90 degrees'],
      [{ minElevationDeg: NaN }, 'minimum elevation NaN: allowed: 0 to below 90 degrees'],
      [{ start: new Date(NaN) }, 'start: not a time; allowed: ISO 8601 with Z or an offset'],
      [{ start: new Date('2026-07-10T00:00:30Z') }, 'start 2026-07-10T00:00:30.000Z: allowed: a whole UTC minute'],
      [
        { start: new Date('9999-12-31T00:00:00Z') },
        'start 9999-12-31T00:00:00.000Z: allowed: 1957-10-04 to 2056-12-31, the years that element sets are dated in',
      ],
      [
        { start: new Date('1957-10-03T23:59:00Z') },
        'start 1957-10-03T23:59:00.000Z: allowed: 1957-10-04 to 2056-12-31, the years that element sets are dated in',
      ],
      [
        { start: new Date('2026-07-24T00:01:00Z') },
        'start 2026-07-24T00:01:00.000Z: no element set lies within 14 days of it; the catalogue holds 2026-07-10 to 2026-07-10',
      ],
    ];
    for (const [options, message] of refusals) {
      await t.throwsAsync(openWindow(knex, { ...OPTIONS, ...options }), { instanceOf: UserError, message });
    }
    t.deepEqual(await listWindows(knex), []);
  });
});

test('an empty catalogue opens no window, and says what to do', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await t.throwsAsync(openWindow(knex, OPTIONS), {
      instanceOf: UserError,
      message: 'the catalogue is empty: import one with `sidelobe catalogue import FILE|URL`',
    });
    t.deepEqual(await listWindows(knex), []);
  });
});
