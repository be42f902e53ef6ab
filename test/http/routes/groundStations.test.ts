import test from 'ava';
import { BASE, withServer, type Api } from '../../helpers/server.js';

const path = `${BASE}/ground_stations`;
const FULL = 'the most that an account has: delete some first, by DELETE /ground_stations/:id';
const BERLIN = { name: 'Berlin', latitude: 52.52, longitude: 13.405 };

const poster =
  ({ call, enterprise: { token } }: Api) =>
  (body: unknown) =>
    call(path, { method: 'POST', token, body });

const patcher =
  ({ call, enterprise: { token } }: Api, id: number) =>
  (body: unknown) =>
    call(`${path}/${id}`, { method: 'PATCH', token, body });

test('a station is registered, found, changed and deleted', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const { token } = enterprise;
    t.deepEqual((await call(path, { token })).json.data, { ground_stations: [] });

    const created = await poster(api)(BERLIN);
    t.is(created.status, 200);
    const { id } = created.json.data;
    const station = {
      id,
      name: 'Berlin',
      latitude: '52.52',
      longitude: '13.405',
      elevation_meters: 0,
      active: true,
      description: null,
    };
    t.deepEqual(created.json.data, station);
    t.is(created.headers.get('location'), `${path}/${id}`);
    t.deepEqual((await call(`${path}/${id}`, { token })).json.data, station);

    const more = { description: 'on the roof', elevation_meters: 34.5, active: false };
    const changed = await patcher(api, id)(more);
    t.is(changed.status, 200);
    t.deepEqual(changed.json.data, { ...station, ...more });
    t.deepEqual((await call(path, { token })).json.data.ground_stations, [{ ...station, ...more }]);

    const deleted = await call(`${path}/${id}`, { method: 'DELETE', token });
    t.is(deleted.status, 200);
    t.deepEqual(deleted.json.data, { ...station, ...more });
    for (const method of ['GET', 'DELETE']) t.is((await call(`${path}/${id}`, { method, token })).status, 404);
    t.is((await patcher(api, id)(more)).status, 404);
  }));

test('coordinates are numbers or text, and come back as text that reads back the same', (t) =>
  withServer(t, async (api) => {
    const post = poster(api);
    const places: [number | string, number | string, string, string][] = [
      [90, 180, '90', '180'],
      [-90, '-180', '-90', '-180'],
      ['52.520', '1.5e1', '52.52', '15'],
      [1e-7, '-1e-07', '0.0000001', '-0.0000001'],
      ['-0', '-0.0', '0', '0'],
      [0.1 + 0.2, '89.99999999999999', '0.30000000000000004', '89.99999999999999'],
    ];
    for (const [latitude, longitude, lat, lon] of places) {
      const { data } = (await post({ ...BERLIN, latitude, longitude })).json;
      t.deepEqual([data.latitude, data.longitude], [lat, lon]);
    }
    const minusZero = (await post('{"name":"a","latitude":-0,"longitude":-0.0,"elevation_meters":-0}')).text;
    t.regex(minusZero, /"latitude":"0","longitude":"0","elevation_meters":0,/);
  }));

