import { readTrack } from '../../../src/web/data/track.js';
import { freeBrowser, signedInTest } from '../../helpers/pageSession.js';
import { BASE, GPS, ISS } from '../../helpers/server.js';

signedInTest(
  'the track of a satellite says when it begins, and where the satellite is at each epoch',
  async (t, api, here) => {
    const { get, words } = here;
    const path = `/page/track?tracked_satellite_id=${api.enterprise.tracked[ISS]}`;
    const { startMs, epochCount, fixedKm } = readTrack((await words(path)).buffer, '');
    t.is(epochCount, 10_080);
    t.is(startMs, Date.parse('2025-12-06T00:00:00Z'));
    t.is(fixedKm.length, 3 * epochCount);
    // The satellite is above the equator at longitude 45 degrees.
    t.is(fixedKm[0], fixedKm[1]);
    t.is((await get(`/page/track?tracked_satellite_id=${api.free.tracked[ISS]}`)).status, 404);
    const { headers } = await get(path);
    t.is(headers.get('content-type'), 'application/octet-stream');
  },
);

signedInTest(
  'a request of the page is about the window that it names, or is refused; answers name theirs',
  async (t, api, here) => {
    const { get } = here;
    const asked = `tracked_satellite_id=${api.enterprise.tracked[ISS]}`;
    const named = (await get(`/page/track?${asked}`)).headers.get('x-analysis-window') ?? '';
    t.true(named.length > 10);
    for (const path of [
      `/page/track?${asked}`,
      `/page/epochs?${asked}&from=0`,
      `/page/others?${asked}&epoch=0`,
      `/page${BASE}/interference/timeseries?${asked}&lat=1&lon=2`,
      `/page${BASE}/interference/available_frequency_bands?${asked}`,
      `/page${BASE}/interference/all_ground_stations?${asked}`,
    ]) {
      const same = await get(path, { 'x-analysis-window': named });
      t.deepEqual([same.status, same.headers.get('x-analysis-window')], [200, named], path);
      const other = await get(path, { 'x-analysis-window': 'another' });
      t.deepEqual([other.status, other.json.error.code], [404, 'TIMESTAMP_OUTSIDE_WINDOW'], path);
      t.is(other.headers.get('x-analysis-window'), named, path);
    }
    const call = await api.call(`${BASE}/interference/available_frequency_bands?${asked}`, {
      token: api.enterprise.token,
      headers: { 'x-analysis-window': 'another' },
    });
    t.deepEqual([call.status, call.headers.get('x-analysis-window')], [200, null], 'calls of the API are as they were');
  },
);

signedInTest('epochs are asked for in blocks, which end with the window', async (t, api, here) => {
  const { get, words } = here;
  const path = (query: string) => `/page/epochs?tracked_satellite_id=${api.enterprise.tracked[ISS]}&${query}`;
  const block = await words(path('from=10070&count=60&frequency_band=S'));
  t.deepEqual(
    [0, 4, 8].map((at) => block.getUint32(at, true)),
    [64, 10_070, 10],
  );
  t.is(block.byteLength, 12 + 2 * 10);
  t.is((await words(path('from=10070&count=60&every=4'))).getUint32(8, true), 3);
  t.is((await words(path('from=0'))).getUint32(8, true), 1);
  for (const query of [
    'from=0&count=0',
    'from=0&count=61',
    'from=0&every=0',
    'from=0&frequency_match=all',
    'count=1',
    'from=-1',
    'from=0&frequency_band=Q',
  ]) {
    t.is((await get(path(query))).status, 400, query);
  }
  t.is((await get(path('from=10080'))).status, 404);
  const poor = await freeBrowser(t, api);
  t.is((await poor.get(`/page/epochs?tracked_satellite_id=${api.free.tracked[ISS]}&from=0`)).status, 403);
  t.is((await poor.get(`/page${BASE}/tracked_satellites`)).status, 200);
});

signedInTest(
  'the other satellites come in their order, with how often intensities are found in the week',
  async (t, api, here) => {
    const { get } = here;
    const query = `tracked_satellite_id=${api.enterprise.tracked[ISS]}&frequency_match=band`;
    const { data } = (await get(`/page/others/operators?${query}`)).json;
    t.deepEqual(data.norad_numbers, [GPS]);
    t.is(data.operators.at(-1).name, null);
    t.deepEqual(data.operators[data.of[0]].satellites, 1);
    const magnitudes = await get(`/page/magnitudes?${query}`);
    t.deepEqual(magnitudes.json.data, { epochs: 32, counts: [0, 32, api.analysis.intensity] });
    t.truthy(magnitudes.headers.get('etag'));
    const poor = await freeBrowser(t, api);
    const free = `tracked_satellite_id=${api.free.tracked[ISS]}`;
    t.is((await poor.get(`/page/others/operators?${free}`)).status, 403);
    t.is((await poor.get(`/page/magnitudes?${free}`)).status, 403);
  },
);

signedInTest('the other satellites are seven numbers each, at an epoch of the window', async (t, api, here) => {
  const { get, words } = here;
  const path = (query: string) => `/page/others?tracked_satellite_id=${api.enterprise.tracked[ISS]}&${query}`;
  const states = await words(path('epoch=300&frequency_band=S'));
  t.deepEqual(
    Array.from({ length: states.byteLength / 2 }, (_unused, i) => states.getInt16(2 * i, true)),
    [300, 301, 302, 303, 304, 305, 306],
  );
  t.is((await get(path('epoch=10080'))).status, 404);
  for (const query of ['', 'epoch=-1', 'epoch=0&frequency_band=Q']) t.is((await get(path(query))).status, 400, query);
  const poor = await freeBrowser(t, api);
  t.is((await poor.get(`/page/others?tracked_satellite_id=${api.free.tracked[ISS]}&epoch=0`)).status, 403);
});
