import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { readConfig } from '../src/config.js';
import { windowSatellites } from '../src/catalogue/windowSatellites.js';
import { createOwnedCore } from '../src/core/instance.js';
import { recordImport } from '../src/db/catalogue/imports.js';
import { loadWindow } from '../src/memory/loadedWindow.js';
import { withDatabase } from '../src/service/batch.js';
import { DAY_MS } from '../src/spec.js';
import { anyone, bench, intensities, poolHere } from './helpers/analysis.js';
import { today } from './helpers/clock.js';
import { callServer } from './helpers/client.js';
import { historyOf, nearestTo } from './helpers/history.js';
import { keptLog } from './helpers/log.js';
import { installations } from './helpers/service.js';
import { startSmallService } from './helpers/smallService.js';

const DAYS = 6;
const US_PER_HOUR = 3_600e6;
const NSIDE = 64;
/** Horizon mask of the station in Berlin: hills up to 18 degrees. */
const HILLS = Array.from({ length: 36 }, (_, i) => [10 * i, (i * i) % 23] as const);

type Query = Record<string, string | number>;

/** Starts a service whose catalogue has a history, every element set imported an hour after its epoch. */
async function startWithHistory(t: ExecutionContext, settings: Record<string, string>) {
  const config = readConfig({ ...settings, RATE_LIMIT_INTERFERENCE_PER_MINUTE: '100000' });
  const midnight = await today();
  const elsets = historyOf(midnight, DAYS);
  const service = await startSmallService(config, keptLog().log, { elsets, every: 1 });
  t.teardown(() => service.stop());
  await withDatabase(
    config,
    async (knex) => {
      const importedAt = knex.raw(`to_timestamp(epoch_us / 1e6) + interval '1 hour'`);
      await knex('elsets').update({ imported_at: importedAt });
      await knex('ground_stations')
        .where({ name: 'Berlin' })
        .update({ horizon_mask: JSON.stringify(HILLS) });
    },
    { mayAsk: true },
  );
  const port = Number(new URL(service.url).port);
  const ask = async (path: string, query: Query, more: Record<string, string> = {}) => {
    const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const options = { token: service.token, headers: more };
    const reply = await callServer(t, port, `/api/v1/interference/${path}?${text.join('&')}`, options);
    return { status: reply.status, etag: reply.headers.get('etag'), body: reply.text, ...reply.json };
  };
  const dayAt = (days: number, hours = 0): string =>
    new Date(midnight.getTime() + days * DAY_MS + hours * 3_600_000).toISOString();
  const [leo = 0, navigation = 0] = service.tracked;
  const [station = 0] = service.stations;
  const noradOf = (pattern: RegExp): number => elsets.find(({ name }) => pattern.test(name))?.noradNumber ?? 0;
  const body = { norad_number: noradOf(/^ASTRA 3B/) };
  const tracked = await callServer(t, port, '/api/v1/tracked_satellites', {
    method: 'POST',
    token: service.token,
    body,
  });
  const geostationary: number = tracked.json.data.id;
  /** Renames a satellite, as an import does that changes something else as well. */
  const rename = (norad: number, name: string): Promise<void> =>
    withDatabase(
      config,
      async (knex) => {
        await knex('satellites').where({ norad_number: norad }).update({ name });
        const counts = { rowsRead: 1, added: 0, changed: 1, unchanged: 0, rejected: 0 };
        await recordImport(knex, { kind: 'catalogue', source: 'test', format: 'generated', ...counts });
      },
      { mayAsk: true },
    );
  return { ask, rename, dayAt, midnight, elsets, leo, navigation, geostationary, station, noradOf };
}

type Past = Awaited<ReturnType<typeof startWithHistory>>;

const BERLIN = { lat: 52.52, lon: 13.405 };