test('wrong fields of a station are 422, and named', (t) =>
  withServer(t, async (api) => {
    const post = poster(api);
    const { id } = (await post(BERLIN)).json.data;
    const patch = patcher(api, id);
    const latitude = 'must be a decimal number from -90 to 90, which may be written as text';
    const longitude = 'must be a decimal number from -180 to 180, which may be written as text';
    const name = 'must be text of 1 to 200 characters, not all of them blank, without NUL and unpaired surrogates';
    const description = 'must be text of 0 to 2000 characters, without NUL and unpaired surrogates';
    const elevation = 'must be a number from -1000 to 100000';
    const wrong: [string, string, unknown[]][] = [
      ['latitude', latitude, [90.000_000_1, -91, 'NaN', 'Infinity', '0x10', '+5', ' 5', '', '5.', [5], {}, true, null]],
      ['longitude', longitude, [180.000_000_1, '-180.5', '1,5', '1e400', '٥', null, false]],
      ['name', name, ['', ' \n\t', 'a\0b', '\0', 'a'.repeat(201), 5, null, ['a'], {}]],
      ['description', description, ['a\0', 'a'.repeat(2001), 5, false, []]],
      ['elevation_meters', elevation, [-1000.5, 100_001, '5', null, [], true]],
      ['active', 'must be true or false', ['true', 1, 0, null, []]],
      ['min_elevation_deg', 'must be a number from 0 to below 90', [-0.1, 90, '5', [], true]],
      ['dish_diameter_m', 'must be a number from 0.1 to 100', [0, 0.09, 100.1, '3', {}, true]],
    ];
    for (const [field, rule, values] of wrong) {
      for (const value of values) {
        for (const { status, json } of [await post({ ...BERLIN, [field]: value }), await patch({ [field]: value })]) {
          t.is(status, 422, `${field}: ${JSON.stringify(value)}`);
          t.is(json.error.code, 'VALIDATION_FAILED');
          // A hint in parentheses may follow the rule.
          const [told = ''] = json.error.details[field].split(' (');
          t.deepEqual({ ...json.error.details, [field]: told }, { [field]: rule });
        }
      }
    }
    const unpaired = await post('{"name":"\\ud800","latitude":1e999,"longitude":-1e999,"elevation_meters":1e999}');
    t.is(unpaired.status, 422);
    t.deepEqual(unpaired.json.error.details, { name, latitude, longitude, elevation_meters: elevation });
    t.deepEqual((await post({})).json.error.details, { name, latitude, longitude });
  }));

test('text is kept as it came, up to its longest', (t) =>
  withServer(t, async (api) => {
    const post = poster(api);
    for (const name of ['𝕊'.repeat(200), ' Ω "quoted" \'; drop table x;-- %_\\ ', '<b>&amp;', '__proto__']) {
      const description = name === '<b>&amp;' ? '\n'.repeat(2000) : '';
      const { data } = (await post({ ...BERLIN, name, description })).json;
      t.deepEqual([data.name, data.description], [name, description]);
    }
  }));

test('read-only and unknown fields are 422, except for the station’s own id', (t) =>
  withServer(t, async (api) => {
    const post = poster(api);
    const { id } = (await post(BERLIN)).json.data;
    const other = (await post(BERLIN)).json.data.id;
    const patch = patcher(api, id);
    const fields = ['account_id', 'accountId', 'revision', 'created_at', 'lat', 'constructor', 'toString'];
    for (const field of fields) {
      for (const { status, json } of [await post({ ...BERLIN, [field]: 1 }), await patch({ name: 'B', [field]: 1 })]) {
        t.is(status, 422, field);
        t.deepEqual(json.error.details, { [field]: 'is unknown' });
      }
    }
    t.deepEqual((await post({ ...BERLIN, id: 1 })).json.error.details, { id: 'is unknown' });
    const polluted = '{"name":"B","latitude":1,"longitude":1,"__proto__":{"active":false}}';
    for (const { status, json } of [await post(polluted), await patch(polluted)]) {
      t.is(status, 422);
      t.deepEqual(json.error.details, JSON.parse('{"__proto__":"is unknown"}'));
    }
    t.deepEqual((await patch({ name: 'B', id: other })).json.error.details, {
      id: `is ${id} and cannot change: leave it out`,
    });
    for (const strange of [String(id), null, 1.5, [id]]) {
      const { status, json } = await patch({ name: 'B', id: strange });
      t.is(status, 422);
      t.deepEqual(json.error.details, { id: 'must be an integer' });
    }
    t.is((await api.call(`${path}/${id}`, { token: api.enterprise.token })).json.data.name, 'Berlin');
    t.is((await patch({ name: 'B', id })).json.data.name, 'B');
  }));

test('a change without fields is answered with the station as it is', (t) =>
  withServer(t, async (api) => {
    const { data } = (await poster(api)(BERLIN)).json;
    const patch = patcher(api, data.id);
    for (const body of [{}, { id: data.id }]) {
      const { status, json } = await patch(body);
      t.is(status, 200);
      t.deepEqual(json.data, data);
    }
    t.is((await patcher(api, data.id + 1)({})).status, 404);
  }));

test('the answer for a station can be sent back, and counts as a change only where it differs', (t) =>
  withServer(t, async (api) => {
    const { call, db, enterprise } = api;
    const { data } = (await poster(api)({ ...BERLIN, longitude: 1e-7, description: 'x' })).json;
    const patch = patcher(api, data.id);
    const revision = async () => (await db.knex('ground_stations').where({ id: data.id }).first('revision')).revision;
    t.deepEqual((await patch(data)).json.data, data);
    t.is(await revision(), 1);
    t.is((await patch({ ...data, description: null })).json.data.description, null);
    t.is(await revision(), 2);
    t.is((await call(`${path}/${data.id}`, { token: enterprise.token })).json.data.longitude, '0.0000001');
  }));

