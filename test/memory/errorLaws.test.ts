import { nothingLeftOut } from '../../src/catalogue/errors/history.js';
import { replaceErrorRows } from '../../src/db/catalogue/elementErrors.js';
import { createKnownErrorLaws } from '../../src/memory/errorLaws.js';
import { databaseTest } from '../db/fixtures.js';
import { statements } from '../helpers/database.js';

databaseTest('laws are read again when another fit is stored, and have another identity then', async (t, { knex }) => {
  const known = createKnownErrorLaws(knex);
  await known.refresh();
  t.is(known.current().identity, 'none');
  const satellite = { name: 'NOBODY KNOWS', perigeeKm: 700 };
  t.is(known.current().of(satellite).source, 'model');
  const rows = [{ errorClass: 'all', ageHours: 24, pairs: 200, km: [1, 2, 3, 4] as const }];
  const fittedAt = new Date('2026-07-10T00:00:00Z');
  const fit = { rows, satellites: 1, pairs: 200, leftOut: nothingLeftOut(), fittedAt, catalogueRevision: 1 };
  await knex.transaction((trx) => replaceErrorRows(trx, fit));
  t.is(known.current().identity, 'none');
  t.is(await statements(knex, () => known.refresh()), 2);
  t.is(known.current().identity, fittedAt.toISOString());
  t.like(known.current().of(satellite), { errorClass: 'all', source: 'fitted', pairs: 200 });
  t.is(await statements(knex, () => known.refresh()), 1);
});
