import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createKnown } from '../../src/db/known.js';
import { ahead, stopped } from '../helpers/clock.js';
import { tapStatements, withDatabase } from '../helpers/database.js';
import { type Api, BASE, ISS, SILENT, withServerOn } from '../helpers/server.js';

const STATION = { name: 'Berlin', latitude: 52.52, longitude: 13.405 };

/** Names of the round trips to the database that a request makes, each with a pattern of its statement. */
const ROUND_TRIPS: readonly (readonly [name: string, statement: RegExp])[] = [
  ['R1', /^select .* from api_tokens /],
  ['R2', /^update "api_tokens" set "last_used_at"/],
  ['R3', /^INSERT INTO "rate_limits" /],
  ['R3 look', /^SELECT points, expire FROM "rate_limits"/],
  ['R4', /^select t\.id, .* from tracked_satellites t/],
  ['R4b', /^select .* from "satellites" as "s" left join "tracked_satellites"/],
  ['R5', /^select w\.created_at .* from windows w/],
];

function nameOf(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  return ROUND_TRIPS.find(([, pattern]) => pattern.test(text))?.[0] ?? text;
}

test('a timeseries request asks the database as often as the architecture says, and stops where a check refuses it', (t) =>
  withDatabase(t, async (db) => {
    // Rows are remembered for a minute instead of a second, as the test takes longer on a busy machine.
    await withServerOn(t, db, (api) => countTrips(t, api), {}, db, createKnown(db.knex, 60_000));
  }));

async function countTrips(t: ExecutionContext, { db: { knex, kind }, call, enterprise, free }: Api): Promise<void> {
  /** Whether calls are counted in memory, as the database is embedded. */
  const isOwn = kind === 'embedded';
  let asked: string[] = [];
  tapStatements(knex, (sql) => asked.push(nameOf(sql)));
  const path = (id: number | undefined, more = ''): string =>
    `${BASE}/interference/timeseries?tracked_satellite_id=${id}&lat=52.52&lon=13.405${more}`;
  const week = path(enterprise.tracked[ISS]);
  let etag = '';
  const trips = async (status: number, url: string, headers: Record<string, string> = {}, token = enterprise.token) => {
    asked = [];
    const reply = await call(url, { token, headers });
    t.is(reply.status, status, url);
    etag = reply.headers.get('etag') ?? etag;
    return asked;
  };
  const trip = (...names: string[]) => names.filter((name) => !isOwn || !name.startsWith('R3'));
  // With If-None-Match alone, fetch would send Cache-Control: no-cache, so another value is given.
  const having = (tag: string): Record<string, string> => ({ 'If-None-Match': tag, 'Cache-Control': 'max-age=0' });

  t.deepEqual(await trips(200, week), trip('R1', 'R2', 'R3', 'R4'));
  t.deepEqual(await trips(200, week), trip('R3'));
  await stopped(performance, async () => {
    t.deepEqual(await trips(200, week), trip('R3'));
    t.deepEqual(await trips(304, week, having(etag)), []);
  });
  await ahead(performance, 1_001, async () => {
    t.deepEqual(await trips(304, week, having(etag)), trip('R3 look'));
  });
  t.deepEqual(await trips(200, week, having('W/"other"')), trip('R3'));
  t.deepEqual(await trips(200, `${week}&include=provenance`), trip('R3', 'R5'));
  t.deepEqual(await trips(200, `${week}&include=provenance`), trip('R3'));
  t.deepEqual(await trips(200, path(enterprise.tracked[SILENT])), trip('R3', 'R4'));
  t.deepEqual(await trips(200, path(enterprise.tracked[SILENT])), trip('R3'));
  t.deepEqual(await trips(404, path(999_999)), trip('R3', 'R4', 'R4b'));
  t.deepEqual(await trips(404, path(999_999)), trip('R3', 'R4', 'R4b'));
  t.deepEqual(await trips(404, `${week}&start_time=2020-01-01&end_time=2020-01-02`), trip('R3'));
  t.deepEqual(await trips(400, path(enterprise.tracked[ISS], '&frequency_band=Q')), trip('R3'));
  t.deepEqual(await trips(406, week, { Accept: 'text/html' }), trip('R3'));
  t.deepEqual(await trips(404, `${BASE}/nothing`), trip('R3'));
  t.deepEqual(await trips(403, path(0), {}, free.token), trip('R1', 'R2', 'R3'));
  t.deepEqual(await trips(403, path(0), {}, free.token), trip('R3'));
  t.deepEqual(await trips(401, week, {}, `sl_${'x'.repeat(36)}`), []);

  // Tries all other calls that can be answered from memory.
  const satellite = `tracked_satellite_id=${enterprise.tracked[ISS]}`;
  const run = `${BASE}/coverage_analysis_runs/1`;
  await call(`${BASE}/ground_stations`, { method: 'POST', token: enterprise.token, body: STATION });
  for (const url of [
    `${BASE}/me`,
    `${BASE}/interference/at_point?${satellite}&lat=52.52&lon=13.405&timestamp=2025-12-06T08:05:00Z`,
    `${BASE}/interference/available_frequency_bands?${satellite}`,
    `${BASE}/interference/ground_station_timeseries?${satellite}&ground_station_id=1`,
    `${BASE}/interference/all_ground_stations?${satellite}`,
    `${BASE}/tracked_satellites`,
    `${BASE}/tracked_satellites/${enterprise.tracked[ISS]}`,
    `${BASE}/ground_stations`,
    `${BASE}/ground_stations/1`,
    run,
    `${run}/interference_cells/time_series?ipix=1&nside=64`,
    `${run}/interference_cells/by_epoch/5`,
  ]) {
    await trips(200, url);
    // Lets a rest end that the account may have to take (fairness/door.ts): with the clock stopped, it would not end.
    await pause(10);
    await stopped(performance, async () => {
      t.deepEqual(await trips(200, url), trip('R3'), url);
      if (/interference/.test(url)) t.deepEqual(await trips(304, url, having(etag)), [], url);
    });
  }
}