/** Compares a day's answers by the nearest element sets with those of a window that is loaded from these sets here. */
async function compareDay(t: ExecutionContext, { ask, dayAt, elsets, leo, navigation, station, noradOf }: Past) {
  const core = await createOwnedCore(128);
  const noon = new Date(dayAt(-3, 12));
  const { satellites } = windowSatellites(nearestTo(elsets, noon), { start: noon });
  const { analysis, windows } = bench(core, poolHere(core));
  const startUs = 1000 * Date.parse(dayAt(-3));
  const header = { id: 1, identity: 'twin', startUs, epochCount: 1440, nside: NSIDE, minElevationDeg: 10 };
  const window = loadWindow(core, header, satellites);
  windows.publish(window);
  const day = { elements: 'nearest', start_time: dayAt(-3), end_time: dayAt(-2) };
  const place = { latDeg: BERLIN.lat, lonDeg: BERLIN.lon };
  let seen = 0;
  for (const [id, pattern] of [
    [leo, /^ISS/],
    [navigation, /^(NAVSTAR|GPS B)/],
  ] as const) {
    const norad = noradOf(pattern);
    const { status, data } = await ask('timeseries', { tracked_satellite_id: id, ...BERLIN, ...day });
    t.is(status, 200);
    t.like(data, { elements: 'nearest', data_points: 1440, start_time: `${dayAt(-3).slice(0, 19)}Z` });
    const query = { window, norad, band: 'all' as const, ...place, fromEpoch: 0, toEpoch: 1440 };
    const values = await intensities(analysis, query);
    const told = (data.timeseries as { intensity: number }[]).map(({ intensity }) => intensity);
    t.deepEqual(told, values);
    seen += values.filter((value) => value > 0).length;
    const minute = values.findIndex((value) => value > 0);
    const timestamp = new Date(startUs / 1000 + Math.max(0, minute) * 60_000).toISOString();
    const point = await ask('at_point', { tracked_satellite_id: id, ...BERLIN, timestamp, elements: 'nearest' });
    t.is(point.data.intensity, values[Math.max(0, minute)]);

    const others = analysis.others({ window, norad, band: 'all', match: 'band' });
    const onSite = { ...place, heightKm: 0, horizonMask: HILLS };
    const sky = { window, norad, place: onSite, others: others.satellites };
    const passes = await analysis.encounters({ ...sky, fromEpoch: 0, toEpoch: 1440, maxSeparationDeg: 5 }, anyone);
    const met = await ask('encounters', {
      tracked_satellite_id: id,
      ground_station_id: station,
      frequency_match: 'band',
      max_separation_deg: 5,
      limit: 10_000,
      ...day,
    });
    type Told = { aos: string; los: string; encounters: { norad_number: number; closest_separation_deg: number }[] };
    t.deepEqual(
      (met.data.passes as Told[]).map((pass) => [
        Date.parse(pass.aos),
        Date.parse(pass.los),
        pass.encounters.map((one) => [one.norad_number, one.closest_separation_deg]),
      ]),
      passes.map((pass) => [
        Math.round(pass.aosUs / 1000),
        Math.round(pass.losUs / 1000),
        [...pass.encounters].map((one) => [one.norad, Math.round(one.closestDeg * 1e5) / 1e5]),
      ]),
    );
  }
  t.true(seen > 100, `${seen} minutes with interference`);
}

