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
  const horizonMask = Array.from({ length: 72 }, (_, i) => [5 * i + 1e-7, 89.999 / (i + 1)] as const);
  for (const { revision, ...given } of [
    { ...dish, revision: 4 },
    { ...dish, revision: 4 },
    { minElevationDeg: null, revision: 5 },
    { dishDiameterM: null, revision: 6 },
    { horizonMask, revision: 7 },
    { horizonMask, revision: 7 },
    { horizonMask: horizonMask.with(71, [359.999, 0]), revision: 8 },
    { horizonMask: null, revision: 9 },
  ]) {
    const updated = await updateStation(knex, accountId, id, given);
    t.deepEqual({ ...updated, ...given, revision }, updated);
  }
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
