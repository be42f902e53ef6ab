import type { z } from 'zod';
import { ServiceError } from '../errors.js';
import { quote } from './query.js';

/** The rule that each field breaks, the first one where there are several. */
function brokenRules(error: z.ZodError): Map<string, string> {
  const rules = new Map<string, string>();
  const add = (field: string, rule: string) => {
    if (!rules.has(field)) rules.set(field, rule);
  };
  for (const issue of error.issues) {
    const place = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...place, key].join('.'), 'is unknown');
    else add(place.join('.'), issue.message);
  }
  return rules;
}

/** Path or query parameters by their schema. Throws INVALID_PARAMETER; `details` has the rule of each bad parameter. */
export function validateParameters<S extends z.ZodObject>(
  schema: S,
  place: 'path' | 'query',
  values: ReadonlyMap<string, string>,
): z.output<S> {
  const result = schema.safeParse(Object.fromEntries(values));
  if (result.success) return result.data;
  const rules = brokenRules(result.error);
  const [name, rule] = [...rules][0] ?? [place, 'is invalid'];
  const value = values.get(name);
  throw new ServiceError(
    'INVALID_PARAMETER',
    `${place} parameter ${name} is ${value === undefined ? 'missing' : quote(value)}; it ${rule}`,
    Object.fromEntries(rules),
  );
}

/**
 * A JSON object by its schema. Throws VALIDATION_FAILED; `details` has the rule of each bad field. Values are not
 * repeated: one of them may be a password.
 */
export function validateBody<S extends z.ZodObject>(schema: S, body: object): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const rules = brokenRules(result.error);
  const list = [...rules].map(([field, rule]) => `${field} ${rule}`).join('; ');
  throw new ServiceError('VALIDATION_FAILED', `the body is invalid: ${list}`, Object.fromEntries(rules));
}
