import { z } from 'zod';
import { ALLOWED_POINTS, maskFault } from '../../core/horizonMask.js';
import { MASK_POINTS } from '../../spec.js';
import { degreesHint, withHint } from './hints.js';
import { DECIMAL, parseDecimal } from './parameters.js';

/** Fields of JSON bodies, each (but a horizon mask) with one rule for everything that can be wrong with it. */

const told = (meaning: string, rule: string): string => `${meaning}; ${rule}`;

/** Text field that Postgres can store: no NUL, no unpaired surrogate. */
export function text(maxLength: number, { minLength }: { minLength: 0 | 1 }, meaning: string) {
  const rule = `must be text of ${minLength} to ${maxLength} characters${minLength ? ', not all of them blank' : ''}, without NUL and unpaired surrogates`;
  // JSON Schema counts characters as code points.
  const isSound = (value: string): boolean =>
    Array.from(value).length <= maxLength && !value.includes('\0') && !/\p{Surrogate}/u.test(value);
  return z
    .string({ error: rule })
    .refine((value) => isSound(value) && (minLength === 0 || /\S/.test(value)), rule)
    .meta({ description: told(meaning, rule), minLength, maxLength });
}

/** Field of degrees from -limit to limit, given as a number or as text: answers have text, and may be sent back. */
export function degrees(limit: number, meaning: string) {
  const rule = `must be a decimal number from -${limit} to ${limit}, which may be written as text`;
  return z
    .union([z.number().meta({ minimum: -limit, maximum: limit }), z.string().meta({ pattern: DECIMAL.source })], {
      error: rule,
    })
    .transform((given, context): number => {
      const value = parseDecimal(String(given), -limit, limit);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: withHint(rule, degreesHint(String(given), limit)) });
      return z.NEVER;
    })
    .describe(told(meaning, rule));
}

export function numberBetween(low: number, high: number, meaning: string) {
  const rule = `must be a number from ${low} to ${high}`;
  return z.number({ error: rule }).min(low, rule).max(high, rule).describe(told(meaning, rule));
}

/** Number from `low` on, but below `below`. */
export function numberBelow(low: number, below: number, meaning: string) {
  const rule = `must be a number from ${low} to below ${below}`;
  return z.number({ error: rule }).min(low, rule).lt(below, rule).describe(told(meaning, rule));
}

export const boolean = z.boolean({ error: 'must be true or false' });

/** Horizon mask: a list of points, each [azimuth, elevation] in degrees; no tuples, as code generators know none. */
export function horizonMask() {
  const { fewest, most } = MASK_POINTS;
  const rule = `must be a list of ${ALLOWED_POINTS}, each [azimuth, elevation] in degrees, by ascending azimuth`;
  const ofPoint = 'must be [azimuth, elevation] in degrees';
  const number = z.number({ error: 'must be a number' }).meta({ minimum: 0, exclusiveMaximum: 360 });
  const point = z.array(number, { error: ofPoint }).length(2, { error: ofPoint, abort: true });
  return z
    .array(point, { error: rule })
    .min(fewest, rule)
    .max(most, rule)
    .superRefine((points, context) => {
      const fault = maskFault(points as [number, number][]);
      if (fault === undefined) return;
      const { index, part, value, allowed } = fault;
      context.addIssue({ code: 'custom', path: [index, part], message: `must be ${allowed}`, input: value });
    });
}
