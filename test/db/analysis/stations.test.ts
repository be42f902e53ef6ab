import {
  addStation,
  deleteStation,
  findStation,
  insertStation,
  listPlaces,
  listStations,
  updateStation,
} from '../../../src/db/analysis/stations.js';
import { account, databaseTest as test } from '../fixtures.js';

test('a station stands at height 0 and is active unless the account says otherwise', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const other = await account(knex, 'bob@example.org');
  const place = { accountId, name: 'Svalbard', latitudeDeg: 78.229_772, longitudeDeg: 15.407_786 };
  const plain = await insertStation(knex, place);
  const { id, createdAt, updatedAt, ...rest } = plain;
  const none = { minElevationDeg: null, dishDiameterM: null, horizonMask: null };
  t.deepEqual(rest, { ...place, description: null, elevationMeters: 0, active: true, ...none, revision: 1 });
  t.true(createdAt instanceof Date && updatedAt instanceof Date);
  const dish = { minElevationDeg: 5.5, dishDiameterM: 13 };
  const full = { ...place, name: 'B', description: 'spare', elevationMeters: -12.5, active: false, ...dish };
  t.like(await insertStation(knex, full), full);
  t.deepEqual(
    (await listStations(knex, accountId)).map((station) => station.id),
    [id, id + 1],
  );
  t.deepEqual(await listStations(knex, other.accountId), []);
});

const PLACE = { name: 'Svalbard', latitudeDeg: 78.229_772, longitudeDeg: 15.407_786 };

test('a station belongs to its account in every question', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const other = await account(knex, 'bob@example.org');
  const station = await insertStation(knex, { accountId, ...PLACE });
  t.deepEqual(await findStation(knex, accountId, station.id), station);
  t.is(await findStation(knex, other.accountId, station.id), undefined);
  t.is(await updateStation(knex, other.accountId, station.id, { name: 'mine' }), undefined);
  t.is(await deleteStation(knex, other.accountId, station.id), undefined);
  t.deepEqual(await findStation(knex, accountId, station.id), station);
  t.deepEqual(await deleteStation(knex, accountId, station.id), station);
  t.is(await deleteStation(knex, accountId, station.id), undefined);
  t.is(await findStation(knex, accountId, 2 ** 53 - 1), undefined);
});

test('the revision grows with each change, and with nothing else', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const { id, updatedAt } = await insertStation(knex, { accountId, ...PLACE });
  const same = { ...PLACE, description: null, elevationMeters: 0, active: true };
  t.is((await updateStation(knex, accountId, id, same))?.revision, 1);
  t.is((await updateStation(knex, accountId, id, {}))?.revision, 1);
  const changed = await updateStation(knex, accountId, id, {
    active: false,
    description: '',
    elevationMeters: -12.5,
  });
  t.like(changed, { ...PLACE, active: false, description: '', elevationMeters: -12.5, revision: 2 });
  t.true((changed?.updatedAt ?? updatedAt) > updatedAt);
  t.like(await updateStation(knex, accountId, id, { description: null }), { description: null, revision: 3 });
  const dish = { minElevationDeg: 0, dishDiameterM: 0.1 };
  for (const { revision, ...given } of [
    { ...dish, revision: 4 },
    { ...dish, revision: 4 },
    { minElevationDeg: null, revision: 5 },
    { dishDiameterM: null, revision: 6 },
  ]) {
    t.like(await updateStation(knex, accountId, id, given), { ...given, revision });
  }
});

test('a horizon mask comes back as it was, and counts as a change where a point differs', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const horizonMask = Array.from({ length: 72 }, (_, i) => [5 * i + 1e-7, 89.999 / (i + 1)] as const);
  const station = await insertStation(knex, { accountId, ...PLACE, horizonMask });
  t.deepEqual(station.horizonMask, horizonMask);
  t.deepEqual(await findStation(knex, accountId, station.id), station);
  const other = horizonMask.with(71, [359.999, 0]);
  for (const [given, revision] of [
    [horizonMask, 1],
    [other, 2],
    [other, 2],
    [null, 3],
    [horizonMask, 4],
  ] as const) {
    const updated = await updateStation(knex, accountId, station.id, { horizonMask: given });
    t.deepEqual([updated?.horizonMask, updated?.revision], [given, revision]);
  }
  t.deepEqual((await updateStation(knex, accountId, station.id, { name: 'B' }))?.horizonMask, horizonMask);
});

test('changes at the same time all happen', async (t, { knex }) => {
  const { accountId } = await account(knex);
  const { id } = await insertStation(knex, { accountId, ...PLACE });
  const changes = [{ name: 'B' }, { latitudeDeg: 1 }, { longitudeDeg: 2 }, { elevationMeters: 3 }, { active: false }];
  await Promise.all(changes.map((change) => updateStation(knex, accountId, id, change)));
  t.like(await findStation(knex, accountId, id), {
    name: 'B',
    latitudeDeg: 1,
    longitudeDeg: 2,
    elevationMeters: 3,
    active: false,
    revision: 6,
  });
});

test('of stations that are added and deleted at the same time, no more than allowed exist, and each goes once', async (t, {
  knex,
}) => {
  const { accountId } = await account(knex);
  const other = await account(knex, 'bob@example.org');
  const add = (owner: number) => addStation(knex, { accountId: owner, ...PLACE }, 3);
  const added = await Promise.all(Array.from({ length: 12 }, () => add(accountId)));
  t.is(added.filter((station) => station !== undefined).length, 3);
  const kept = await listStations(knex, accountId);
  t.is(kept.length, 3);
  t.not(await add(other.accountId), undefined);

  const [first] = kept;
  const deleted = await Promise.all(Array.from({ length: 4 }, () => deleteStation(knex, accountId, first?.id ?? 0)));
  t.deepEqual(
    deleted.filter((station) => station !== undefined),
    [first],
  );
  t.not(await add(accountId), undefined);
});

test('coordinates come back as the numbers that they were', async (t, { knex }) => {
  const { accountId } = await account(knex);
  for (const latitudeDeg of [0.1 + 0.2, 5e-324, -1e-7, 89.999_999_999_999_99, -90]) {
    const { id } = await insertStation(knex, { accountId, ...PLACE, latitudeDeg, elevationMeters: latitudeDeg });
    t.like(await findStation(knex, accountId, id), { latitudeDeg, elevationMeters: latitudeDeg });
  }
});

test('the places of all stations are listed once each, active or not', async (t, { knex }) => {
  t.deepEqual(await listPlaces(knex), []);
  const { accountId } = await account(knex);
  const other = await account(knex, 'bob@example.org');
  const berlin = { latitudeDeg: 52.52, longitudeDeg: 13.405 };
  const quito = { latitudeDeg: -0.18, longitudeDeg: -78.47 };
  for (const owner of [accountId, other.accountId]) {
    await insertStation(knex, { accountId: owner, name: 'Berlin', ...berlin, elevationMeters: owner });
  }
  await insertStation(knex, { accountId, name: 'Quito', ...quito, active: false });
  const places = await listPlaces(knex);
  t.deepEqual(
    places.toSorted((a, b) => a.latitudeDeg - b.latitudeDeg),
    [quito, berlin],
  );
});
