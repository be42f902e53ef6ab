import test from 'ava';
import { insertStation, listStations } from '../../src/db/stations.js';
import { withDatabase } from '../helpers/database.js';
import { account } from './fixtures.js';

test('a station stands at height 0 and is active unless the account says otherwise', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const { accountId } = await account(knex);
    const other = await account(knex, 'bob@example.org');
    const place = { accountId, name: 'Svalbard', latitudeDeg: 78.229_772, longitudeDeg: 15.407_786 };
    const plain = await insertStation(knex, place);
    const { id, createdAt, updatedAt, ...rest } = plain;
    t.deepEqual(rest, { ...place, description: null, elevationMeters: 0, active: true, revision: 1 });
    t.true(createdAt instanceof Date && updatedAt instanceof Date);
    const full = { ...place, name: 'B', description: 'spare', elevationMeters: -12.5, active: false };
    t.like(await insertStation(knex, full), full);
    t.deepEqual(
      (await listStations(knex, accountId)).map((station) => station.id),
      [id, id + 1],
    );
    t.deepEqual(await listStations(knex, other.accountId), []);
  });
});
