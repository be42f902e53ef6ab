import { BASE_PATH, BANDS, EPOCH_MS } from '../../../../src/spec.js';
import { get, query, type Question, send } from '../ask.js';

/** Ids of the satellites that the demo tracks; the first three have a low, a medium and a geostationary orbit. */
export const TRACKED = [1, 2, 3, 4, 5];
export const STATIONS = [1, 2, 3, 4];
const PLACES = [
  { lat: 52.52, lon: 13.405 },
  { lat: -89.9, lon: 0 },
  { lat: 0, lon: 180 },
  { lat: 41.8, lon: -1e-5 },
];

const api = (path: string, parameters: Readonly<Record<string, string | number>> = {}): Question =>
  get(BASE_PATH + path + (Object.keys(parameters).length > 0 ? query(parameters) : ''));

/**
 * Calls of the API that only read; most routes are called several times, with different parameters. `startMs`: start of
 * the window, from which the times in the parameters are counted.
 */
export function apiQuestions(startMs: number): Question[] {
  const at = (epoch: number): string => new Date(startMs + epoch * EPOCH_MS).toISOString().replace('.000', '');
  return [
    api('/me'),
    ...['iss', 'starlink', 'ASTRA 1', '25544', '700006278', 'nothing of this name', 'é'].map((search) =>
      api('/satellites', { search }),
    ),
    api('/satellites', { search: 'a', limit: 3 }),
    api('/element_errors'),
    api('/tracked_satellites'),
    api('/tracked_satellites', { name: 'astra' }),
    ...TRACKED.map((id) => api(`/tracked_satellites/${id}`)),
    api('/ground_stations'),
    ...STATIONS.map((id) => api(`/ground_stations/${id}`)),
    ...TRACKED.flatMap((id) => aboutSatellite(id, at)),
    ...TRACKED.slice(0, 3).flatMap((id) => aboutSky(id, at)),
    ...TRACKED.slice(0, 3).flatMap(aboutRun),
    ...['/health_check', '/health/live', '/health/ready'].flatMap((path) => [
      get(path, { as: 'nobody' }),
      get(BASE_PATH + path, { as: 'nobody' }),
    ]),
  ];
}

function aboutSatellite(id: number, at: (epoch: number) => string): Question[] {
  const of = { tracked_satellite_id: id };
  const week = '/interference/timeseries';
  const point = '/interference/at_point';
  const [place = { lat: 0, lon: 0 }] = PLACES;
  return [
    { ...api('/interference/available_frequency_bands', of), keep: [`run ${id}`, 'data.coverage_analysis_run_id'] },
    api('/interference/available_frequency_bands', { ...of, include: 'provenance' }),
    ...PLACES.map((where) => api(week, { ...of, ...where })),
    api(week, { ...of, ...place, include: 'provenance' }),
    api(week, { ...of, ...place, start_time: at(1000), end_time: at(1300) }),
    api(week, { ...of, ...place, frequency_band: BANDS[3].name }),
    api(week, { ...of, ...place, frequency_match: 'band' }),
    api(week, { ...of, ...place, frequency_hz: 11.9e9, bandwidth_hz: 36e6 }),
    ...[0, 600, 5000, 10_079].map((epoch) => api(point, { ...of, ...place, timestamp: at(epoch) })),
    api(point, { ...of, ...place, timestamp: at(77), include_cell_id: 'true', include: 'provenance' }),
    api(point, { ...of, ...place, timestamp: at(78), frequency_band: 'Ku', frequency_match: 'band' }),
    ...STATIONS.map((station) =>
      api('/interference/ground_station_timeseries', { ...of, ground_station_id: station, frequency_band: 'all' }),
    ),
    api('/interference/all_ground_stations', of),
    api('/interference/all_ground_stations', { ...of, start_time: at(0), end_time: at(90), frequency_band: 'X' }),
  ];
}

function aboutSky(id: number, at: (epoch: number) => string): Question[] {
  const of = { tracked_satellite_id: id };
  const sky = '/interference/interferers';
  const met = '/interference/encounters';
  const clear = '/interference/clear_passes';
  const suspects = '/interference/suspects';
  return [
    ...[100, 2000, 7000].map((epoch) => api(sky, { ...of, ground_station_id: 2, timestamp: at(epoch) })),
    api(sky, { ...of, lat: 1, lon: 1, timestamp: at(50), limit: 5 }),
    api(sky, { ...of, lat: 1, lon: 1, timestamp: at(50), frequency_match: 'band', exclude_operator: 'SpaceX' }),
    api(met, { ...of, ground_station_id: 2 }),
    api(met, { ...of, ground_station_id: 3, max_separation_deg: 2, limit: 10, include: 'provenance' }),
    api(met, { ...of, ground_station_id: 1, start_time: at(0), end_time: at(1440), exclude_operator: 'SpaceX' }),
    api(met, { ...of, lat: 1, lon: 1, limit: 10 }),
    api(suspects, { ...of, ground_station_id: 2, start_time: at(100), end_time: at(1540) }),
    api(suspects, { ...of, lat: 1, lon: 1, start_time: at(50), end_time: at(400), frequency_hz: 11.9e9, limit: 5 }),
    api(clear, { tracked_satellite_ids: id, ground_station_ids: '1,2' }),
    api(clear, { tracked_satellite_ids: id, min_clear_seconds: 120, max_separation_deg: 1, limit: 5 }),
  ];
}