/** Compares answers about several days with the answers about each of these days. */
async function compareDays(t: ExecutionContext, { ask, dayAt, station }: Past, satellite: number) {
  const of = { tracked_satellite_id: satellite, elements: 'nearest' };
  const range = { start_time: dayAt(-3, 9), end_time: dayAt(-1, 15) };
  const cuts = [dayAt(-3, 9), dayAt(-2), dayAt(-1), dayAt(-1, 15)];
  const days = cuts.slice(1).map((end, i) => ({ start_time: cuts[i] ?? '', end_time: end }));
  const both = async (path: string, query: Query) => {
    const whole = await ask(path, { ...of, ...query, ...range });
    t.is(whole.status, 200);
    const parts: { data: typeof whole.data }[] = [];
    for (const day of days) parts.push(await ask(path, { ...of, ...query, ...day }));
    const again = await ask(path, { ...of, ...query, ...range });
    const { frequencies_as_of: now } = whole.data;
    t.deepEqual({ ...again.data, frequencies_as_of: now }, whole.data);
    const known = { 'if-none-match': String(again.etag), 'cache-control': '' };
    t.is((await ask(path, { ...of, ...query, ...range }, known)).status, 304);
    return { whole: whole.data, parts: parts.map(({ data }) => data) };
  };
  const series = await both('timeseries', BERLIN);
  t.is(series.whole.data_points, 54 * 60);
  t.deepEqual(
    series.whole.timeseries,
    series.parts.flatMap(({ timeseries }) => timeseries),
  );

  type Stretch = { aos: string; los: string; complete: boolean; clear_stretch?: object | null };
  /** Joins the parts of passes that midnight cuts, by their times: a part begins when the part before ends. */
  const joined = (passes: readonly Stretch[]): [string, string][] => {
    const found: [string, string][] = [];
    for (const { aos, los } of passes) {
      const last = found.at(-1);
      if (last?.[1] === aos) last[1] = los;
      else found.push([aos, los]);
    }
    return found;
  };
  const over = await both('ground_station_timeseries', { ground_station_id: station });
  t.deepEqual(
    over.whole.timeseries,
    over.parts.flatMap(({ timeseries }) => timeseries),
  );
  const separate = over.parts.flatMap(({ passes }) => passes as Stretch[]);

  t.deepEqual(
    over.whole.passes.map(({ aos, los }: Stretch) => [aos, los]),
    joined(separate),
  );
  for (const { aos, los, complete, peak_intensity: peak } of over.whole.passes) {
    t.is(complete, Date.parse(aos) > Date.parse(range.start_time) && Date.parse(los) < Date.parse(range.end_time));
    const within = over.whole.timeseries.filter(
      ({ timestamp }: { timestamp: string }) => timestamp >= aos && timestamp < los,
    );
    t.is(peak, Math.max(...within.map(({ intensity }: { intensity: number }) => intensity)));
  }
  const every = await ask('all_ground_stations', { ...of, ...range });
  t.deepEqual(every.data.ground_stations[0].passes, over.whole.passes);
  t.deepEqual(every.data.ground_stations[0].timeseries, over.whole.timeseries);

  const beam = { frequency_match: 'band', max_separation_deg: 8 };
  const met = await both('encounters', { ground_station_id: station, limit: 10_000, ...beam });
  const ofDays = met.parts.flatMap(({ passes }) => passes);
  t.deepEqual(
    met.whole.passes.map(({ aos, los }: Stretch) => [aos, los]),
    joined(ofDays),
  );
  const sum = (passes: { in_beam_seconds: number }[]): number =>
    passes.reduce((all, { in_beam_seconds: seconds }) => all + seconds, 0);
  t.true(sum(ofDays) > 60);
  t.true(Math.abs(sum(met.whole.passes) - sum(ofDays)) < 0.01 * ofDays.length);
  const clear = await ask('clear_passes', {
    elements: 'nearest',
    tracked_satellite_ids: satellite,
    ground_station_ids: station,
    limit: 1000,
    ...beam,
    ...range,
  });
  const clearOf = (passes: Stretch[]) =>
    passes
      .filter((pass) => pass.clear_stretch !== null)
      .toSorted((a, b) => (a.aos < b.aos ? -1 : 1))
      .map(({ aos, clear_stretch: stretch }) => ({ aos, stretch }));
  t.deepEqual(clearOf(clear.data.clear_passes), clearOf(met.whole.passes));
  return { passes: over.whole.passes.length, ofDays: separate.length };
}

/** Asks as of random times: every element set that is told must be the newest of those imported by then. */
async function checkAsOf(t: ExecutionContext, { ask, dayAt, midnight, elsets, leo, station, noradOf }: Past) {
  const norad = noradOf(/^ISS/);
  const newest = (of: number, asOfMs: number): number =>
    Math.max(
      ...elsets
        .filter(({ noradNumber, epochUs }) => noradNumber === of && epochUs + US_PER_HOUR <= 1000 * asOfMs)
        .map(({ epochUs }) => epochUs),
    );
  let others = 0;
  const minute = fc.integer({ min: -(DAYS - 1) * 1440, max: -1 });
  const asked = async (asOf: number, at: number): Promise<void> => {
    const asOfMs = midnight.getTime() + asOf * 60_000;
    const timestamp = new Date(midnight.getTime() + at * 60_000).toISOString();
    const elements = `as_of:${new Date(asOfMs).toISOString()}`;
    const of = { tracked_satellite_id: leo, timestamp, elements };
    const { status, data } = await ask('at_point', { ...of, ...BERLIN, include: 'provenance' });
    t.is(status, 200);
    t.is(data.elements, elements.replace('.000Z', 'Z'));
    const { elset } = data.provenance.tracked_satellite;
    t.is(Date.parse(elset.epoch), newest(norad, asOfMs) / 1000);
    t.false('id' in data.provenance.analysis_window);
    const sky = await ask('interferers', { ...of, ground_station_id: station, limit: 1000 });
    for (const other of [sky.data.tracked_satellite, ...sky.data.interferers]) {
      const epochUs = 1000 * Date.parse(timestamp) - other.elset_age_hours * US_PER_HOUR;
      t.true(Math.abs(epochUs - newest(other.norad_number, asOfMs)) <= 0.051 * US_PER_HOUR, String(other.norad_number));
      others++;
    }
  };
  await fc.assert(fc.asyncProperty(minute, minute, asked), { numRuns: 8 });
  t.true(others >= 8);
  t.is(
    (await ask('at_point', { tracked_satellite_id: leo, ...BERLIN, timestamp: dayAt(-1), elements: 'nearest' })).status,
    200,
  );
}

