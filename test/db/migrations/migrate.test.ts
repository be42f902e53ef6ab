import test from 'ava';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { migrate, replacesServers } from '../../../src/db/migrations/migrate.js';
import { UserError } from '../../../src/errors.js';
import { createServerDatabase } from '../../helpers/postgres.js';
import { withDatabase } from '../../helpers/database.js';
import { databaseTest } from '../fixtures.js';

const ALL = ['0001_initial'];

databaseTest('a migrated database has nothing left to apply', async (t, { knex }) => {
  t.deepEqual(await migrate(knex), []);
  const names = await knex<{ name: string }>('knex_migrations').pluck('name');
  t.deepEqual(names, ALL);
});

databaseTest(
  'a newer version that has only added is no reason to refuse, unless something of this one is missing',
  async (t, { knex }) => {
    const name = '9999_additive_future';
    await knex('knex_migrations').insert({ name, batch: 2 });
    try {
      t.deepEqual(await migrate(knex), []);
      const error = await t.throwsAsync(
        knex.transaction(async (trx) => {
          await trx('knex_migrations')
            .where({ name: ALL.at(-1) ?? '' })
            .delete();
          await migrate(trx);
        }),
        { instanceOf: UserError },
      );
      t.regex(error.message, /newer version \(9999_additive_future\)/);
    } finally {
      await knex('knex_migrations').where({ name }).delete();
    }
  },
);

databaseTest('a database from a newer version is refused, naming what is unknown', async (t, { knex }) => {
  await knex('knex_migrations').insert({ name: '9999_future', batch: 2 });
  try {
    const error = await t.throwsAsync(migrate(knex), { instanceOf: UserError });
    t.regex(error.message, /^the database was migrated by a newer version \(9999_future\)/);
  } finally {
    await knex('knex_migrations').where({ name: '9999_future' }).delete();
  }
});

test('several processes that start on a new database at once migrate it once', async (t) => {
  await withDatabase(t, async () => {
    const created = await createServerDatabase();
    if (created === undefined) throw new Error('a server was there a moment ago');
    const open = async (): Promise<string[]> => {
      const database = await openDatabase({ databaseUrl: created.databaseUrl, dataDir: '' });
      try {
        return await migrate(database.knex);
      } finally {
        await database.close();
      }
    };
    try {
      const applied = await Promise.all([open(), open(), open(), open()]);
      t.deepEqual(applied.flat(), ALL);
    } finally {
      await created.drop();
    }
  }, ['postgres']);
});

databaseTest('a database of the last build before 0.1.0 is up to date', async (t, { knex }) => {
  const before = ['0002_notices', '0009_additive_element_errors', '0010_additive_horizon_masks'];
  await knex('knex_migrations').insert(before.map((name) => ({ name, batch: 2 })));
  t.deepEqual(await migrate(knex), []);
  t.deepEqual(await knex<{ name: string }>('knex_migrations').pluck('name'), ALL);
});

test('servers of the previous version go on where migrations only add', (t) => {
  t.true(replacesServers(['0002_packed', '0003_additive_names']));
  t.false(replacesServers(['0002_additive_names']));
  t.false(replacesServers(ALL), 'nothing ran on a new database');
});
