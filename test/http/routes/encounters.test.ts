import test from 'ava';
import type { SkyPass } from '../../../src/compute/sky/skyAnalysis.js';
import { createErrorLaws } from '../../../src/catalogue/errors/law.js';
import { createKnownErrorLaws } from '../../../src/memory/errorLaws.js';
import { asker, stationIn } from '../../helpers/requests.js';
import { type Api, BASE, GPS, ISS, SILENT, withApp, withServer } from '../../helpers/server.js';
import { at, iso, met, passFrom } from '../../helpers/skyPasses.js';

const ENCOUNTER = {
  ...met(GPS, 120, 1.204_174),
  entersUs: at(120) + 400,
  leavesUs: at(150.25),
  closestUs: at(130.123_4),
};

/** Pass from second 60 to second 660 with these encounters, the last of which ends at second 150.25. */
function passWith(encounters: (typeof ENCOUNTER)[], more: Partial<SkyPass> = {}): SkyPass {
  return { ...passFrom(60, encounters, 509.75), inBeamUs: 30.25e6, ...more };
}

const caller = (api: Api, id: number) => asker(api, 'encounters', { ground_station_id: id });

test('passes tell who comes into the beam when, how sure that is, and when it is clear', (t) =>
  withServer(t, async (api) => {
    const { analysis } = api;
    analysis.skyPasses = [passWith([ENCOUNTER], { colocated: [SILENT] })];
    analysis.overlap = { lowHz: 2e9, highHz: 2.05e9, source: 'satnogs', assumed: false };
    const id = await stationIn(api, { elevationMeters: 34 });
    const { status, json } = await caller(api, id)('start_time=2025-12-06&end_time=2025-12-06T00:20:30Z');
    t.is(status, 200);
    const { ground_station: told, passes, ...fields } = json.data;
    t.is(told.id, id);
    t.deepEqual(fields, {
      tracked_satellite_id: api.enterprise.tracked[ISS],
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-06T00:21:00Z',
      frequency_band: 'all',
      frequency_match: 'overlap',
      upper_bound: true,
      downlink: 'known',
      minimum_elevation_deg: 10,
      max_separation_deg: 5,
      max_separation_source: 'default',
      encounter_count: 1,
      has_more: false,
    });
    // The elements are 130 s old, for which the API assumes normal errors of a kilometre; 68 % of them are below
    // 0.9945 km.
    const spread = (...perKm: number[]) => 0.994_458 * Math.hypot(...perKm);
    t.deepEqual(passes, [
      {
        aos: iso(60),
        los: iso(660),
        duration_seconds: 600,
        max_elevation_deg: 45.68,
        max_elevation_time: iso(360),
        complete: true,
        in_beam_seconds: 30.25,
        clear_stretch: { start_time: iso(150.25), end_time: iso(660), seconds: 509.75, probability: 1 },
        encounter_count: 1,
        encounters: [
          {
            norad_number: GPS,
            name: 'GPS BIII-5 (PRN 11)',
            operator: 'US Space Force (GPS)',
            orbital_class: 'MEO',
            enters: '2025-12-06T00:02:00.000Z',
            leaves: iso(150.25),
            closest_time: '2025-12-06T00:02:10.123Z',
            closest_separation_deg: 1.20417,
            sigma_deg: Math.round(1e4 * spread(0.03, 0.002)) / 1e4,
            time_sigma_seconds: Math.round(100 * spread(0.12, 0.05)) / 100,
            probability: 1,
            error_class: 'all',
            error_pairs: 0,
            complete: true,
            overlap_hz: 50_000_000,
            overlap_low_hz: 2e9,
            overlap_source: 'satnogs',
            overlap_assumed: false,
            elset_epoch: '2025-12-06T00:00:00Z',
            elset_age_hours: 0,
          },
        ],
        colocated: [{ norad_number: SILENT, name: 'HST', operator: null, orbital_class: 'LEO' }],
      },
    ]);
    t.like(analysis.askedSky[0], {
      norad: ISS,
      place: { latDeg: 52.52, lonDeg: 13.405, heightKm: 0.034 },
      minElevationDeg: 10,
      maxSeparationDeg: 5,
      nearDeg: 3,
      fromEpoch: 0,
      toEpoch: 21,
    });
  }));

