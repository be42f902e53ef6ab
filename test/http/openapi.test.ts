import { readFileSync } from 'node:fs';
import test from 'ava';
import { z } from 'zod';
import { ERROR_STATUS } from '../../src/errors.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { healthRoutes, routes } from '../../src/http/routes/index.js';
import { defineRoute } from '../../src/http/route.js';
import { broken, differences, document, pointerOf } from '../helpers/openapi.js';
import { BASE, ISS, withServer } from '../helpers/server.js';

const all = [...routes, ...healthRoutes];
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('the document that is committed is the one that is generated: npm run openapi', (t) => {
  const committed: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  t.deepEqual(committed, JSON.parse(JSON.stringify(document)));
});

test('it is served at the root, to everybody and as often as they like', (t) =>
  withServer(t, async ({ call }) => {
    const { status, json, headers } = await call('/openapi.json');
    t.is(status, 200);
    t.is(headers.get('content-type'), 'application/json; charset=utf-8');
    t.is(headers.get('x-ratelimit-limit'), null);
    t.deepEqual(json, JSON.parse(JSON.stringify(document)));
    const again = await call('/openapi.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': '' },
    });
    t.is(again.status, 304);
    t.is((await call('/openapi.json', { method: 'POST' })).status, 405);
    t.is((await call(`${BASE}/openapi.json`)).status, 401);
  }));

test('its server is the public address where there is one, else relative', (t) => {
  const urlFor = (publicUrl?: string) => openApiDocument([], publicUrl).servers[0]?.url;
  t.is(urlFor(), '/api/v1');
  t.is(urlFor('https://sidelobe.example'), 'https://sidelobe.example/api/v1');
  t.is(urlFor('https://example.org/sidelobe/'), 'https://example.org/sidelobe/api/v1');
});

test('every route is an operation with a name of its own, parameters and a body as the route has them', (t) => {
  t.is(operations.length, all.length);
  t.is(new Set(operations.map(({ operation }) => operation.operationId)).size, all.length);
  for (const route of all) {
    const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    const names = operation?.parameters.map((parameter) => parameter['name']);
    t.deepEqual(names, [...Object.keys(route.params.shape), ...Object.keys(route.query.shape)]);
    t.is(operation?.requestBody === undefined, route.body === undefined);
    t.deepEqual(operation?.security, route.auth === 'none' ? [] : undefined);
  }
});

test('every answer to a known caller tells its budget, or may where the caller may still be unknown', (t) => {
  const responses = document.components['responses'] as Record<string, { headers: object }>;
  for (const { path, method, operation } of operations) {
    if (operation.security !== undefined) continue;
    for (const [status, response] of Object.entries(operation.responses)) {
      const { $ref, headers } = response as { $ref?: string; headers?: object };
      const told = Object.keys(headers ?? responses[$ref?.split('/').at(-1) ?? '']?.headers ?? {});
      t.is(told.includes('X-RateLimit-Remaining'), status !== '401', `${method} ${path} ${status}`);
    }
  }
});

test('every example fits the schema that it is an example of', (t) => {
  for (const { path, method, operation } of operations) {
    const at = ['paths', path, method];
    operation.parameters.forEach((parameter, index) => {
      t.true('example' in parameter, `${method} ${path} ${String(parameter['name'])} has an example`);
      t.deepEqual(broken(pointerOf(...at, 'parameters', index, 'schema'), parameter['example']), []);
    });
    const media = (value: unknown) => (value as { content?: Record<string, { example?: unknown }> }).content;
    const body = operation.requestBody && media(operation.requestBody)?.['application/json'];
    if (body)
      t.deepEqual(broken(pointerOf(...at, 'requestBody', 'content', 'application/json', 'schema'), body.example), []);
    const answer = media(operation.responses['200'])?.['application/json'];
    const pointer = pointerOf(...at, 'responses', 200, 'content', 'application/json', 'schema');
    t.deepEqual(broken(pointer, answer?.example), [], `${method} ${path}`);
  }
  for (const [name, response] of Object.entries(document.components['responses'] as Record<string, unknown>)) {
    const content = (response as { content: Record<string, { examples: Record<string, { value: unknown }> }> }).content;
    for (const [code, { value }] of Object.entries(content['application/json']?.examples ?? {})) {
      const pointer = pointerOf('components', 'responses', name, 'content', 'application/json', 'schema');
      t.deepEqual(broken(pointer, value), [], `${name}: ${code}`);
    }
  }
});

test('every code of the closed list is an answer of some operation', (t) => {
  const shown = JSON.stringify(document.components['responses']);
  for (const code of Object.keys(ERROR_STATUS)) t.true(shown.includes(`"code":"${code}"`), code);
});

test('a route without an example has one that is put together from its schemas', (t) => {
  const route = defineRoute({
    method: 'POST',
    path: '/made_up',
    summary: 'made up',
    auth: 'none',
    limitGroup: 'other',
    body: z.strictObject({ of: z.enum(['a', 'b']), at: z.number().min(5), extra: z.boolean().optional() }),
    response: z.strictObject({ list: z.array(z.strictObject({ one: z.literal(1), none: z.null() })) }),
    handler: () => Promise.reject(new Error('not asked')),
  });
  const operation = openApiDocument([route], undefined).paths['/made_up']?.['post'];
  const shown = JSON.stringify(operation);
  t.is(operation?.operationId, 'createMadeUp');
  t.true(shown.includes('"example":{"of":"a","at":5}'));
  t.true(shown.includes('"example":{"data":{"list":[{"one":1,"none":null}]},"meta":'));
});

test('what the document does not say of an answer is found', (t) =>
  withServer(t, async ({ call, enterprise: { token, tracked } }) => {
    const path = `${BASE}/interference/available_frequency_bands?tracked_satellite_id=${tracked[ISS]}`;
    const { status, headers, json } = await call(path, { token });
    t.deepEqual(differences('GET', path, { status, headers, json }), []);
    const changed = { ...json, data: { ...json.data, tracked_satellite_id: '1' } };
    t.is(differences('GET', path, { status, headers, json: changed }).length, 1);
    t.is(differences('GET', path, { status, headers, json: { ...json, more: 1 } }).length, 1);
    t.is(differences('GET', path, { status: 418, headers, json }).length, 1);
    const without = new Headers(headers);
    without.delete('x-ratelimit-limit');
    t.is(differences('GET', path, { status, headers: without, json }).length, 1);
    const more = new Headers(headers);
    more.set('Location', '/');
    t.is(differences('GET', path, { status, headers: more, json }).length, 1);
  }));
