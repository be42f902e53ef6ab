import test from 'ava';
import { BASE, GPS, ISS, LEFT_OUT, SILENT, withServer } from '../../helpers/server.js';

const path = `${BASE}/tracked_satellites`;

test('an account sees what it tracks', (t) =>
  withServer(t, async ({ call, enterprise, free }) => {
    const own = (await call(path, { token: enterprise.token })).json.data.tracked_satellites;
    t.deepEqual(
      own.map((object: { satellite: { norad_number: number } }) => object.satellite.norad_number),
      [ISS, SILENT, LEFT_OUT],
    );
    const other = (await call(path, { token: free.token })).json.data.tracked_satellites;
    t.is(other.length, 1);
    t.is(other[0].id, free.tracked[ISS]);
    t.like(other[0].satellite, { name: 'ISS (ZARYA)', norad_number: ISS, orbital_class: 'LEO' });
    t.deepEqual(Object.keys(other[0]), ['id', 'satellite']);
    const named = (await call(`${path}?name=hS`, { token: enterprise.token })).json.data.tracked_satellites;
    t.deepEqual(named, own.slice(1, 2));
    // Height by Kepler's third law at 15.5 revolutions a day.
    t.is(other[0].satellite.altitude_km, 416.7);
  }));

test('a satellite of the catalogue can be tracked, and tracking it again changes nothing', (t) =>
  withServer(t, async ({ call, free: { token } }) => {
    const post = () => call(path, { method: 'POST', token, body: { norad_number: GPS } });
    const first = await post();
    t.is(first.status, 200);
    t.like(first.json.data.satellite, { norad_number: GPS, orbital_class: 'MEO' });
    const second = await post();
    t.is(second.status, 200);
    t.deepEqual(second.json.data, first.json.data);
    t.is((await call(path, { token })).json.data.tracked_satellites.length, 2);
  }));

test('a satellite that is not in the catalogue cannot be tracked', (t) =>
  withServer(t, async ({ call, free: { token } }) => {
    const { status, json } = await call(path, { method: 'POST', token, body: { norad_number: 99_999 } });
    t.is(status, 422);
    t.is(json.error.code, 'VALIDATION_FAILED');
    t.deepEqual(json.error.details, {
      norad_number: '99999 is not in the catalogue; GET /satellites?search= finds its satellites',
    });
  }));

test('an account tracks at most 500 satellites', (t) =>
  withServer(t, async ({ call, db: { knex }, free: { token, accountId, tracked } }) => {
    await knex.raw(
      `with known as (
         insert into satellites (norad_number, name, object_id)
         select 700000 + i, 'SATELLITE ' || i, '' from generate_series(1, 499) i returning norad_number
       )
       insert into tracked_satellites (account_id, norad_number) select ?, norad_number from known`,
      [accountId],
    );
    const post = (number: number) => call(path, { method: 'POST', token, body: { norad_number: number } });
    const { status, json } = await post(GPS);
    t.is(status, 422);
    const most = 'are 500 already, the most that an account has: stop tracking one first';
    t.deepEqual(json.error.details, { tracked_satellites: most });
    t.is((await post(ISS)).status, 200);
    await call(`${path}/${tracked[ISS]}`, { method: 'DELETE', token });
    t.is((await post(GPS)).status, 200);
  }));

test('untracking returns the satellite once', (t) =>
  withServer(t, async ({ call, free: { token, tracked } }) => {
    const own = (await call(path, { token })).json.data.tracked_satellites[0];
    const remove = () => call(`${path}/${tracked[ISS]}`, { method: 'DELETE', token });
    const { status, json } = await remove();
    t.is(status, 200);
    t.deepEqual(json.data, own);
    t.is((await remove()).status, 404);
  }));

test('one satellite also tells who tracks it, its bands, its run and the window', (t) =>
  withServer(t, async ({ call, db: { knex }, analysis, enterprise }) => {
    const { token, tracked, userId, email } = enterprise;
    const listed = (await call(path, { token })).json.data.tracked_satellites[0];
    const { status, json } = await call(`${path}/${tracked[ISS]}`, { token });
    t.is(status, 200);
    const {
      membership,
      frequency_bands: bands,
      coverage_analysis_run_id: run,
      analysis_window: window,
      ...rest
    } = json.data;
    t.deepEqual(rest, listed);
    t.deepEqual(membership.tracked_by, { id: userId, email, first_name: 'Ada', last_name: 'Núñez' });
    t.regex(membership.tracked_since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    t.deepEqual(window, {
      id: analysis.current()?.id,
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-13T00:00:00Z',
      nside: 64,
    });
    const query = `tracked_satellite_id=${tracked[ISS]}`;
    const available = (await call(`${BASE}/interference/available_frequency_bands?${query}`, { token })).json.data;
    t.is(run, available.coverage_analysis_run_id);
    t.deepEqual(bands, available.frequency_bands);
    await knex('tracked_satellites').update({ tracked_by: null });
    t.is((await call(`${path}/${tracked[ISS]}`, { token })).json.data.membership.tracked_by, null);
  }));

test('without known downlinks there is the band all; outside the window there is nothing to ask for', (t) =>
  withServer(t, async ({ call, analysis, enterprise: { token, tracked } }) => {
    const one = async (norad: number) => (await call(`${path}/${tracked[norad]}`, { token })).json.data;
    t.deepEqual((await one(SILENT)).frequency_bands, [{ name: 'all', min_ghz: null, max_ghz: null }]);
    const nothing = { frequency_bands: [], coverage_analysis_run_id: null, analysis_window: null };
    t.like(await one(LEFT_OUT), nothing);
    analysis.isReady = false;
    t.like(await one(ISS), nothing);
  }));