test('over a place passes are those of a station there at height 0', (t) =>
  withServer(t, async (api) => {
    const { analysis, enterprise } = api;
    analysis.skyPasses = [passWith([ENCOUNTER])];
    const overPlace = await asker(api, 'encounters')('lat=52.52&lon=180');
    const { tracked_satellite_id: id, lat, lon, ...told } = overPlace.json.data;
    t.deepEqual([id, lat, lon], [enterprise.tracked[ISS], 52.52, 180]);
    t.like(analysis.askedSky[0], { place: { latDeg: 52.52, lonDeg: -180, heightKm: 0 }, minElevationDeg: 10 });
    const there = await stationIn(api, { longitudeDeg: 180, elevationMeters: 0 });
    const { ground_station: _station, tracked_satellite_id: _id, ...same } = (await caller(api, there)()).json.data;
    t.deepEqual(told, same);
    t.deepEqual(analysis.askedSky[1], analysis.askedSky[0]);
  }));

test('of Starlink, which manoeuvres, separations are known the less the older its elements are', (t) =>
  withServer(t, async (api) => {
    const window = api.analysis.current();
    const gps = window?.satellite(GPS);
    if (window === undefined || gps === undefined) throw new Error('no window');
    const satellite = (norad: number) => (norad === GPS ? { ...gps, name: 'STARLINK-1' } : window.satellite(norad));
    api.analysis.current = () => ({ ...window, satellite });
    const late = { ...ENCOUNTER, closestUs: at(3 * 86_400), trackedDegPerKm: 0, otherDegPerKm: 0.05 };
    const beside = { ...late, closestDeg: 6 };
    const far = { ...late, closestDeg: 6, otherDegPerKm: 0 };
    api.analysis.skyPasses = [passWith([late], { near: [beside, beside, far] })];
    const { passes } = (await caller(api, await stationIn(api))()).json.data;
    const [{ encounters, clear_stretch: clear }] = passes;
    // After three days 68 % of the errors are within 19.8 km, and a kilometre is 0.05 degrees.
    t.true(Math.abs(encounters[0].sigma_deg - 0.99) < 0.001, String(encounters[0].sigma_deg));
    t.like(encounters[0], { error_class: 'Starlink', error_pairs: 24_641 });
    t.true(Math.abs(encounters[0].time_sigma_seconds / Math.hypot(0.12 * 3.15, 0.05 * 19.8) - 1) < 0.05);
    // An error of 20 to 220 km brings each `beside` into the beam, at some 16 %: half of the 32 % beyond 19.8 km.
    t.true(clear.probability < 0.85 ** 2 && clear.probability > 0.83 ** 2, String(clear.probability));
  }));

test('encounters that barely move against each other have no sure time', (t) =>
  withServer(t, async (api) => {
    api.analysis.skyPasses = [passWith([{ ...ENCOUNTER, trackedSecondsPerKm: Infinity, otherSecondsPerKm: Infinity }])];
    const { passes } = (await caller(api, await stationIn(api))()).json.data;
    t.is(passes[0].encounters[0].time_sigma_seconds, null);
  }));

test('other laws of errors have other ETags, and other answers', (t) =>
  withServer(t, async (api) => {
    const { db, analysis, enterprise } = api;
    analysis.skyPasses = [passWith([ENCOUNTER])];
    const id = await stationIn(api);
    const paths = [
      `${BASE}/interference/encounters?tracked_satellite_id=${enterprise.tracked[ISS]}&ground_station_id=${id}`,
      `${BASE}/interference/clear_passes?ground_station_ids=${id}`,
    ];
    const etags = new Set<string | null>();
    const sigmas: number[] = [];
    for (const km of [1, 4, 4]) {
      const row = { errorClass: 'all', ageHours: 24, pairs: 200, km: [km, 2 * km, 3 * km, 4 * km] } as const;
      const laws = createErrorLaws([row], `of ${km} km`);
      await withApp(
        t,
        { knex: db.knex, analysis, errorLaws: { ...createKnownErrorLaws(db.knex), current: () => laws } },
        async ({ call }) => {
          for (const path of paths) etags.add((await call(path, { token: enterprise.token })).headers.get('etag'));
          const { passes } = (await call(paths[0]!, { token: enterprise.token })).json.data;
          sigmas.push(passes[0].encounters[0].sigma_deg);
          t.like(passes[0].encounters[0], { error_class: 'all', error_pairs: 200 });
        },
      );
    }
    t.is(etags.size, 4);
    t.true(sigmas[1]! > 3 * sigmas[0]!);
    t.is(sigmas[1], sigmas[2]);
  }));