function aboutRun(id: number): Question[] {
  const run = `/coverage_analysis_runs/{run ${id}}`;
  const cells = `${run}/interference_cells`;
  return [
    api(run),
    api(cells),
    api(cells, { page: 3, per_page: 7 }),
    api(cells, { page: 2, per_page: 1000 }),
    api(cells, { page: 1, per_page: 20, frequency_band: 'S' }),
    api(cells, { page: 99_999_999 }),
    ...[0, 1234, 10_079].map((epoch) => api(`${cells}/by_epoch/${epoch}`)),
    api(`${cells}/by_epoch/42`, { frequency_band: 'X' }),
    ...[0, 10_000, 49_151].map((ipix) => api(`${cells}/time_series`, { ipix, nside: 64 })),
    api(`${cells}/time_series`, { ipix: 77, nside: 64, frequency_band: 'Ku' }),
  ];
}

/** Calls that change something, and calls that show the changes. */
export function changes(): Question[] {
  const stations = `${BASE_PATH}/ground_stations`;
  const tracked = `${BASE_PATH}/tracked_satellites`;
  const auth = `${BASE_PATH}/auth`;
  const berlin = { name: 'Berlin', latitude: 52.52, longitude: 13.405, elevation_meters: 34 };
  const credentials = { email: 'free@example.org', password: '{password}' };
  return [
    send('POST', stations, berlin, { keep: ['berlin', 'data.id'] }),
    get(`${stations}/{berlin}`),
    get(`${BASE_PATH}/interference/ground_station_timeseries?tracked_satellite_id=1&ground_station_id={berlin}`),
    send('PATCH', `${stations}/{berlin}`, { description: 'S band', active: false }),
    send('PATCH', `${stations}/{berlin}`, { name: 'Potsdam', latitude: 52.4, elevation_meters: null }),
    send('PATCH', `${stations}/{berlin}`, {}),
    send('POST', stations, berlin),
    send('POST', stations, { ...berlin, dish_diameter_m: 3, frequency_hz: 8.2e9 }),
    send('POST', `${stations}/batch`, { ground_stations: [berlin, { ...berlin, name: 'Quito', latitude: -0.2 }] }),
    send('POST', `${stations}/batch`, { ground_stations: [berlin, { name: 'nowhere' }] }),
    get(stations),
    send('DELETE', `${stations}/{berlin}`),
    send('DELETE', `${stations}/{berlin}`),
    get(`${stations}/{berlin}`),
    send('POST', tracked, { norad_number: 700_000_100 }, { keep: ['tracked', 'data.id'] }),
    send('POST', tracked, { norad_number: 700_000_100 }),
    get(`${tracked}/{tracked}`),
    get(`${BASE_PATH}/interference/available_frequency_bands?tracked_satellite_id={tracked}`, {
      keep: ['new run', 'data.coverage_analysis_run_id'],
    }),
    get(`${BASE_PATH}/coverage_analysis_runs/{new run}`),
    get(`${BASE_PATH}/coverage_analysis_runs/{new run}/interference_cells`),
    get(`${BASE_PATH}/coverage_analysis_runs/{new run}/interference_cells/by_epoch/7`),
    get(`${BASE_PATH}/interference/timeseries?tracked_satellite_id={tracked}&lat=1&lon=2`),
    send('DELETE', `${tracked}/{tracked}`),
    get(`${tracked}/{tracked}`),
    send('POST', auth, credentials, { as: 'nobody', keep: ['free token', 'data.token'] }),
    get(`${BASE_PATH}/me`, { as: 'free' }),
    get(`${BASE_PATH}/tracked_satellites`, { as: 'free' }),
    get(`${BASE_PATH}/tracked_satellites/1`, { as: 'free' }),
    get(`${BASE_PATH}/ground_stations/1`, { as: 'free' }),
    ...[
      '/interference/timeseries?tracked_satellite_id=1&lat=1&lon=2',
      '/interference/available_frequency_bands?tracked_satellite_id=1',
      '/interference/clear_passes',
      '/coverage_analysis_runs/1',
    ].map((path) => get(BASE_PATH + path, { as: 'free' })),
    send('DELETE', auth, undefined, { as: 'free' }),
    send('DELETE', auth, undefined, { as: 'free' }),
  ];
}
