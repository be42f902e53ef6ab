import test from 'ava';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { findProvenance } from '../../../src/db/analysis/provenance.js';
import { insertStation, listStations } from '../../../src/db/analysis/stations.js';
import { loadSatellites } from '../../../src/db/analysis/frozenSatellites.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { migrate, replacesServers } from '../../../src/db/migrations/migrate.js';
import { UserError } from '../../../src/errors.js';
import { createServerDatabase } from '../../helpers/postgres.js';
import { withDatabase } from '../../helpers/database.js';
import { account, databaseTest, elset, frozen, START_US } from '../fixtures.js';

const ALL = [
  '0001_initial',
  '0002_notices',
  '0003_station_dishes',
  '0004_downlinks',
  '0005_no_notices',
  '0006_packed_windows',
  '0007_additive_orbital_slots',
  '0008_additive_element_sources',
  '0009_additive_element_errors',
  '0010_additive_horizon_masks',
  '0011_zlib_series',
];

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

/** SQL that undoes all from 0005_no_notices on, and inserts a window of two satellites. */
const BEFORE_PACKED = `
  delete from knex_migrations where name >= '0005';
  drop table element_errors, element_error_fits;
  alter table windows drop column satellites, drop column norad_numbers, drop column silent_share;
  alter table elsets drop column source;
  alter table ground_stations drop column horizon_mask;
  create table window_satellites (
    window_id bigint not null references windows on delete cascade, norad_number bigint not null,
    elset_id bigint not null references elsets, band_mask int not null, min_elevation_deg double precision not null,
    downlinks jsonb, primary key (window_id, norad_number));
  create function tell_everybody() returns trigger language plpgsql as 'begin return null; end';
  create trigger tell_everybody after update on windows for each statement execute function tell_everybody();
  insert into windows (start_us, epoch_count, nside, min_elevation_deg, uniform_elevation, catalogue_revision,
    satellite_count, left_out) values (${START_US}, 10, 64, 10, false, 1, 2, '{}');
  insert into window_satellites select w.id, e.norad_number, e.id, 8, 10,
    case when e.norad_number = 25544 then cast('[[1, 2, "csv", "given"]]' as jsonb) end from windows w, elsets e;`;

databaseTest(
  'windows of the previous version keep their satellites, and stations their fields',
  async (t, { knex }) => {
    await upsertCatalogue(knex, [elset(), elset({ noradNumber: 7 })], { bundled: false });
    const { accountId } = await account(knex);
    const station = await insertStation(knex, { accountId, name: 'Berlin', latitudeDeg: 52.52, longitudeDeg: 13.405 });
    const undone = knex.transaction(async (trx) => {
      await trx.raw(BEFORE_PACKED);
      const applied = await migrate(trx);
      t.deepEqual(applied, ALL.slice(-7));
      t.true(replacesServers(applied));
      t.false(replacesServers(ALL), 'nothing ran on a new database');
      t.false(replacesServers(['9999_additive_future']));
      const [id = 0] = await trx('windows').pluck<number[]>('id');
      t.deepEqual(await loadSatellites(trx, id), [
        frozen({ noradNumber: 7 }),
        frozen({ downlinks: '[[1,2,"csv","given"]]' }),
      ]);
      t.like(await findProvenance(trx, id, 7), { silentShare: null });
      t.like((await findProvenance(trx, id, 7))?.satellite, { bands: 8, minElevationDeg: 10, elsetEpochUs: START_US });
      t.deepEqual(await trx('elsets').distinct().pluck('source'), ['gp'], 'kinds of sources were not kept before');
      t.is((await trx.raw(`select from pg_trigger where tgname = 'tell_everybody'`)).rowCount, 0);
      t.deepEqual(await listStations(trx, accountId), [station]);
      throw new Error('undone');
    });
    await t.throwsAsync(undone, { message: 'undone' });
  },
);
