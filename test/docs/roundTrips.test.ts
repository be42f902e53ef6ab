import test from 'ava';
import { ahead, stopped } from '../helpers/clock.js';
import { BASE, ISS, SILENT, withServers } from '../helpers/server.js';

/** The round trips of a request, as docs/architecture.md numbers them, by what their statements are about. */
const ROUND_TRIPS: readonly (readonly [name: string, statement: RegExp])[] = [
  ['R1', /^select .* from "api_tokens"/],
  ['R2', /^update "api_tokens" set "last_used_at"/],
  ['R3', /^insert into rate_limits as l /],
  ['R3 look', /^select points, .* from rate_limits/],
  ['R4', /^select t\.id, .* from tracked_satellites t/],
  ['R4b', /^select .* from "satellites" as "s" left join "tracked_satellites"/],
  ['behind', /^insert into rate_limits .* from unnest/],
  ['R5', /^select w\.created_at .* from windows w/],
];

function nameOf(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  return ROUND_TRIPS.find(([, pattern]) => pattern.test(text))?.[0] ?? text;
}

test('a timeseries request asks the database as often as the architecture says, and stops where a check refuses it', (t) =>
  withServers(t, async ({ db: { knex, kind }, call, enterprise, free }) => {
    /** Counted in memory where the database is the process's own. */
    const isOwn = kind === 'embedded';
    let asked: string[] = [];
    knex.on('query', ({ sql }: { sql: string }) => {
      // No request waits for that.
      if (nameOf(sql) !== 'behind') asked.push(nameOf(sql));
    });
    const path = (id: number | undefined, more = ''): string =>
      `${BASE}/interference/timeseries?tracked_satellite_id=${id}&lat=52.52&lon=13.405${more}`;
    const week = path(enterprise.tracked[ISS]);
    let etag = '';
    const trips = async (
      status: number,
      url: string,
      headers: Record<string, string> = {},
      token = enterprise.token,
    ) => {
      asked = [];
      const reply = await call(url, { token, headers });
      t.is(reply.status, status, url);
      etag = reply.headers.get('etag') ?? etag;
      return asked;
    };
    const trip = (...names: string[]) => names.filter((name) => !isOwn || !name.startsWith('R3'));
    // fetch would ask past all caches.
    const having = (tag: string): Record<string, string> => ({ 'If-None-Match': tag, 'Cache-Control': 'max-age=0' });

    t.deepEqual(await trips(200, week), trip('R1', 'R2', 'R3', 'R4'));
    t.deepEqual(await trips(200, week), trip('R1', 'R3', 'R4'));
    await stopped(performance, async () => {
      t.deepEqual(await trips(200, week), trip('R1', 'R3', 'R4'));
      t.deepEqual(await trips(304, week, having(etag)), trip('R1', 'R4'));
    });
    await ahead(performance, 1_001, async () => {
      t.deepEqual(await trips(304, week, having(etag)), trip('R1', 'R4', 'R3 look'));
    });
    t.deepEqual(await trips(200, week, having('W/"other"')), trip('R1', 'R4', 'R3'));
    t.deepEqual(await trips(200, `${week}&include=provenance`), trip('R1', 'R3', 'R4', 'R5'));
    t.deepEqual(await trips(200, path(enterprise.tracked[SILENT])), trip('R1', 'R3', 'R4'));
    t.deepEqual(await trips(404, path(999_999)), trip('R1', 'R3', 'R4', 'R4b'));
    t.deepEqual(await trips(404, `${week}&start_time=2020-01-01&end_time=2020-01-02`), trip('R1', 'R3', 'R4'));
    t.deepEqual(await trips(400, path(enterprise.tracked[ISS], '&frequency_band=Q')), trip('R1', 'R3'));
    t.deepEqual(await trips(406, week, { Accept: 'text/html' }), trip('R1', 'R3'));
    t.deepEqual(await trips(404, `${BASE}/nothing`), trip('R1', 'R3'));
    t.deepEqual(await trips(403, path(0), {}, free.token), trip('R1', 'R2', 'R3'));
    t.deepEqual(await trips(401, week, {}, `sl_${'x'.repeat(36)}`), trip());
  }));
