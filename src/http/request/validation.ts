import { z } from 'zod';
import { ServiceError } from '../response/serviceError.js';
import { orList, withHint } from '../schemas/hints.js';
import { similar } from '../schemas/similar.js';

const ARRAY_NAME = /^([^[\]]+)\[.*\]$/;
const ENCODED = /[%+]/;
const MISENCODED = 'must be percent-encoded UTF-8: a % itself is %25';

/** Most faults of a body that a message tells, and most unknown names for which a similar known one is looked for. */
const MOST_TOLD = 10;

/** Text quoted for a message: control characters escaped, long text cut. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}

/** Parsed query string: the text of each known parameter, and the rule that each bad parameter breaks, by name. */
interface QueryText {
  values: Map<string, string>;
  broken: Map<string, string>;
}

/** Decoded text; undefined if it is not percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Parses the raw query string. Koa's own parser would turn repeated parameters into arrays and accept unknown names.
 * Values that break a rule are kept, so that their parameters do not count as missing too.
 */
export function parseQuery(queryString: string, known: readonly string[]): QueryText {
  const values = new Map<string, string>();
  const broken = new Map<string, string>();
  let isListed = false;
  for (const pair of queryString.split('&')) {
    if (pair === '') continue;
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = decode(rawName);
    const value = decode(rawValue);
    const single = ARRAY_NAME.exec(name ?? '')?.[1] ?? '';
    if (name === undefined) broken.set(rawName, MISENCODED);
    else if (known.includes(single)) broken.set(name, `is an array; give ${single} once`);
    else if (broken.has(name)) continue;
    else if (!known.includes(name)) {
      const rule = broken.size < MOST_TOLD ? unknownRule(name, queryString, known) : 'is unknown';
      broken.set(name, isListed ? rule : `${rule}; parameters of this route: ${known.join(', ') || 'none'}`);
      isListed = true;
    } else if (value === undefined) broken.set(name, MISENCODED);
    else if (values.has(name)) broken.set(name, 'is repeated; give it once');
    const given = known.includes(single) ? single : name;
    if (given !== undefined && known.includes(given) && !values.has(given)) values.set(given, value ?? rawValue);
  }
  return { values, broken };
}

/** Returns the rule for an unknown parameter, with the known and absent ones that may be meant. */
function unknownRule(name: string, queryString: string, known: readonly string[]): string {
  const absent = known.filter((other) => !`&${queryString}`.includes(`&${other}=`));
  const meant = similar(name, absent);
  return `is unknown${meant.length > 0 ? `: write ${orList(meant)}` : ''}`;
}

/** Path of a field in a body as JavaScript writes it: `ground_stations[3].latitude`. */
function fieldAt(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** First rule that each field breaks. */
function brokenRules(error: z.ZodError): Map<string, string> {
  const rules = new Map<string, string>();
  const add = (path: readonly PropertyKey[], rule: string): void => {
    const field = fieldAt(path);
    if (!rules.has(field)) rules.set(field, rule);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], 'is unknown');
    else add(issue.path, issue.message);
  }
  return rules;
}

interface Given extends QueryText {
  schema: z.ZodObject;
}

/** Parses parameters; returns their values, if the schema takes them, and the rule that each bad one breaks. */
function check(part: 'path' | 'query', { schema, values, broken }: Given) {
  const result = schema.safeParse(Object.fromEntries(values));
  const rules = new Map<string, { rule: string; told: string }>();
  for (const [name, rule] of broken) rules.set(name, { rule, told: `${part} parameter ${quote(name)} ${rule}` });
  for (const [name, rule] of result.success ? [] : brokenRules(result.error)) {
    if (rules.has(name)) continue;
    const value = values.get(name);
    const given = value === undefined ? 'missing' : quote(value);
    rules.set(name, { rule, told: `${part} parameter ${name} is ${given}; it ${rule}` });
  }
  return { data: result.data, rules };
}

/**
 * Validates path and query parameters by their schemas. Throws INVALID_PARAMETER about all that are wrong; `details`
 * has the rule of each.
 */
export function validateParameters(path: Given, query: Given) {
  const inPath = check('path', path);
  const inQuery = check('query', query);
  const rules = [...inPath.rules, ...inQuery.rules];
  if (inPath.data && inQuery.data && rules.length === 0) return { params: inPath.data, query: inQuery.data };
  const message = rules.map(([, { told }]) => told).join('. Also, ');
  throw new ServiceError(
    'INVALID_PARAMETER',
    message,
    Object.fromEntries(rules.map(([name, { rule }]) => [name, rule])),
  );
}

function andMore(count: number): string {
  return count > 0 ? `. And ${count} more, which details name` : '';
}

/** Names of fields whose text no message repeats. */
const SECRET = /password|token/i;

/** Description of a value in a body; for the text of a secret field, its length alone. */
function kindOf(value: unknown, field: string): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') {
    return SECRET.test(field) ? `a text of length ${Array.from(value).length}` : quote(value);
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON has no infinity: a number beyond all doubles is read as one.
  return Math.abs(Number(value)) === Infinity ? 'a number beyond 1.8e308' : JSON.stringify(value);
}

/** Types of values that have no quotes in JSON. */
const UNQUOTED: ReadonlySet<unknown> = new Set(['number', 'int', 'boolean']);

/** Names that the object at this path of a body may have. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const [first, ...rest] = path;
  if (schema instanceof z.ZodArray) return namesAt(schema.element as z.ZodType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (first === undefined) return Object.keys(schema.shape);
  return namesAt(schema.shape[String(first)] as z.ZodType, rest);
}

/**
 * Validates a JSON object by its schema. Throws VALIDATION_FAILED about all fields that are wrong; `details` has the
 * rule of each.
 */
export function validateBody<S extends z.ZodObject>(schema: S, body: object): z.output<S> {
  const result = schema.safeParse(body, {
    reportInput: true,
    error: ({ expected }) => (expected === 'object' ? 'must be a JSON object' : undefined),
  });
  if (result.success) return result.data;
  const told = new Map<string, string>();
  for (const { code, path, input, message, ...issue } of result.error.issues) {
    const field = fieldAt(path);
    if (code === 'unrecognized_keys' && 'keys' in issue) {
      const names = namesAt(schema, path);
      const absent = names.filter((name) => !Object.hasOwn(input as object, name));
      const meant = issue.keys.slice(0, Math.max(0, MOST_TOLD - told.size)).flatMap((key) => {
        const found = similar(key, absent);
        return found.length > 0 ? [`${orList(found)} for ${quote(key)}`] : [];
      });
      const unknown = issue.keys.map((key) => fieldAt([...path, key])).join(', ');
      const rule = `${issue.keys.length === 1 ? 'is' : 'are'} unknown; there are ${names.join(', ')}`;
      told.set(unknown, withHint(rule, meant.length > 0 ? `write ${meant.join(', ')}` : undefined));
    } else if (!told.has(field)) {
      const isQuoted = typeof input === 'string' && 'expected' in issue && UNQUOTED.has(issue.expected);
      told.set(field, `is ${kindOf(input, field)}; it ${message}${isQuoted ? ', without quotes' : ''}`);
    }
  }
  const rules = brokenRules(result.error);
  const sentences = [...told].map(([field, text]) => `${field} ${text}`);
  const message = sentences.slice(0, MOST_TOLD).join('. Also, ') + andMore(sentences.length - MOST_TOLD);
  throw new ServiceError('VALIDATION_FAILED', `the body is invalid: ${message}`, Object.fromEntries(rules));
}
