import test from 'ava';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { up as addWindowIdentity } from '../../../src/db/migrations/0007_window_identity.js';
import { UserError } from '../../../src/errors.js';
import { createServerDatabase, withDatabase } from '../../helpers/database.js';

const ALL = [
  '0001_initial',
  '0002_sweeps',
  '0003_rate_limits',
  '0004_fetches',
  '0005_sessions',
  '0006_part_rows',
  '0007_window_identity',
  '0009_session_use',
];

test('a migrated database has nothing left to apply', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    t.deepEqual(await migrate(knex), []);
    const names = await knex<{ name: string }>('knex_migrations').pluck('name');
    t.deepEqual(names, ALL);
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

test('windows that were there before get an identity each', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const identities = await knex.transaction(async (trx) => {
      await trx.raw('alter table windows drop column identity');
      await trx.raw(`insert into windows (start_us, epoch_count, nside, min_elevation_deg, uniform_elevation,
        catalogue_revision, satellite_count, left_out) select 0, 1, 64, 10, false, 1, 0, '{}' from generate_series(1, 3)`);
      await addWindowIdentity(trx);
      return trx<{ identity: string }>('windows').pluck('identity');
    });
    t.is(new Set(identities).size, 3);
  });
});
