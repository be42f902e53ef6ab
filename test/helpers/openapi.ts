import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../src/http/openapi/document.js';
import { BASE_PATH } from '../../src/spec.js';

/** API document as it is committed; tests compare the code with it. */
export const document: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);

interface Answer {
  status: number;
  headers: Headers;
  json: unknown;
}

export type Json = Readonly<Record<string, unknown>>;

/** Yields each schema in a part of the document, at any depth, with its path in the document. */
export function* schemasOf(part: unknown, place = '#'): Generator<{ place: string; schema: Json }> {
  if (!isObject(part)) return;
  if (['type', 'properties', '$ref', 'anyOf'].some((name) => name in part)) yield { place, schema: part };
  for (const [name, value] of Object.entries(part)) {
    if (name !== 'example' && name !== 'examples') yield* schemasOf(value, `${place}/${name}`);
  }
}

/**
 * Returns the document in its strictest reading: objects have only the described fields, and lists of values that may
 * grow have only the described values.
 */
function closed(open: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(open);
  for (const { schema } of schemasOf(copy)) {
    const { properties, anyOf } = schema;
    if (properties !== undefined && schema['type'] === 'object')
      Object.assign(schema, { additionalProperties: false, ...schema });
    const known = Array.isArray(anyOf) ? anyOf.filter((one: Json) => 'enum' in one) : [];
    if (known.length > 0) Object.assign(schema, { anyOf: known });
  }
  return copy;
}

const ROOT = 'openapi';
// The schemas themselves are not validated here: that would take time in each process, and a test of the document does
// so once.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } });
formats.default(ajv);
ajv.addSchema(closed(document), ROOT);
const validators = new Map<string, ValidateFunction>();

/** Lists how a value differs from the schema at a JSON pointer of the document. */
export function broken(pointer: string, value: unknown): string[] {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  validators.set(pointer, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function pointerOf(...names: readonly (string | number)[]): string {
  return names
    .map((name) => `/${encodeURIComponent(String(name).replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

/** Returns a schema without reference: the component it refers to, with the fields that stand beside the reference. */
export function resolved({ $ref, ...schema }: Json): Json {
  if (typeof $ref !== 'string') return schema;
  return { ...(document.components['schemas'] as Record<string, Json>)[$ref.split('/').at(-1) ?? ''], ...schema };
}

/** Finds the object at a path of the document. Follows references, and returns the path at which it ended, too. */
function resolve(
  names: readonly (string | number)[],
): { found: Record<string, unknown>; names: readonly (string | number)[] } | undefined {
  let found: unknown = document;
  for (const name of names) found = isObject(found) ? found[String(name)] : undefined;
  if (!isObject(found)) return undefined;
  const { $ref } = found;
  return typeof $ref === 'string' ? resolve(/^#\/(.*)$/.exec($ref)?.[1]?.split('/') ?? []) : { found, names };
}

const PATHS = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Path in the document for a request's address; addresses of health checks may lack the base path. */
function pathOf(address: string): string | undefined {
  const [pathname = ''] = address.split('?');
  const isBelow = pathname.startsWith(`${BASE_PATH}/`);
  if (!isBelow && !pathname.startsWith('/health')) return undefined;
  const relative = isBelow ? pathname.slice(BASE_PATH.length) : pathname;
  return PATHS.find(({ pattern }) => pattern.test(relative))?.path;
}

/** Headers that an answer may have only if the document describes them. */
const TOLD = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Location',
  'Allow',
  'WWW-Authenticate',
];

/** Statuses that the service may give before it counts the call, and so without a budget. */
const PERHAPS_UNCOUNTED = new Set([400, 401, 408, 413, 417, 429, 431, 500, 503]);

/**
 * Checks that an answer tells a budget if its operation is counted, and only then. Statuses of PERHAPS_UNCOUNTED may
 * lack it.
 */
function budgetDifferences(asked: string, isCounted: boolean, { status, headers }: Answer): string[] {
  if (PERHAPS_UNCOUNTED.has(status)) return [];
  const told = headers.has('X-RateLimit-Remaining');
  return told === isCounted ? [] : [`${asked} ${told ? 'has' : 'has no'} budget`];
}

/**
 * Lists how an answer differs from the document in status, headers and body; nothing if the document lacks the path.
 */
export function differences(method: string, address: string, answer: Answer): string[] {
  const path = pathOf(address);
  const own = method === 'HEAD' ? 'get' : method.toLowerCase();
  if (path === undefined || method === 'OPTIONS') return [];
  // A method that the path lacks gets 405, or first 401, 404 or 429: all operations of the path describe these, so any
  // will do.
  const operations = document.paths[path] ?? {};
  const counted = Object.entries(operations).find(([, { security }]) => security === undefined);
  const open = Object.entries(operations).find(([, { security }]) => security !== undefined);
  // On the path of the sign-in, whose POST needs no token, a wrong method without a token gets an uncounted 405.
  const isUncounted = answer.status === 405 && !answer.headers.has('X-RateLimit-Limit');
  const other = isUncounted ? (open ?? counted) : (counted ?? open);
  const name = own in operations ? own : (other?.[0] ?? '');
  const at = resolve(['paths', path, name, 'responses', answer.status]);
  const asked = `${method} ${address} ${answer.status}`;
  if (at === undefined) return [`${asked} is not in the document`];
  return [
    ...headerDifferences(asked, at.found['headers'], answer.headers),
    ...budgetDifferences(asked, operations[name]?.security === undefined, answer),
    ...bodyDifferences(asked, at, method, answer),
  ];
}

function headerDifferences(asked: string, documented: unknown, headers: Headers): string[] {
  return TOLD.flatMap((name) => {
    const value = headers.get(name);
    const header = isObject(documented) ? documented[name] : undefined;
    if (!isObject(header)) return value === null ? [] : [`${asked} has ${name}, which is not in the document`];
    const { required, schema } = resolve(String(header['$ref']).slice('#/'.length).split('/'))?.found ?? {};
    if (value === null) return required === true ? [`${asked} has no ${name}`] : [];
    const read = isObject(schema) && schema['type'] === 'integer' ? Number(value) : value;
    return broken(pointerOf('components', 'headers', name, 'schema'), read).map((what) => `${asked} ${name} ${what}`);
  });
}

function bodyDifferences(
  asked: string,
  { found, names }: { found: Record<string, unknown>; names: readonly (string | number)[] },
  method: string,
  { headers, json }: Answer,
): string[] {
  const { content } = found;
  if (method === 'HEAD' || !isObject(content)) return json === undefined ? [] : [`${asked} has a body`];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  // Bodies other than JSON are text; the document gives only their type.
  if (type !== 'application/json' && type in content) return [];
  const pointer = pointerOf(...names, 'content', 'application/json', 'schema');
  return broken(pointer, json).map((what) => `${asked} ${what}`);
}
