import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import { ERROR_STATUS } from '../../src/http/response/serviceError.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { describe } from '../../src/http/routes/documents.js';
import { describedRoutes } from '../../src/http/routes/index.js';
import { broken, differences, document, type Json, pointerOf, resolved, schemasOf } from '../helpers/openapi.js';
import { BASE, ISS, withServer } from '../helpers/server.js';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

interface Media {
  schema?: { $ref?: string };
  example?: unknown;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

function mediaOf(part: unknown): Media | undefined {
  return (part as { content?: Record<string, Media> }).content?.['application/json'];
}

function examplesIn(part: unknown): unknown[] {
  const { example, examples = {} } = mediaOf(part) ?? {};
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

test('the committed document equals the generated one (npm run openapi)', (t) => {
  const committed: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  t.deepEqual(committed, JSON.parse(JSON.stringify(describe(undefined).document)));
});

test('the document is served at the root, to everybody without a limit', (t) =>
  withServer(t, async ({ call }) => {
    const { status, json, headers } = await call('/openapi.json');
    t.is(status, 200);
    t.is(headers.get('content-type'), 'application/json; charset=utf-8');
    t.is(headers.get('x-ratelimit-limit'), null);
    t.is(headers.get('access-control-allow-origin'), '*', 'tools in a browser read it from wherever they are');
    t.deepEqual(json, JSON.parse(JSON.stringify(document)));
    const again = await call('/openapi.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': '' },
    });
    t.is(again.status, 304);
    t.is(again.headers.get('access-control-allow-origin'), '*');
    t.is((await call('/openapi.json', { method: 'POST' })).status, 405);
    t.is((await call(`${BASE}/openapi.json`)).status, 401);
  }));

test('schemas of the document are valid JSON Schema', (t) => {
  const ajv = new Ajv2020({ strict: false });
  for (const { place, schema } of schemasOf(document)) {
    if (place.startsWith('#/components/securitySchemes/')) continue;
    t.true(ajv.validateSchema(schema), `${place} ${JSON.stringify(ajv.errors)}`);
  }
});

test('the document’s server is the public address where there is one, else relative', (t) => {
  const urlFor = (publicUrl?: string) => openApiDocument([], publicUrl).servers[0]?.url;
  t.is(urlFor(), '/api/v1');
  t.is(urlFor('https://sidelobe.example'), 'https://sidelobe.example/api/v1');
  t.is(urlFor('https://example.org/sidelobe/'), 'https://example.org/sidelobe/api/v1');
});

test('every route is an operation with a name of its own, parameters and a body as the route has them', (t) => {
  t.is(operations.length, describedRoutes.length);
  t.is(new Set(operations.map(({ operation }) => operation.operationId)).size, describedRoutes.length);
  for (const route of describedRoutes) {
    const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    const names = operation?.parameters.map((parameter) => parameter['name']);
    t.deepEqual(names, [...Object.keys(route.params.shape), ...Object.keys(route.query.shape)]);
    t.is(operation?.requestBody === undefined, route.body === undefined);
    t.deepEqual(operation?.security, route.auth === 'none' ? [] : undefined);
  }
});

