import test from 'ava';
import { BASE, GPS, ISS, SILENT, withServer } from '../../helpers/server.js';

const pathOf = (query: Record<string, string>): string => `${BASE}/satellites?${new URLSearchParams(query).toString()}`;

test('a token searches the catalogue, and learns what the account tracks under which id', (t) =>
  withServer(t, async ({ call, enterprise, free }) => {
    const { status, json } = await call(pathOf({ search: 'zarya' }), { token: free.token });
    t.is(status, 200);
    t.deepEqual(json.data, {
      satellites: [
        {
          norad_number: ISS,
          name: 'ISS (ZARYA)',
          operator: 'ISS partners',
          orbital_class: 'LEO',
          altitude_km: 416.7,
          tracked_satellite_id: free.tracked[ISS],
        },
      ],
      has_more: false,
    });
    const [gps] = (await call(pathOf({ search: String(GPS) }), { token: enterprise.token })).json.data.satellites;
    t.like(gps, { name: 'GPS BIII-5 (PRN 11)', orbital_class: 'MEO', tracked_satellite_id: null });
    const [silent] = (await call(pathOf({ search: 'hst' }), { token: free.token })).json.data.satellites;
    t.like(silent, { norad_number: SILENT, tracked_satellite_id: null });
    const [begun] = (await call(pathOf({ search: String(SILENT).slice(0, 4) }), { token: free.token })).json.data
      .satellites;
    t.like(begun, { norad_number: SILENT });
    for (const search of ['%', '_', '\\', '\0', "'"]) {
      t.deepEqual((await call(pathOf({ search }), { token: free.token })).json.data.satellites, [], search);
    }
  }));

test('limit says how many come, and has_more whether that leaves some out', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const find = async (query: Record<string, string>): Promise<[number, boolean]> => {
      const { satellites, has_more: more } = (await call(pathOf(query), { token })).json.data;
      return [satellites.length, more];
    };
    t.deepEqual(await find({ search: 's' }), [4, false]);
    t.deepEqual(await find({ search: 's', limit: '4' }), [4, false]);
    t.deepEqual(await find({ search: 's', limit: '3' }), [3, true]);
    t.deepEqual(await find({ search: 'nothing' }), [0, false]);
  }));
