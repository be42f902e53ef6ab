import test from 'ava';
import { readConfig } from '../../src/config.js';
import { PATIENT } from '../helpers/until.js';
import { BASE, fakeAnalysis, ISS, withApp, withServer } from '../helpers/server.js';
import { withDatabase } from '../helpers/database.js';

/** Headers that Helmet sets on documents, and that answers for programs do without. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

test('an answer of the API has the headers that a program needs, and none for documents', (t) =>
  withServer(t, async ({ call, enterprise: { token, tracked } }) => {
    const bands = `${BASE}/interference/available_frequency_bands?tracked_satellite_id=${tracked[ISS]}`;
    for (const path of [`${BASE}/me`, bands, `${BASE}/nothing`, `${BASE}/health/live`, '/openapi.json']) {
      const { headers } = await call(path, { token });
      t.is(headers.get('x-content-type-options'), 'nosniff', path);
      t.truthy(headers.get('cache-control'), path);
      t.truthy(headers.get('x-request-id'), path);
      t.is(headers.get('strict-transport-security'), null, path);
      t.deepEqual(
        OF_DOCUMENTS.filter((name) => headers.has(name)),
        [],
        path,
      );
    }
  }));

test('caches keep nothing of an account; only its browser keeps answers about a window, and revalidates them', (t) =>
  withServer(t, async ({ call, enterprise: { token, tracked } }) => {
    const place = `tracked_satellite_id=${tracked[ISS]}&lat=1&lon=2`;
    for (const [path, expected] of [
      ['/me', 'no-store'],
      ['/ground_stations', 'no-store'],
      ['/tracked_satellites', 'no-store'],
      ['/tracked_satellites/0', 'no-store'],
      [`/interference/timeseries?${place}`, 'private, no-cache'],
      [`/interference/all_ground_stations?tracked_satellite_id=${tracked[ISS]}`, 'private, no-cache'],
    ] as const) {
      t.is((await call(BASE + path, { token })).headers.get('cache-control'), expected, path);
    }
  }));

test('no answer names the software that serves it', (t) =>
  withServer(t, async ({ call }) => {
    for (const path of [`${BASE}/me`, '/docs', '/']) {
      const { headers } = await call(path);
      for (const name of ['server', 'x-powered-by', 'via']) t.false(headers.has(name), `${path}: ${name}`);
    }
  }));

test('pages and documents carry the headers that restrict a browser', (t) =>
  withServer(t, async ({ call }) => {
    for (const path of ['/docs', '/', '/ticket']) {
      const { headers } = await call(path);
      t.regex(headers.get('content-security-policy') ?? '', /^default-src 'none'/, path);
      t.is(headers.get('x-content-type-options'), 'nosniff');
      t.is(headers.get('x-frame-options'), 'DENY');
      t.is(headers.get('referrer-policy'), 'no-referrer');
      t.is(headers.get('cross-origin-opener-policy'), 'same-origin');
    }
  }));

test('browsers that come by HTTPS are told to stay with it, subdomains only where the settings say so', async (t) => {
  await withDatabase(
    t,
    async ({ knex }) => {
      const cases: [env: Record<string, string>, expected: string | null][] = [
        [{}, null],
        [{ PUBLIC_URL: 'http://sidelobe.example' }, null],
        [{ PUBLIC_URL: 'https://sidelobe.example' }, 'max-age=31536000'],
        [{ PUBLIC_URL: 'https://sidelobe.example', HSTS: 'off' }, null],
        [{ HSTS: 'on' }, 'max-age=31536000'],
        [{ HSTS: 'subdomains' }, 'max-age=31536000; includeSubDomains'],
      ];
      for (const [env, expected] of cases) {
        await withApp(
          t,
          { knex, analysis: fakeAnalysis(1), settings: readConfig({ ...PATIENT, ...env }) },
          async ({ call }) => {
            for (const path of [`${BASE}/health/live`, '/docs']) {
              t.is((await call(path)).headers.get('strict-transport-security'), expected, JSON.stringify(env));
            }
          },
        );
      }
    },
    ['embedded'],
  );
});
