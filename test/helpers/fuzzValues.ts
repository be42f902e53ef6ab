import fc from 'fast-check';
import { broken, resolved } from './openapi.js';

/** Ids that exist, by kind of resource. */
type KnownIds = Readonly<Record<'tracked_satellite' | 'ground_station' | 'coverage_analysis_run', readonly number[]>>;

export interface Known {
  ids: KnownIds;
  windowStartMs: number;
  /** Bodies with which requests succeed in the service's present state, by operation. */
  bodies: Readonly<Record<string, object>>;
}

export type Schema = Readonly<Record<string, unknown>>;
export type Parameter = { name: string; in: string; required: boolean; schema: Schema };

/** Whether a text has no lone surrogate, which UTF-8 cannot encode. */
function isSound(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

const DAY_MS = 86_400_000;
const HIGHEST_ID = 600;
/** Names of parameters that are times. */
const IS_TIME = /^timestamp$|_time$/;
const LIST = { minLength: 1, maxLength: 5 };

/** Random ids for a parameter, about half of which exist, or none for a delete; undefined if it takes no id. */
export function idsOf(path: string, name: string, method: string, { ids }: Known): fc.Arbitrary<string> | undefined {
  const kind = name === 'id' ? path.split('/')[1]?.replace(/s$/, '') : /^(\w+)_id$/.exec(name)?.[1];
  if (kind === undefined || !(kind in ids)) return undefined;
  const own = ids[kind as keyof KnownIds];
  const any = fc.integer({ min: 1, max: HIGHEST_ID });
  // A delete gets no id that exists, as the other operations still need these resources.
  const drawn = method === 'delete' ? any.filter((id) => !own.includes(id)) : fc.oneof(fc.constantFrom(...own), any);
  return drawn.map(String);
}

function instants({ windowStartMs }: Known): fc.Arbitrary<string> {
  const inWindow = fc.integer({ min: windowStartMs - DAY_MS, max: windowStartMs + 8 * DAY_MS });
  const anywhere = fc.integer({ min: Date.UTC(0, 0, 1), max: Date.UTC(9999, 0, 1) });
  const offsets = fc.constantFrom('', 'Z', 'z', '+00:00', '-00:00', '+0000', '+14:00', '-23:59');
  const fractions = fc.constantFrom('', '.0', '.999999999999');
  return fc
    .tuple(fc.oneof({ weight: 9, arbitrary: inWindow }, anywhere), fractions, offsets)
    .map(([ms, fraction, offset]) => new Date(ms).toISOString().slice(0, 19) + fraction + offset);
}

/** Random texts that the schema of a parameter allows. */
export function validText({ name, schema }: Parameter, known: Known): fc.Arbitrary<string> {
  const { enum: choices, type, minimum, maximum } = schema;
  if (Array.isArray(choices)) return fc.constantFrom(...choices.map(String));
  if (IS_TIME.test(name)) return instants(known);
  if (type === 'array') return fc.uniqueArray(fc.integer({ min: 1, max: HIGHEST_ID }), LIST).map(String);
  if (type === 'boolean') return fc.constantFrom('true', 'false', 'True', 'False');
  if (type === 'number') return fc.double({ min: Number(minimum), max: Number(maximum), noNaN: true }).map(String);
  if (type === 'string') return anyText;
  const [from, to] = [Number(minimum ?? 0), Number(maximum ?? Number.MAX_SAFE_INTEGER)];
  const near = fc.integer({ min: from, max: Math.min(to, 60_000) });
  return fc
    .oneof(
      { weight: 8, arbitrary: near },
      fc.maxSafeInteger().filter((n) => n >= from && n <= to),
    )
    .map(String);
}

/** Texts that every integer parameter of this API refuses. */
export const NEVER_INTEGERS = 'x|1.5|1.0|-1|+1| 1|1 |1e3|0x10|NaN|٣|1\0|9007199254740992'.split('|');
export const NEVER_NUMBERS = ' | 5|5 |x|NaN|Infinity|-Infinity|+5|.5|5.|1,5|1e400|0x10|٥|5\0|181|-180.0000001'.split(
  '|',
);
export const NEVER_TIMES = [
  'now',
  '2025-12',
  '2025-12-06T08',
  '2025-12-06T24:00:00Z',
  '2025-12-06T08:05:60Z',
  '2025-12-06T08:05:00 02:00',
  '2025-02-30T00:00:00Z',
  '1765008300',
  '2025-12-06 08:05:00Z',
  '2025-12-06T08:05:00Z\0',
];

const anyText = fc.string({ unit: 'binary', maxLength: 80 }).filter((text) => isSound(text));
const garbage = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 300 })
  .filter((text) => isSound(text) && !/^[\d.-]+$/.test(text) && !/^(?:true|false)$/i.test(text));

