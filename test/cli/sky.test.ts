import test, { type ExecutionContext } from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { ADA, createAccount, installation } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';

const { EPOCH = '', MEAN_ANOMALY, NORAD_CAT_ID } = ISS;
/** Satellite that `withWindow` places some kilometres behind the ISS, and one docked to the ISS. */
const BEHIND = { ...ISS, OBJECT_NAME: 'ISS (BEHIND, "FREE")', NORAD_CAT_ID: '90001', MEAN_ANOMALY: '0' };
const DOCKED = { ...ISS, OBJECT_NAME: 'ISS (DOCKED)', NORAD_CAT_ID: '90002' };
const SILENT = { ...ISS, OBJECT_NAME: 'SILENT', NORAD_CAT_ID: '90003' };
const BERLIN = ['--lat', '52.52', '--lon', '13.405'];

async function withWindow(t: ExecutionContext) {
  const at = await installation(t);
  const behind = { ...BEHIND, MEAN_ANOMALY: String(Number(MEAN_ANOMALY) - 0.1) };
  const catalogue = temporaryFile(t, 'catalogue.csv', csv(ISS, behind, DOCKED, SILENT));
  await at.run('catalogue', 'import', catalogue);
  await at.run('window', 'open', '--start', EPOCH.slice(0, 10));
  return at;
}

test('encounters over a place are printed as a table, as the API answers, and as rows; over a station by its own elevation and dish', async (t) => {
  const at = await withWindow(t);
  const ask = (...options: string[]) => at.run('encounters', '--norad', String(NORAD_CAT_ID), ...BERLIN, ...options);
  const { code, out, err } = await ask('--json');
  t.is(err, '');
  t.is(code, 0);
  const json = JSON.parse(out);
  t.like(json, {
    frequency_match: 'overlap',
    max_separation_deg: 5,
    max_separation_source: 'default',
    downlink: 'known',
  });
  t.true(json.passes.length > 20);
  t.is(json.encounter_count, json.passes.length);
  for (const { encounters, colocated, in_beam_seconds: inBeam, duration_seconds: whole } of json.passes) {
    t.is(encounters[0].norad_number, 90_001);
    t.deepEqual(
      colocated.map((one: { norad_number: number }) => one.norad_number),
      [90_002],
    );
    t.true(inBeam > 0 && inBeam <= whole);
  }
  const rows = (await ask('--csv')).out.trimEnd().split('\n');
  t.is(rows[0]?.split(',').slice(0, 5).join(), 'aos,los,norad_number,name,operator');
  t.is(rows.length, 1 + json.encounter_count);
  t.regex(rows[1] ?? '', /^20[^,]+Z,20[^,]+Z,90001,"ISS \(BEHIND, ""FREE""\)",/);
  const table = (await ask('--limit', '2')).out.split('\n');
  const passes = json.passes.length as number;
  t.is(table[0], `${passes} passes, ${passes} encounters by overlap, beam 5 degrees (default)`);
  t.is(table.length, 1 + 1 + passes + 1 + 1 + 2 + 1 + 1);
  t.is(table.at(-2), `and ${passes - 2} more: --limit, --start-time`);

  await createAccount(at);
  const text = 'name,latitude,longitude,min_elevation_deg,dish_diameter_m\nBerlin,52.52,13.405,20,5\n';
  await at.run('stations', 'import', temporaryFile(t, 'stations.csv', text), ...ADA);
  const ofStation = (...options: string[]) => at.run('encounters', '--norad', String(NORAD_CAT_ID), ...options);
  t.like(JSON.parse((await ofStation(...ADA, '--station', '1', '--json')).out), {
    minimum_elevation_deg: 20,
    max_separation_source: 'dish',
  });
  t.like(await ofStation(...ADA, '--station', '2'), {
    code: 1,
    err: 'sidelobe: --station 2: ada@example.org has none of that id; `sidelobe stations list` tells the ids\n',
  });
  t.like(await ofStation('--station', '1'), { code: 1, err: 'sidelobe: --station 1: --email says whose it is\n' });
});

test('interferers at an instant are printed as a table, as the API answers, and as rows', async (t) => {
  const at = await withWindow(t);
  const norad = ['--norad', String(NORAD_CAT_ID)];
  const { passes } = JSON.parse((await at.run('encounters', ...norad, ...BERLIN, '--json')).out);
  const { max_elevation_time: timestamp, max_elevation_deg: highest } = passes[0];
  const ask = (...options: string[]) =>
    at.run('interferers', ...norad, ...BERLIN, '--timestamp', timestamp, ...options);
  const json = JSON.parse((await ask('--json')).out);
  t.is(json.timestamp, timestamp);
  t.is(json.count, 2);
  t.true(Math.abs(json.tracked_satellite.elevation_deg - highest) < 0.01);
  t.deepEqual(
    json.interferers.map((one: { norad_number: number }) => one.norad_number),
    [90_001],
  );
  t.like(json.colocated, [{ norad_number: 90_002 }]);
  const [head, second, header = '', ...rows] = (await ask()).out.trimEnd().split('\n');
  t.regex(
    head ?? '',
    new RegExp(`^25544 ISS \\(ZARYA\\) at ${timestamp}: azimuth [\\d.]+, elevation [\\d.]+ degrees, `),
  );
  t.is(second, '2 satellites by band, with ISS (DOCKED) beside it');
  t.regex(header, /^norad +name +operator/);
  t.is(rows.length, 1);
  t.is((await ask('--csv', '--limit', '1')).out.trimEnd().split('\n').length, 2);
  t.regex(
    (await at.run('interferers', '--norad', '90003', ...BERLIN, '--timestamp', timestamp)).out,
    /no known downlink/,
  );
  const nobody = await at.run('interferers', '--norad', '90003', ...BERLIN, '--timestamp', timestamp, '--csv');
  t.regex(nobody.out, /^norad_number,name,operator,[a-z_,]+\n$/);
});

