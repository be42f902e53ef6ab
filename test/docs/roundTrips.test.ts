import test from 'ava';
import { BASE, ISS, SILENT, withServer } from '../helpers/server.js';

/** The round trips of a request, as docs/architecture.md numbers them, by what their statements are about. */
const ROUND_TRIPS: readonly (readonly [name: string, statement: RegExp])[] = [
  ['R1', /^select .* from "api_tokens"/],
  ['R2', /^update "api_tokens" set "last_used_at"/],
  ['R3', /^insert into rate_limits/],
  ['R3 look', /^select points, .* from rate_limits/],
  ['R4', /^select t\.id, .* from tracked_satellites t/],
  ['R4b', /^select .* from "satellites" as "s" left join "tracked_satellites"/],
  ['R5', /^select w\.created_at .* from windows w/],
];

function nameOf(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').trim();
  return ROUND_TRIPS.find(([, pattern]) => pattern.test(text))?.[0] ?? text;
}

test('a timeseries request asks the database as often as the architecture says, and stops where a check refuses it', (t) =>
  withServer(t, async ({ db: { knex }, call, enterprise, free }) => {
    let asked: string[] = [];
    knex.on('query', ({ sql }: { sql: string }) => asked.push(nameOf(sql)));
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
    // fetch would ask past all caches.
    const having = (tag: string): Record<string, string> => ({ 'If-None-Match': tag, 'Cache-Control': 'max-age=0' });

    t.deepEqual(await trips(200, week), ['R1', 'R2', 'R3', 'R4']);
    t.deepEqual(await trips(200, week), ['R1', 'R3', 'R4']);
    t.deepEqual(await trips(304, week, having(etag)), ['R1', 'R3 look', 'R4']);
    t.deepEqual(await trips(200, week, having('W/"other"')), ['R1', 'R3 look', 'R4', 'R3']);
    t.deepEqual(await trips(200, `${week}&include=provenance`), ['R1', 'R3', 'R4', 'R5']);
    t.deepEqual(await trips(200, path(enterprise.tracked[SILENT])), ['R1', 'R3', 'R4']);
    t.deepEqual(await trips(404, path(999_999)), ['R1', 'R3', 'R4', 'R4b']);
    t.deepEqual(await trips(404, `${week}&start_time=2020-01-01&end_time=2020-01-02`), ['R1', 'R3', 'R4']);
    t.deepEqual(await trips(400, path(enterprise.tracked[ISS], '&frequency_band=Q')), ['R1', 'R3']);
    t.deepEqual(await trips(406, week, { Accept: 'text/html' }), ['R1', 'R3']);
    t.deepEqual(await trips(404, `${BASE}/nothing`), ['R1', 'R3']);
    t.deepEqual(await trips(403, path(0), {}, free.token), ['R1', 'R2', 'R3']);
    t.deepEqual(await trips(401, week, {}, `sl_${'x'.repeat(36)}`), []);
  }));
