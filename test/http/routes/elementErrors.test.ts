import test from 'ava';
import { nothingLeftOut } from '../../../src/catalogue/errors/history.js';
import { replaceErrorRows } from '../../../src/db/catalogue/elementErrors.js';
import { createKnownErrorLaws } from '../../../src/memory/errorLaws.js';
import { BASE, withApp, withServer } from '../../helpers/server.js';

const PATH = `${BASE}/element_errors`;

test('before a fit the errors in force are told, each with its source', (t) =>
  withServer(t, async ({ call, free }) => {
    const { status, json } = await call(PATH, { token: free.token });
    t.is(status, 200);
    const { classes, ...rest } = json.data;
    t.deepEqual(rest, { fitted_at: null, satellites: 0, pairs: 0, left_out: {} });
    t.like(classes[0], { error_class: 'Starlink', source: 'published', pairs: 24_641, falls_back_to: null });
    t.like(classes[0].ages[3], { age_hours: 24, pairs: 0, p50_km: 3.42, p68_km: 5.08, p90_km: 10.1, p99_km: 23.6 });
    t.deepEqual(classes[1], {
      error_class: 'perigee below 450 km',
      source: null,
      pairs: 0,
      ages: [],
      falls_back_to: 'all',
    });
    t.like(classes.at(-1), { error_class: 'all', source: 'model', pairs: 0 });
    t.is((await call(PATH)).status, 401);
    t.is((await call(`${PATH}?class=all`, { token: free.token })).status, 400);
  }));

test('a fit is told by class and age, with what was left out', (t) =>
  withServer(t, async ({ db: { knex }, analysis, free: { token } }) => {
    const fit = {
      rows: [
        { errorClass: 'all', ageHours: 24, pairs: 300, km: [1.234_56, 2, 3, 4] as const },
        { errorClass: 'oneweb', ageHours: 24, pairs: 20, km: [1, 2, 3, 4] as const },
      ],
      satellites: 30,
      pairs: 5_000_000_000,
      leftOut: { ...nothingLeftOut(), other_satellite: 2 },
      fittedAt: new Date('2026-07-10T03:04:05.678Z'),
      catalogueRevision: 1,
    };
    await knex.transaction((trx) => replaceErrorRows(trx, fit));
    const errorLaws = createKnownErrorLaws(knex);
    await errorLaws.refresh();
    await withApp(t, { knex, analysis, errorLaws }, async ({ call }) => {
      const { data } = (await call(PATH, { token })).json;
      const { classes, ...rest } = data;
      t.deepEqual(rest, {
        fitted_at: '2026-07-10T03:04:05Z',
        satellites: 30,
        pairs: 5_000_000_000,
        left_out: { ...nothingLeftOut(), other_satellite: 2 },
      });
      t.deepEqual(classes[0], {
        error_class: 'oneweb',
        source: null,
        pairs: 20,
        ages: [],
        falls_back_to: 'perigee',
      });
      t.deepEqual(classes.at(-1), {
        error_class: 'all',
        source: 'fitted',
        pairs: 300,
        ages: [{ age_hours: 24, pairs: 300, p50_km: 1.235, p68_km: 2, p90_km: 3, p99_km: 4 }],
        falls_back_to: null,
      });
    });
  }));