test('the beam is that of the request, else of the dish at the lowest frequency, else 5 degrees', (t) =>
  withServer(t, async (api) => {
    const dish = await stationIn(api, { dishDiameterM: 5, minElevationDeg: 0 });
    const ask = caller(api, dish);
    // The satellite transmits at 2 GHz; there the dish is 33.4 wavelengths wide.
    const own = (await ask()).json.data;
    t.is(own.max_separation_source, 'dish');
    t.is(own.max_separation_deg, Number((114 * (5 / (299_792_458 / 2e9)) ** -1.09).toFixed(4)));
    t.is(own.minimum_elevation_deg, 0);
    t.is(own.ground_station.dish_diameter_m, 5);
    const asked = (await ask('max_separation_deg=0.01')).json.data;
    t.like(asked, { max_separation_deg: 0.01, max_separation_source: 'request' });
    const silent = (await ask('', SILENT)).json.data;
    t.like(silent, { max_separation_deg: 5, max_separation_source: 'default', downlink: 'no known downlink' });
  }));

test('limit shortens the list of encounters, but no count', (t) =>
  withServer(t, async (api) => {
    const { analysis } = api;
    const three = [0, 1, 2].map((i) => ({
      ...ENCOUNTER,
      entersUs: at(120 + i),
      entersCut: i === 0,
      leavesCut: i === 2,
    }));
    analysis.skyPasses = [passWith(three), passWith(three)];
    const ask = caller(api, await stationIn(api));
    const all = (await ask()).json.data;
    t.is(all.encounter_count, 6);
    t.false(all.has_more);
    t.deepEqual(
      all.passes[0].encounters.map(({ complete }: { complete: boolean }) => complete),
      [false, true, false],
    );
    const some = (await ask('limit=4')).json.data;
    t.is(some.encounter_count, 6);
    t.true(some.has_more);
    for (const [i, told] of [3, 1].entries()) {
      t.is(some.passes[i].encounter_count, 3);
      t.is(some.passes[i].in_beam_seconds, 30.25);
      t.deepEqual(some.passes[i].encounters, all.passes[i].encounters.slice(0, told));
    }
  }));

test('a pass with always somebody in the beam has no clear stretch', (t) =>
  withServer(t, async (api) => {
    api.analysis.skyPasses = [passWith([ENCOUNTER], { clear: undefined, inBeamUs: 600e6, complete: false })];
    const { data } = (await caller(api, await stationIn(api))()).json;
    t.like(data.passes[0], { clear_stretch: null, in_beam_seconds: 600, complete: false });
  }));

test('frequencies, bands and operators are asked about as for interferers', (t) =>
  withServer(t, async (api) => {
    const ask = caller(api, await stationIn(api));
    t.is((await ask('frequency_match=band')).json.data.upper_bound, undefined);
    const { data } = (await ask('frequency_hz=8200000000&exclude_operator=SpaceX')).json;
    t.like(data, { frequency_hz: 8.2e9, bandwidth_hz: 150e6, downlink: 'request' });
    t.deepEqual(data.excluded, { operator: 'SpaceX', satellites: 0 });
    const [first, second] = api.analysis.askedOthers;
    t.like(first, { match: 'band', carrier: undefined });
    t.like(second, { match: 'overlap', carrier: { lowHz: 8.125e9, highHz: 8.275e9 } });
    t.is((await ask('bandwidth_hz=5')).status, 400);
  }));