async function checkWrong(t: ExecutionContext, { ask, dayAt, leo, station }: Past) {
  const of = { tracked_satellite_id: leo, ...BERLIN };
  const refused = async (status: number, path: string, query: Query) => {
    const { status: told, error } = await ask(path, query);
    t.is(told, status, JSON.stringify(error));
    return error;
  };
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const ahead = await refused(400, 'at_point', { ...of, timestamp: dayAt(-1), elements: `as_of:${future}` });
  t.regex(ahead.message, /must be as_of: and a time from \S+Z to \S+Z, not in the future/);
  const early = await refused(404, 'at_point', { ...of, timestamp: dayAt(-1), elements: 'as_of:1999-12-31' });
  t.true(early.details.elements.includes(`from ${dayAt(-DAYS, 2).replace('.000Z', 'Z')} to `));
  t.regex(
    early.message,
    /no element set .* had been imported by 1999-12-31T00:00:00Z: .* as_of: and a time from \S+Z to/,
  );

  const end = `${dayAt(7).slice(0, 19)}Z`;
  for (const timestamp of [dayAt(-DAYS - 1, 23.99), dayAt(7)]) {
    const { code, details } = await refused(404, 'at_point', { ...of, timestamp, elements: 'nearest' });
    t.is(code, 'TIMESTAMP_OUTSIDE_WINDOW');
    t.like(details.valid_range, { start: `${dayAt(-DAYS).slice(0, 19)}Z`, end });
  }
  await refused(404, 'at_point', { ...of, timestamp: dayAt(-1) });
  const first = await ask('at_point', { ...of, timestamp: dayAt(-DAYS), elements: 'nearest' });
  t.is(first.status, 200);
  t.is((await ask('at_point', { ...of, timestamp: dayAt(6, 23.99), elements: 'nearest' })).status, 200);

  const week = { start_time: dayAt(-DAYS), end_time: dayAt(2) };
  const long = await refused(400, 'timeseries', { ...of, ...week, elements: 'nearest' });
  t.deepEqual(Object.keys(long.details), ['end_time']);
  await refused(400, 'timeseries', { ...of, start_time: dayAt(-DAYS), elements: 'nearest' });
  await refused(400, 'timeseries', { ...of, end_time: dayAt(-1), elements: 'nearest' });
  for (const elements of ['', 'newest', 'as_of', 'as_of:', 'as_of:yesterday', 'NEAREST']) {
    const { details } = await refused(400, 'at_point', { ...of, timestamp: dayAt(-1), elements });
    t.regex(details.elements, /^must be window, nearest, or as_of: and an ISO 8601 time/);
  }
  const two = { ...of, start_time: dayAt(-2), end_time: dayAt(0), include: 'provenance', elements: 'nearest' };
  t.deepEqual(Object.keys((await refused(400, 'timeseries', two)).details), ['include']);
  await refused(400, 'available_frequency_bands', { tracked_satellite_id: leo, elements: 'nearest' });
  await refused(404, 'encounters', { tracked_satellite_id: 987, ground_station_id: station, elements: 'nearest' });
}