test('suspects of some minutes are printed as a table, as the API answers, and as rows', async (t) => {
  const at = await withWindow(t);
  const norad = ['--norad', String(NORAD_CAT_ID)];
  const { passes } = JSON.parse((await at.run('encounters', ...norad, ...BERLIN, '--json')).out);
  const { aos, los } = passes[0];
  const ask = (...options: string[]) => at.run('suspects', ...norad, ...BERLIN, ...options);
  const json = JSON.parse((await ask('--at', aos, '--minutes', '30', '--json')).out);
  t.is(json.start_time, `${aos.slice(0, 16)}:00Z`);
  t.is(Date.parse(json.end_time) - Date.parse(json.start_time), 31 * 60_000);
  t.is(json.passes[0].los, los);
  t.like(json, { count: 1, colocated: [{ norad_number: 90_002 }] });
  t.like(json.suspects[0], { norad_number: 90_001, stretches: 1, elset_epoch: `${EPOCH.slice(0, 19)}Z` });
  const [up, head, header = '', ...rows] = (await ask('--at', aos)).out.trimEnd().split('\n');
  t.regex(up ?? '', /^up 20\S+Z to 20\S+Z$/);
  t.is(head, '1 suspect by overlap, beam 5 degrees (default)');
  t.regex(header, /^norad +name +operator/);
  t.is(rows.length, 1);
  t.regex(
    (await ask('--at', aos, '--csv')).out,
    /^norad_number,name,.*,stretches\n90001,"ISS \(BEHIND, ""FREE""\)",.*,1\n$/,
  );
  const later = new Date(Date.parse(los) + 5 * 60_000).toISOString();
  t.regex((await ask('--at', later, '--minutes', '1')).out, /^not up from 20\S+Z to 20\S+Z\n0 suspects/);
  t.is(
    (await ask('--at', aos, '--minutes', '1441')).err,
    'sidelobe: --minutes 1441: it must be a decimal number from 1 to 1440\n',
  );
});

test('questions are answered from the element sets nearest to a day, or as of a time', async (t) => {
  const at = await withWindow(t);
  const of = ['--norad', String(NORAD_CAT_ID), ...BERLIN];
  const ask = (command: string, ...options: string[]) => at.run(command, ...of, ...options);
  const day = EPOCH.slice(0, 10);
  const range = ['--start-time', day, '--end-time', `${day}T23:59`];
  const {
    elements,
    frequencies_as_of: asOf,
    ...nearest
  } = JSON.parse((await ask('encounters', ...range, '--elements', 'nearest', '--json')).out);
  t.is(elements, 'nearest');
  t.regex(asOf, /^20\d\d-/);
  t.true(nearest.passes.length > 0);
  t.deepEqual(nearest, JSON.parse((await ask('encounters', ...range, '--json')).out), 'each satellite has one set');
  const instant = ['--timestamp', `${day}T08:05:12Z`];
  const now = new Date().toISOString();
  const look = JSON.parse((await ask('interferers', ...instant, '--elements', `as_of:${now}`, '--json')).out);
  t.like(look, { elements: `as_of:${now}` });
  t.like(JSON.parse((await ask('interferers', ...instant, '--json')).out), {
    tracked_satellite: look.tracked_satellite,
  });
  const early = await ask('interferers', ...instant, '--elements', 'as_of:1999-12-31');
  t.is(early.code, 1);
  t.regex(
    early.err,
    /^sidelobe: no element set within 14 days of noon of \S+ had been imported by 1999-12-31T00:00:00Z/,
  );
  const wrong = await ask('interferers', '--elements', 'newest');
  t.regex(wrong.err, /^sidelobe: --elements newest: it must be window, nearest, or as_of: and/);
});

test('errors of a question name its option', async (t) => {
  const at = await installation(t);
  const ask = async (...options: string[]) => {
    const { code, out, err } = await at.run('encounters', '--norad', '25544', ...options);
    t.is(code, 1);
    t.is(out, '');
    return err;
  };
  t.is(
    await ask('--lat', '91', '--lon', 'x'),
    'sidelobe: --lat 91: it must be a decimal number from -90 to 90 (are latitude and longitude swapped?)\n' +
      'sidelobe: --lon x: it must be a decimal number from -180 to 180\n',
  );
  t.is(await ask(...BERLIN, '--bandwidth-hz', '5'), 'sidelobe: --bandwidth-hz 5: it must come with frequency_hz\n');
  t.is(await ask(...BERLIN), 'sidelobe: no window is open yet: see `sidelobe window open`\n');
  const open = await withWindow(t);
  t.is(
    (await open.run('encounters', '--norad', '5', ...BERLIN)).err,
    'sidelobe: --norad 5: window 1 has no satellite of that number\n',
  );
  t.is(
    (await open.run('interferers', '--norad', '25544')).err,
    'sidelobe: --lat and --lon, or --email and --station, are needed\n',
  );
  t.regex(
    (await open.run('interferers', '--norad', '25544', ...BERLIN, '--timestamp', '2000-01-01')).err,
    /lies outside the analysis window/,
  );
});