const MASK = Array.from({ length: 12 }, (_, i) => [30 * i + 0.5, 3.5 * i]);

test('a minimum elevation, a dish and a horizon mask are told where they were given, and null takes them away', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const fields = { min_elevation_deg: 0, dish_diameter_m: 13.5, horizon_mask: MASK };
    const none = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
    const plain = (await poster(api)({ ...BERLIN, ...none })).json.data;
    t.false(Object.keys(fields).some((name) => name in plain));
    const patch = patcher(api, plain.id);
    const whole = { ...plain, ...fields };
    t.deepEqual((await patch(fields)).json.data, whole);
    t.deepEqual((await patch(whole)).json.data, whole);
    t.deepEqual((await patch({ name: 'B' })).json.data, { ...whole, name: 'B' });
    t.deepEqual((await call(`${path}/${plain.id}`, { token: enterprise.token })).json.data, { ...whole, name: 'B' });
    for (const name of Object.keys(fields)) t.false(name in (await patch({ [name]: null })).json.data, name);
    t.deepEqual((await patch({ name: 'Berlin' })).json.data, plain);
    const most = Array.from({ length: 72 }, (_, i) => [5 * i, i]);
    const given = { ...BERLIN, name: 'C', min_elevation_deg: 89.9, dish_diameter_m: 100, horizon_mask: most };
    const { ground_stations: batch } = (await batchPoster(api)({ ground_stations: [given] })).json.data;
    t.like(batch[0], { min_elevation_deg: 89.9, dish_diameter_m: 100, horizon_mask: most });
    t.deepEqual((await call(path, { token: enterprise.token })).json.data.ground_stations, [plain, batch[0]]);
  }));

test('a wrong horizon mask is 422, and the message has the point, the number and what is allowed', (t) =>
  withServer(t, async (api) => {
    const { id } = (await poster(api)(BERLIN)).json.data;
    const rule = 'must be a list of 12 to 72 points, each [azimuth, elevation] in degrees, by ascending azimuth';
    const withPoint = (index: number, point: unknown): unknown[] => MASK.with(index, point as number[]);
    const point = 'must be [azimuth, elevation] in degrees';
    const wrong: [unknown, string, string, string][] = [
      [MASK.slice(1), '', 'a list of 11', rule],
      [Array.from({ length: 73 }, (_, i) => [i, 0]), '', 'a list of 73', rule],
      ['0:5;30:12', '', '"0:5;30:12"', rule],
      [withPoint(3, '90:5'), '[3]', '"90:5"', point],
      [withPoint(3, [90.5]), '[3]', 'a list of 1', point],
      [withPoint(11, [330]), '[11]', 'a list of 1', point],
      [withPoint(3, [90.5, '5']), '[3][1]', '"5"', 'must be a number'],
      [withPoint(0, [-0.1, 5]), '[0][0]', '-0.1', 'must be an azimuth of 0 to below 360 degrees'],
      [withPoint(11, [360, 5]), '[11][0]', '360', 'must be an azimuth of 0 to below 360 degrees'],
      [withPoint(3, [60.5, 5]), '[3][0]', '60.5', 'must be an azimuth above 60.5, that of the point before'],
      [withPoint(3, [90.5, 90]), '[3][1]', '90', 'must be an elevation of 0 to below 90 degrees'],
      [withPoint(11, [330.5, -1]), '[11][1]', '-1', 'must be an elevation of 0 to below 90 degrees'],
    ];
    for (const [mask, where, given, allowed] of wrong) {
      for (const { status, json } of [
        await poster(api)({ ...BERLIN, horizon_mask: mask }),
        await patcher(api, id)({ horizon_mask: mask }),
      ]) {
        t.is(status, 422, JSON.stringify(mask));
        t.deepEqual(json.error.details, { [`horizon_mask${where}`]: allowed });
        t.true(json.error.message.includes(`horizon_mask${where} is ${given}; it ${allowed}`), json.error.message);
      }
    }
  }));

