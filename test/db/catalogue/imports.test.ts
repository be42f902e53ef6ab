import { catalogueRevision, listImports, recordImport, type NewImport } from '../../../src/db/catalogue/imports.js';
import { databaseTest as test } from '../fixtures.js';

const IMPORT: NewImport = {
  kind: 'catalogue',
  source: 'gp.csv',
  format: 'omm-csv',
  rowsRead: 3,
  added: 0,
  changed: 0,
  unchanged: 2,
  rejected: 1,
};

test('the revision is the newest import that added or changed anything', async (t, { knex }) => {
  t.is(await catalogueRevision(knex), 0);
  await recordImport(knex, IMPORT);
  t.is(await catalogueRevision(knex), 0);
  const added = await recordImport(knex, { ...IMPORT, kind: 'bundled', added: 1 });
  t.is(await catalogueRevision(knex), added);
  const changed = await recordImport(knex, { ...IMPORT, kind: 'transmitters', changed: 1 });
  const idle = await recordImport(knex, IMPORT);
  t.is(await catalogueRevision(knex), changed);

  const [newest, ...others] = await listImports(knex, 2);
  const { createdAt, ...rest } = newest ?? {};
  t.true(createdAt instanceof Date);
  t.deepEqual(rest, { id: idle, ...IMPORT });
  t.deepEqual(
    others.map(({ id }) => id),
    [changed],
  );
});