/** Random texts that the schema of a parameter does not allow; undefined if it allows any text. */
export function brokenText({ name, schema, in: place, required }: Parameter): fc.Arbitrary<string> | undefined {
  const { enum: choices, type, minimum } = schema;
  const empty = place === 'path' ? [] : [''];
  if (Array.isArray(choices)) {
    const values = new Set(choices.map(String));
    const listed = fc.constantFrom(...empty, 'ALL', 'ku', 'Q', '63', '__proto__');
    return fc.oneof(listed, garbage).filter((text) => !values.has(text));
  }
  if (type === 'array') return fc.constantFrom(...empty, ...NEVER_INTEGERS, '0', '1,', ',1', '1,1', '1;2');
  if (IS_TIME.test(name)) return fc.oneof(fc.constantFrom(...(required ? empty : []), ...NEVER_TIMES), garbage);
  if (type === 'boolean') return fc.oneof(fc.constantFrom(...empty, '1', '0', 'yes', 'TRUE', 'null'), garbage);
  if (type === 'number') {
    const never = NEVER_NUMBERS.filter(
      (text) => !(Math.abs(Number(text)) <= Math.abs(Number(minimum))) || /^[+.\s0]|\.$/.test(text),
    );
    return fc.oneof(
      fc.constantFrom(...empty, ...never),
      garbage.filter((text) => Number.isNaN(Number(text))),
    );
  }
  if (type === 'integer') {
    const below = Number(minimum ?? 0) > 0 ? ['0'] : [];
    return fc.oneof(
      fc.constantFrom(...empty, ...below, ...NEVER_INTEGERS),
      garbage.filter((text) => !/^\d+$/.test(text)),
    );
  }
  return undefined;
}

/** Random values that a body's schema allows; knows only the keywords of JSON Schema that this API uses. */
export function validValue(named: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(named);
  const { type, anyOf, properties, required = [], minimum, maximum, minLength, maxLength } = schema;
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => validValue(one as Schema)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => validValue({ ...schema, type: one })));
  const range = { min: Number(minimum ?? -1e9), max: Number(maximum ?? 1e9) };
  if (type === 'object') {
    const fields = Object.entries((properties ?? {}) as Record<string, Schema>).map(
      ([name, field]) => [name, validValue(field)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
  }
  if (type === 'array') {
    const fewest = Number(schema['minItems'] ?? 0);
    return fc.array(validValue(schema['items'] as Schema), { minLength: fewest, maxLength: fewest + 3 });
  }
  if (type === 'integer') return fc.maxSafeInteger().filter((value) => value >= range.min && value <= range.max);
  if (type === 'number') return fc.double({ ...range, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  // Degrees as text: within the range of latitudes, which is valid for longitudes too.
  if ('pattern' in schema) return fc.double({ min: -90, max: 90, noNaN: true }).map((value) => String(value + 0));
  return fc.string({
    unit: 'grapheme',
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(Number(maxLength ?? 60), 200),
  });
}

const ODD_VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, '', '91', -91, 1e300, 0.5, 'x'.repeat(2_001), [], {}, ['1'], '\0', 'NaN'),
  fc.jsonValue(),
);

/** Random texts of bodies that must be refused, because the schema does not allow them or they are no JSON object. */
export function brokenBody(valid: fc.Arbitrary<unknown>, schema: Schema, pointer: string): fc.Arbitrary<string> {
  const names = Object.keys(resolved(schema)['properties'] ?? {});
  const changed = fc
    .tuple(valid, fc.constantFrom(...names, 'unknown'), fc.option(ODD_VALUES, { nil: undefined }))
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }))
    .filter((body) => broken(pointer, JSON.parse(JSON.stringify(body))).length > 0)
    .map((body) => JSON.stringify(body));
  const texts = fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '1',
    '"x"',
    '{"name":"a","name":"b"}',
    '{"a":}',
    '\u0000',
    '﻿{}',
  );
  return fc.oneof({ weight: 4, arbitrary: changed }, texts);
}