test('an account has at most 500 stations', (t) =>
  withServer(t, async (api) => {
    const { call, db, enterprise } = api;
    const row = { account_id: enterprise.accountId, name: 'A', latitude: 1, longitude: 2 };
    await db.knex('ground_stations').insert(Array.from({ length: 500 }, () => row));
    const { status, json } = await poster(api)(BERLIN);
    t.is(status, 422);
    t.deepEqual(json.error.details, { ground_stations: `are 500 already, ${FULL}` });
    const [first] = (await call(path, { token: enterprise.token })).json.data.ground_stations;
    t.is((await call(`${path}/${first.id}`, { method: 'DELETE', token: enterprise.token })).status, 200);
    t.is((await poster(api)(BERLIN)).status, 200);
  }));

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Station ${i}`, latitude: i / 10, longitude: 2 }));

function batchPoster({ call, enterprise }: Api) {
  return (body: unknown) => call(`${path}/batch`, { method: 'POST', token: enterprise.token, body });
}

test('many stations are registered in one call, in their order, and a repeat adds and changes none', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const batch = batchPoster(api);
    const first = (await poster(api)(BERLIN)).json.data;
    const list = [...many(499).toReversed(), { ...BERLIN, elevation_meters: 5 }];
    const { status, json } = await batch({ ground_stations: list });
    t.is(status, 200);
    t.is(json.data.added, 499);
    t.is(json.data.unchanged, 1);
    t.deepEqual(json.data.ground_stations.at(-1), first);
    t.deepEqual(
      json.data.ground_stations.map(({ name }: { name: string }) => name),
      list.map(({ name }) => name),
    );
    const again = (await batch({ ground_stations: list })).json.data;
    t.deepEqual(again, { added: 0, unchanged: 500, ground_stations: json.data.ground_stations });
    t.is((await call(path, { token: enterprise.token })).json.data.ground_stations.length, 500);
  }));

test('a batch is all or nothing, and its faults are named by index', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const batch = batchPoster(api);
    const wrong = [...many(2), { name: '', latitude: 139, longitude: 35 }, { name: 'x', lat: 1, longitude: 2 }, 5];
    const { status, json } = await batch({ ground_stations: wrong });
    t.is(status, 422);
    t.deepEqual(Object.keys(json.error.details), [
      'ground_stations[2].name',
      'ground_stations[2].latitude',
      'ground_stations[3].latitude',
      'ground_stations[3].lat',
      'ground_stations[4]',
    ]);
    t.regex(
      json.error.message,
      /ground_stations\[2\]\.latitude is 139; it must be .* \(are latitude and longitude swapped\?\)/,
    );
    t.regex(json.error.message, /ground_stations\[3\]\.lat is unknown; there are name, latitude/);
    const bad = await batch({ ground_stations: Array.from({ length: 500 }, () => ({})) });
    t.is(Object.keys(bad.json.error.details).length, 1500);
    t.regex(bad.json.error.message, /\. And 1490 more, which details name$/);
    for (const list of [[], many(501), {}, null]) t.is((await batch({ ground_stations: list })).status, 422);
    t.is((await batch(many(2))).status, 400);
    await poster(api)(BERLIN);
    const full = await batch({ ground_stations: many(500) });
    t.deepEqual(full.json.error.details, { ground_stations: `would be more than 500, ${FULL}` });
    t.is((await call(path, { token: enterprise.token })).json.data.ground_stations.length, 1);
  }));

test('one station sent twice in a batch is one, and batches at once add it once', (t) =>
  withServer(t, async (api) => {
    const batch = batchPoster(api);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => batch({ ground_stations: [...many(2), ...many(2)] })),
    );
    t.is(
      replies.reduce((sum, { json }) => sum + json.data.added, 0),
      2,
    );
    for (const { json } of replies) {
      const ids = json.data.ground_stations.map(({ id }: { id: number }) => id);
      t.deepEqual(ids.slice(0, 2), ids.slice(2));
    }
  }));

test('a batch may be 1 MiB, other bodies 64 KB', (t) =>
  withServer(t, async (api) => {
    const list = many(500).map((station) => ({ ...station, description: 'd'.repeat(1_900) }));
    t.is((await batchPoster(api)({ ground_stations: list })).status, 200);
    t.is((await batchPoster(api)(' '.repeat(1_048_577))).status, 413);
    t.is((await poster(api)(' '.repeat(65_537))).status, 413);
  }));
