import { addStations } from '../../../src/db/analysis/stations.js';
import { signedInTest } from '../../helpers/pageSession.js';

const STATIONS = [
  { name: 'High', latitudeDeg: -24.627, longitudeDeg: -70.404, elevationMeters: 2635 },
  { name: 'Idle', latitudeDeg: 1, longitudeDeg: 2, active: false },
  { name: 'West', latitudeDeg: 5, longitudeDeg: 180 },
];

signedInTest(
  'a file of stations is read line by line and adds none; what is there already is told',
  async (t, api, here) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    const read = (text: string) => here.send('POST', '/page/ground_stations/read', { text });
    const horizonMask = Array.from({ length: 12 }, (_, i) => [30 * i, i / 2]);
    const mask = horizonMask.map((point) => point.join(':')).join(';');
    const header = 'Name,Latitude,Longitude,dish_diameter_m,horizon_mask';
    const lines = [header, `New,1.5,2,3,${mask}`, 'West,5,180,,', 'Far,91,0,,', 'New,1.5,2,,'];
    const { status, json } = await read(lines.join('\r\n'));
    t.is(status, 200);
    t.deepEqual(json.data, {
      stations: [
        {
          line: 2,
          is_known: false,
          station: {
            name: 'New',
            latitude: 1.5,
            longitude: 2,
            elevation_meters: 0,
            dish_diameter_m: 3,
            horizon_mask: horizonMask,
          },
        },
        { line: 3, is_known: true, station: { name: 'West', latitude: 5, longitude: 180, elevation_meters: 0 } },
        { line: 5, is_known: true, station: { name: 'New', latitude: 1.5, longitude: 2, elevation_meters: 0 } },
      ],
      rejections: [{ line: 4, record: 'Far', reason: 'latitude is "91"; allowed: -90 to 90' }],
    });
    const wrong = await read('name;latitude;longitude\n');
    t.deepEqual([wrong.status, wrong.json.error.code], [422, 'VALIDATION_FAILED']);
    t.regex(wrong.json.error.message, /header \(line 1\) lacks the columns name, latitude, longitude/);
    const listed = await here.get('/page/ground_stations');
    t.is(listed.json.data.ground_stations.length, STATIONS.length);
  },
);