/** Compares answers with `elements=window` to those without, and looks at the ETags of days. */
async function checkSame(t: ExecutionContext, { ask, dayAt, leo, station }: Past) {
  const of = { tracked_satellite_id: leo };
  const range = { start_time: dayAt(0), end_time: dayAt(1) };
  const day = { start_time: dayAt(-2), end_time: dayAt(-1) };
  const questions: [string, Query, Query][] = [
    ['at_point', { ...of, ...BERLIN, timestamp: dayAt(0, 8) }, { timestamp: dayAt(-2, 8) }],
    ['timeseries', { ...of, ...BERLIN, ...range }, day],
    ['ground_station_timeseries', { ...of, ground_station_id: station, ...range }, day],
    ['all_ground_stations', { ...of, ...range }, day],
    ['interferers', { ...of, ...BERLIN, timestamp: dayAt(0, 8) }, { timestamp: dayAt(-2, 8) }],
    ['encounters', { ...of, ground_station_id: station, ...range }, day],
    ['clear_passes', range, day],
  ];
  const etags = new Set<string>();
  for (const [path, query, past] of questions) {
    const [without, given] = [await ask(path, query), await ask(path, { ...query, elements: 'window' })];
    t.is(given.etag, without.etag);
    const data = ({ body }: { body: string }): string => body.slice(0, body.indexOf('"meta"'));
    t.is(data(given), data(without));
    t.false(data(given).includes('frequencies_as_of'));
    for (const elements of ['nearest', `as_of:${dayAt(-2)}`]) {
      const asked = { ...query, ...past, elements };
      const { status, etag, body } = await ask(path, asked);
      t.is(status, 200, `${path}: ${body}`);
      t.regex(body, /"frequencies_as_of":"20\d\d-/);
      etags.add(String(etag));
      t.is(
        (await ask(path, asked, { 'if-none-match': String(etag), 'cache-control': '' })).status,
        304,
        `${path} ${elements}`,
      );
    }
  }
  t.is(etags.size, 2 * questions.length);
}

/** Renames a satellite: answers of a day, which tell names, get other ETags. */
async function checkRenamed(t: ExecutionContext, { ask, rename, dayAt, leo, noradOf }: Past) {
  const query = { tracked_satellite_id: leo, ...BERLIN, timestamp: dayAt(-2, 8), elements: 'nearest' };
  await ask('interferers', query);
  const { etag, data } = await ask('interferers', query);
  const name = 'ISS (ZARYA), RENAMED';
  await rename(noradOf(/^ISS/), name);
  const known = { 'if-none-match': String(etag), 'cache-control': '' };
  for (const headers of [known, {}, known]) {
    const after = await ask('interferers', query, headers);
    t.is(after.status, 200);
    t.not(after.etag, etag);
    t.deepEqual(after.data, { ...data, tracked_satellite: { ...data.tracked_satellite, name } });
  }
}

interface Met {
  norad_number: number;
  closest_time: string;
  elset_epoch: string;
  probability: number;
}

/** Compares the suspects of a range across midnight with the encounters of the same range. */
async function checkSuspects(t: ExecutionContext, { ask, dayAt, elsets, navigation, station }: Past) {
  const over = { tracked_satellite_id: navigation, ground_station_id: station, max_separation_deg: 30 };
  const of = { ...over, frequency_match: 'band', start_time: dayAt(-3, 12), end_time: dayAt(-2, 12) };
  const { data } = await ask('suspects', of);
  t.is(data.elements, 'nearest');
  const { passes } = (await ask('encounters', { ...of, elements: 'nearest', limit: 10_000 })).data;
  const met = passes.flatMap(({ encounters }: { encounters: Met[] }) => encounters) as Met[];
  t.is(new Set(met.map((one) => one.norad_number)).size, data.count);
  t.is(data.suspects.length, data.count);
  const days = new Set<string>();
  for (const { stretches, ...one } of data.suspects as (Met & { stretches: number })[]) {
    const own = met.filter((other) => other.norad_number === one.norad_number);
    t.is(own.length, stretches);
    t.true(own.some((other) => JSON.stringify(other) === JSON.stringify(one)));
    t.is(Math.max(...own.map(({ probability }) => probability)), one.probability);
    const day = one.closest_time.slice(0, 10);
    const sets = elsets.filter(({ noradNumber }) => noradNumber === one.norad_number);
    const [nearest] = nearestTo(sets, new Date(`${day}T12:00:00Z`));
    t.is(Date.parse(one.elset_epoch), 1000 * Math.floor((nearest?.epochUs ?? 0) / 1e6));
    days.add(day);
  }
  t.is(days.size, 2);
  const { data: before } = await ask('suspects', { ...of, elements: `as_of:${dayAt(-4)}` });
  t.true(before.suspects.length > 0);
  for (const { elset_epoch: epoch } of before.suspects as Met[]) t.true(Date.parse(epoch) < Date.parse(dayAt(-4)));
}

test('questions about the past, on each database', async (t) => {
  for (const settings of await installations(t)) {
    const past = await startWithHistory(t, settings);
    await compareDay(t, past);
    t.deepEqual(await compareDays(t, past, past.geostationary), { passes: 1, ofDays: 3 });
    await compareDays(t, past, past.navigation);
    await checkAsOf(t, past);
    await checkSuspects(t, past);
    await checkWrong(t, past);
    await checkSame(t, past);
    await checkRenamed(t, past);
  }
});