test('a parameter that one route reads otherwise says so there', (t) => {
  const told = (path: string, name: string): unknown =>
    document.paths[path]?.['get']?.parameters.find((parameter) => parameter['name'] === name)?.['description'];
  t.regex(String(told('/interference/at_point', 'timestamp')), /^floored to the minute/);
  t.regex(String(told('/interference/interferers', 'timestamp')), /^taken to the millisecond/);
  t.regex(String(told('/interference/encounters', 'limit')), /^how many entries at most;/);
  t.regex(
    String(told('/interference/clear_passes', 'limit')),
    /as JSON the best ones, without it 100; as lines the first/,
  );
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

test('every field, parameter, header, answer and named schema has a description, and a field one of its own', (t) => {
  const without: string[] = [];
  const described = (place: string, part: unknown): void => {
    const { description } = part as Json;
    if (typeof description !== 'string' || description === '') without.push(place);
  };
  let fields = 0;
  for (const { place, schema } of [...schemasOf(document.paths), ...schemasOf(document.components)]) {
    for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Json)) {
      described(`${place}: ${name}`, field);
      fields += 1;
    }
  }
  t.true(fields > 100, `${fields} fields`);
  for (const { path, method, operation } of operations) {
    for (const parameter of operation.parameters)
      described(`${method} ${path} ${String(parameter['name'])}`, parameter);
    for (const [status, answer] of Object.entries(operation.responses))
      described(`${method} ${path} ${status}`, answer);
  }
  for (const kind of ['schemas', 'headers', 'responses']) {
    for (const [name, part] of Object.entries(document.components[kind] as Json)) described(`${kind} ${name}`, part);
  }
  t.deepEqual(without, []);
});

test('answers are open and bodies of requests closed, so that an answer may grow and a wrong name is told', (t) => {
  const asked = operations.flatMap(({ operation }) => operation.requestBody ?? []);
  const bodies = asked.map((body) => mediaOf(body)?.schema?.$ref ?? 'without a name');
  for (const { place, schema } of [...schemasOf(document.components), ...schemasOf(document.paths, '#/paths')]) {
    const isBody = bodies.some((body) => place.startsWith(body.replace('#/components', '#')));
    if (schema['type'] === 'object' || !isBody) t.is(schema['additionalProperties'] === false, isBody, place);
  }
});

test('every example fits the schema that it is an example of', (t) => {
  for (const { path, method, operation } of operations) {
    const at = ['paths', path, method];
    operation.parameters.forEach((parameter, index) => {
      t.true('example' in parameter, `${method} ${path} ${String(parameter['name'])} has an example`);
      t.deepEqual(broken(pointerOf(...at, 'parameters', index, 'schema'), parameter['example']), []);
    });
    const body = operation.requestBody && mediaOf(operation.requestBody);
    if (body)
      t.deepEqual(broken(pointerOf(...at, 'requestBody', 'content', 'application/json', 'schema'), body.example), []);
    const pointer = pointerOf(...at, 'responses', 200, 'content', 'application/json', 'schema');
    for (const shown of examplesIn(operation.responses['200']))
      t.deepEqual(broken(pointer, shown), [], `${method} ${path}`);
  }
  for (const [name, response] of Object.entries(document.components['responses'] as Record<string, unknown>)) {
    const pointer = pointerOf('components', 'responses', name, 'content', 'application/json', 'schema');
    for (const shown of examplesIn(response)) t.deepEqual(broken(pointer, shown), [], name);
  }
});

test('generated clients know an error by its code, and get names for bodies, enums and lists', (t) => {
  t.false('Error' in (document.components['schemas'] as Json), 'would hide the Error of many languages');
  const { error } = resolved({ $ref: 'ErrorBody' })['properties'] as Record<string, Json>;
  const { oneOf, discriminator } = error as { oneOf: { $ref: string }[]; discriminator: { mapping: Json } };
  const codes = oneOf.flatMap(({ $ref }) => {
    const { code } = resolved({ $ref })['properties'] as Record<string, { const?: string; enum?: string[] }>;
    const told = code?.enum ?? [code?.const ?? ''];
    for (const one of told) t.is(discriminator.mapping[one], $ref);
    return told;
  });
  t.deepEqual([...codes, 'RATE_LIMITED'].toSorted(), Object.keys(ERROR_STATUS).toSorted());
  for (const { path, operation } of operations) {
    for (const parameter of operation.parameters) {
      const schema = parameter['schema'] as Json;
      const where = `${path} ${String(parameter['name'])}`;
      t.false('enum' in schema, `${where} is of a named enum`);
      if (schema['type'] === 'array') t.like(parameter, { style: 'form', explode: false }, where);
    }
  }
});

test('answers that contradict the document are found', (t) =>
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
