import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { type Api, BASE, ISS, withServer } from '../../helpers/server.js';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request and returns the answer's bytes as they are sent; fetch would decompress them. */
function ask(
  { port, enterprise: { token } }: Api,
  path: string,
  accepted: string | undefined,
  method = 'GET',
  text?: string,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(accepted !== undefined && { 'accept-encoding': accepted }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers, agent: false }, (response) => {
      const answer = async (): Promise<Answer> => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: await buffer(response),
      });
      answer().then(resolve, reject);
    });
    sent.on('error', reject).end(text);
  });
}

function decoded({ headers, body }: Answer): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}

/** Decoded body without the values at its end that differ between two requests. */
function lasting(answer: Answer): string {
  const text = decoded(answer);
  const end = text.slice(-200).replaceAll(/"(request_id|timestamp)":"[^"]*"/g, '"$1"');
  return text.slice(0, -200) + end;
}

/**
 * Values of Accept-Encoding, each with the encodings of a computed answer and of an asset, both of 1 KB or more, and of
 * shorter ones, if computed answers and assets agree there. `none` is a 406. test/http/response/encoding.test.ts tests
 * which of several encodings is preferred.
 */
const CASES: [accepted: string | undefined, dynamic: string, asset: string, short?: string][] = [
  [undefined, 'identity', 'identity', 'identity'],
  ['', 'identity', 'identity', 'identity'],
  ['gzip, deflate, br, zstd', 'gzip', 'br', 'identity'],
  ['gzip;q=0.4, br;q=0.1, identity;q=0', 'gzip', 'gzip', 'gzip'],
  ['identity;q=0, br', 'none', 'br'],
  ['*;q=0', 'none', 'none', 'none'],
];

async function paths(api: Api): Promise<{ dynamic: string[]; assets: string[] }> {
  const { call, enterprise } = api;
  const { token } = enterprise;
  const id = `tracked_satellite_id=${enterprise.tracked[ISS]}`;
  const body = { name: 'Berlin', latitude: 1, longitude: 2, description: 'one of a dozen '.repeat(80) };
  const station = (await call(`${BASE}/ground_stations`, { method: 'POST', token, body })).json.data;
  const bands = await call(`${BASE}/interference/available_frequency_bands?${id}`, { token });
  const run = `${BASE}/coverage_analysis_runs/${bands.json.data.coverage_analysis_run_id}`;
  const assets = [...(await call('/', {})).text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  return {
    dynamic: [
      ...['/me', '/health/live', '/ground_stations'].map((path) => BASE + path),
      `${BASE}/interference/timeseries?${id}&lat=1&lon=2`,
      `${BASE}/interference/ground_station_timeseries?${id}&ground_station_id=${station.id}`,
      `${BASE}/interference/all_ground_stations?${id}`,
      run,
      `${run}/interference_cells/by_epoch/7`,
      `${run}/interference_cells/time_series?ipix=7&nside=64`,
    ],
    assets: ['/', '/openapi.json', '/docs', '/docs.css', ...assets],
  };
}

test('answers of 1 KB and more are compressed for clients that prefer it, shorter ones for those that take nothing else', (t) =>
  withServer(t, async (api) => {
    const { dynamic, assets } = await paths(api);
    let [long, short] = [0, 0];
    for (const path of [...dynamic, ...assets]) {
      const plain = await ask(api, path, undefined);
      const isShort = plain.body.length < 1024;
      if (isShort) short++;
      else long++;
      for (const [accepted, ofDynamic, ofAsset, ofShort] of CASES) {
        const ofLong = assets.includes(path) ? ofAsset : ofDynamic;
        const expected = isShort ? ofShort : ofLong;
        if (expected !== undefined) await check(t, api, path, accepted, expected, lasting(plain));
      }
    }
    t.true(long > 8 && short > 4, `${long} long ones, ${short} short ones`);
  }));

/** Asserts that an answer has this encoding, names Accept-Encoding in Vary, and decodes to the uncompressed text. */
async function check(
  t: ExecutionContext,
  api: Api,
  path: string,
  accepted: string | undefined,
  expected: string,
  plain: string,
): Promise<void> {
  const got = await ask(api, path, accepted);
  const what = `${path}, Accept-Encoding: ${accepted ?? 'none'}`;
  t.regex(got.headers.vary ?? '', /\bAccept-Encoding\b/, what);
  const head = await ask(api, path, accepted, 'HEAD');
  t.is(head.status, got.status, what);
  t.is(head.body.length, 0);
  t.is(head.headers['content-encoding'], got.headers['content-encoding'], `HEAD ${what}`);
  if (expected === 'none') {
    t.is(got.status, 406, what);
    return;
  }
  t.is(got.status, 200, what);
  t.is(got.headers['content-encoding'] ?? 'identity', expected, what);
  t.is(lasting(got), plain, what);
  // A streamed answer has no length. Other lengths may differ by some bytes, as the request id compresses differently.
  const length = head.headers['content-length'];
  const isLength = length === undefined || Math.abs(Number(length) - got.body.length) < 16;
  t.true(isLength, `HEAD ${what}: ${length}, not ${got.body.length}`);
}

test('errors are compressed by the same rule', (t) =>
  withServer(t, async (api) => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`unknown_field_${i}`, i]));
    const text = JSON.stringify({ name: 'A', latitude: 1, longitude: 2, ...fields });
    const path = `${BASE}/ground_stations`;
    const plain = await ask(api, path, 'identity', 'POST', text);
    const zipped = await ask(api, path, 'gzip, br', 'POST', text);
    t.deepEqual([plain.status, zipped.status], [422, 422]);
    t.is(plain.headers['content-encoding'], undefined);
    t.true(plain.body.length > 1024);
    t.is(zipped.headers['content-encoding'], 'gzip');
    t.is(lasting(zipped), lasting(plain));
    const small = await ask(api, `${BASE}/nothing`, 'gzip');
    t.deepEqual([small.status, small.headers['content-encoding']], [404, undefined]);
    t.regex(small.headers.vary ?? '', /\bAccept-Encoding\b/);
  }));

test('an answer that is refused after it was written becomes an uncompressed error that does not claim to be gzip', (t) =>
  withServer(t, async (api) => {
    const week = `${BASE}/interference/timeseries?tracked_satellite_id=${api.enterprise.tracked[ISS]}&lat=1&lon=2`;
    const body = Buffer.alloc(40 * 2 ** 20);
    let asked = 0;
    let answer: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (answer = resolve));
    const text = { entries: 1, bytes: body, wrap: () => body, release: () => undefined };
    api.analysis.timeseries = async () => {
      if (++asked === 2) answer();
      await both;
      return text;
    };
    const bodies = await Promise.all([ask(api, week, 'gzip'), ask(api, week, 'gzip')]);
    const refused = bodies.find(({ status }) => status === 503);
    t.is(refused?.headers['content-encoding'], undefined);
    t.is(JSON.parse(refused?.body.toString() ?? '').error.code, 'OVERLOADED');
  }));
