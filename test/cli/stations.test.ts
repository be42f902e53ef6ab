import test, { type ExecutionContext } from 'ava';
import { ADA, createAccount, installation } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';

const MASK = Array.from({ length: 12 }, (_, i) => [30 * i, i / 2]);
const MASK_TEXT = MASK.map((point) => point.join(':')).join(';');

async function withAccount(t: ExecutionContext) {
  const at = await installation(t);
  await createAccount(at);
  return {
    load: (file: string, ...options: string[]) => at.run('stations', 'import', file, ...ADA, ...options),
    list: async () => (await at.run('stations', 'list', ...ADA)).out,
  };
}

test('stations of a CSV are imported once, however often; the others stay as they are', async (t) => {
  const { load, list } = await withAccount(t);
  const text =
    'Name,Latitude,Longitude,elevation_meters,description,active,min_elevation_deg,dish_diameter_m,horizon_mask\n' +
    `"Weilheim, DE",47.88,11.08,600,dish,,5,15.5,${MASK_TEXT}\nQuito,-0.18,-78.47,,,false,,,\n`;
  const file = temporaryFile(t, 'stations.csv', text);
  t.deepEqual(await load(file), {
    code: 0,
    out: `${file}: 2 records (csv): 2 added, 0 known already, 0 rejected\n`,
    err: '',
  });
  const before = await list();
  t.is(
    before,
    'id  name          latitude  longitude  elevation  active  min elevation  dish    horizon mask\n' +
      '1   Weilheim, DE  47.88     11.08      600        yes     5 deg          15.5 m  12 points\n' +
      '2   Quito         -0.18     -78.47     0          no      -              -       -\n',
  );
  t.is((await load(file)).out, `${file}: 2 records (csv): 0 added, 2 known already, 0 rejected\n`);
  t.is(await list(), before);
  const other = temporaryFile(t, 'other.csv', 'name,latitude,longitude\nQuito,-0.18,-78.47\nQuito,-0.2,-78.47\n');
  const again = await load(other);
  t.regex(again.out, /1 added, 1 known already/);
  t.is(again.err, `sidelobe: ${other}:3: Quito: warning: line 2 has a station of this name too\n`);
});

test('a rejected record is named, and nothing is imported unless it shall be left out', async (t) => {
  const { load, list } = await withAccount(t);
  const text =
    'name,latitude,longitude,min_elevation_deg,dish_diameter_m,horizon_mask\nBerlin,52.52,13.405,89.9,0.1,\n' +
    'Tokyo,139.7,35.7,,,\n,1,2,,,\nOslo,59.9\nB,1,2,90,,\nC,1,2,-0.5,,\nD,1,2,,0,\nE,1,2,,100.1,\n' +
    `F,1,2,,,0:5;30:12.5\nG,1,2,,,${MASK_TEXT.replace('60:', '30:')}\nH,1,2,,,${MASK_TEXT.replace('60:', '60 ')}\n`;
  const file = temporaryFile(t, 'stations.csv', text);
  const { code, out, err } = await load(file);
  t.is(code, 1);
  t.is(out, '');
  t.deepEqual(err.split('\n'), [
    `sidelobe: ${file}:3: Tokyo: rejected: latitude is "139.7"; allowed: -90 to 90`,
    `sidelobe: ${file}:4: without number and name: rejected: name is missing; allowed: 1 to 200 characters`,
    `sidelobe: ${file}:5: Oslo: rejected: the row has 2 fields; allowed: 6, as in the header`,
    `sidelobe: ${file}:6: B: rejected: min_elevation_deg is "90"; allowed: 0 to below 90`,
    `sidelobe: ${file}:7: C: rejected: min_elevation_deg is "-0.5"; allowed: 0 to below 90`,
    `sidelobe: ${file}:8: D: rejected: dish_diameter_m is "0"; allowed: 0.1 to 100`,
    `sidelobe: ${file}:9: E: rejected: dish_diameter_m is "100.1"; allowed: 0.1 to 100`,
    `sidelobe: ${file}:10: F: rejected: horizon_mask has 2 points; allowed: 12 to 72 points`,
    `sidelobe: ${file}:11: G: rejected: horizon_mask[2][0] is 30; allowed: an azimuth above 30, that of the point before`,
    `sidelobe: ${file}:12: H: rejected: horizon_mask[2] is "60 1"; allowed: azimuth:elevation in degrees, with semicolons between points, as 0:5;30:12.5, or a list of [0, 5]`,
    `sidelobe: ${file}: nothing is imported: 10 records of 11 rejected; mend the file, or leave those out with --skip-invalid`,
    '',
  ]);
  t.false((await list()).includes('Berlin'));
  const rest = await load(file, '--skip-invalid');
  t.is(rest.code, 0);
  t.is(rest.out, `${file}: 11 records (csv): 1 added, 0 known already, 10 rejected\n`);
  t.true((await list()).includes('Berlin'));
});

test('GeoJSON has points, longitude first and perhaps a height', async (t) => {
  const { load, list } = await withAccount(t);
  const point = (name: unknown, ...coordinates: number[]) => ({
    type: 'Feature',
    properties: { name, ...(name === 'Quito' && { min_elevation_deg: 7.5, dish_diameter_m: 3, horizon_mask: MASK }) },
    geometry: { type: 'Point', coordinates },
  });
  const line = { type: 'Feature', properties: { name: 'road' }, geometry: { type: 'LineString', coordinates: [] } };
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
  const good = temporaryFile(
    t,
    'stations.geojson',
    collection(point('Weilheim', 11.08, 47.88, 600), point('Quito', -78.47, -0.18)),
  );
  t.is((await load(good)).out, `${good}: 2 records (geojson): 2 added, 0 known already, 0 rejected\n`);
  t.regex(
    await list(),
    /1 {3}Weilheim {2}47\.88 {5}11\.08 {6}600 .*\n2 {3}Quito {5}-0\.18 {5}-78\.47 {5}0 .* 7\.5 deg +3 m +12 points\n/,
  );
  const bad = temporaryFile(t, 'bad.geojson', collection(line, point(null, 1, 2)));
  t.regex(
    (await load(bad)).err,
    /bad\.geojson:1: road: rejected: the geometry is "LineString"; allowed: a Point\n.*:2: .*name is missing/,
  );
  const none = temporaryFile(t, 'none.json', '[{"name":"Berlin"}]');
  t.regex(
    (await load(none)).err,
    /this JSON is no FeatureCollection\. Accepted are CSV with the columns name, latitude, longitude/,
  );
});

test('more stations than an account may have are not imported at all', async (t) => {
  const { load, list } = await withAccount(t);
  const rows = Array.from({ length: 501 }, (_, i) => `S${i},${i / 10},2`);
  const file = temporaryFile(t, 'many.csv', ['name,latitude,longitude', ...rows].join('\n'));
  const { code, err } = await load(file);
  t.is(code, 1);
  t.regex(err, /nothing is imported: ada@example\.org would have more than 500 ground stations/);
  t.false((await list()).includes('S0'));
});
