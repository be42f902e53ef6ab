import test from 'ava';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { UserError } from '../../../src/errors.js';
import { createServerDatabase, withDatabase } from '../../helpers/database.js';

const ALL = ['0001_initial', '0002_notices', '0003_station_dishes', '0004_downlinks', '0005_no_notices'];

test('a migrated database has nothing left to apply', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    t.deepEqual(await migrate(knex), []);
    const names = await knex<{ name: string }>('knex_migrations').pluck('name');
    t.deepEqual(names, ALL);
  });
});

test('a newer version that has only added is no reason to refuse, unless something of this one is missing', async (t) => {
  await withDatabase(t, async ({ knex }) => {
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
  });
});

test('a database from a newer version is refused, naming what is unknown', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await knex('knex_migrations').insert({ name: '9999_future', batch: 2 });
    try {
      const error = await t.throwsAsync(migrate(knex), { instanceOf: UserError });
      t.regex(error.message, /^the database was migrated by a newer version \(9999_future\)/);
    } finally {
      await knex('knex_migrations').where({ name: '9999_future' }).delete();
    }
  });
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
