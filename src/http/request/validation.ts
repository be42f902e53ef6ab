import { z } from 'zod';
import { ServiceError } from '../response/serviceError.js';
import { quote, type QueryText } from './query.js';

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

interface Given<S extends z.ZodObject> extends QueryText {
  schema: S;
}

/** Parsed value, and for each parameter that breaks a rule a sentence about it. */
function check<S extends z.ZodObject>(part: 'path' | 'query', { schema, values, broken }: Given<S>) {
  const result = schema.safeParse(Object.fromEntries(values));
  const rules = new Map<string, { rule: string; told: string }>();
  for (const [name, rule] of broken) {
    const isRepeated = [...rules.values()].some((other) => other.rule === rule);
    rules.set(name, { rule, told: `${part} parameter ${quote(name)} ${isRepeated ? 'likewise' : rule}` });
  }
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
export function validateParameters<P extends z.ZodObject, Q extends z.ZodObject>(
  path: Given<P>,
  query: Given<Q>,
): { params: z.output<P>; query: z.output<Q> } {
  const inPath = check('path', path);
  const inQuery = check('query', query);
  const rules = [...inPath.rules, ...inQuery.rules];
  if (rules.length === 0) return { params: inPath.data as z.output<P>, query: inQuery.data as z.output<Q> };
  const message = rules.map(([, { told }]) => told).join('. Also, ');
  throw new ServiceError(
    'INVALID_PARAMETER',
    message,
    Object.fromEntries(rules.map(([name, { rule }]) => [name, rule])),
  );
}

/** Most faults that a message tells; details have them all. */
const MOST_TOLD = 10;

function andMore(count: number): string {
  return count > 0 ? `. And ${count} more, which details name` : '';
}

/** Description of a value in a body that does not repeat its text: it may be a password. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `a text of ${Array.from(value).length} characters`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return JSON.stringify(value);
}

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
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const told = new Map<string, string>();
  for (const { code, path, input, message, ...issue } of result.error.issues) {
    const field = fieldAt(path);
    if (code === 'unrecognized_keys' && 'keys' in issue) {
      const unknown = issue.keys.map((key) => fieldAt([...path, key])).join(', ');
      told.set(
        unknown,
        `${issue.keys.length === 1 ? 'is' : 'are'} unknown; there are ${namesAt(schema, path).join(', ')}`,
      );
    } else if (!told.has(field)) told.set(field, `is ${kindOf(input)}; it ${message}`);
  }
  const rules = brokenRules(result.error);
  const sentences = [...told].map(([field, text]) => `${field} ${text}`);
  const message = sentences.slice(0, MOST_TOLD).join('. Also, ') + andMore(sentences.length - MOST_TOLD);
  throw new ServiceError('VALIDATION_FAILED', `the body is invalid: ${message}`, Object.fromEntries(rules));
}
