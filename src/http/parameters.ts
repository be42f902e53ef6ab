import { z } from 'zod';
import { BAND_CHOICES, type BandChoice, MAX_PER_PAGE, WINDOW_NSIDES } from '../spec.js';
import { parseInstant, type Instant } from './instant.js';
import { rangeProblem } from './timeRange.js';

/**
 * A path or query parameter: text in, a value out, or the rule that the text breaks. `schema` is what the API's
 * document says of it.
 */
function parameter<T>(rule: string, schema: Record<string, unknown>, parse: (text: string) => T | undefined) {
  return z
    .string({ error: rule })
    .transform((text, context): T => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: rule });
      return z.NEVER;
    })
    .meta({ description: rule, ...schema });
}

const PLAIN_DIGITS = /^\d+$/;
/** JSON's grammar of numbers, which is also how Python prints floats (`1e-05`). */
export const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function integerFrom(minimum: number, schema: Record<string, unknown> = { format: 'int32' }) {
  return parameter(
    `must be an integer from ${minimum} to ${Number.MAX_SAFE_INTEGER}`,
    { type: 'integer', minimum, ...schema },
    (text) => {
      const value = PLAIN_DIGITS.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
    },
  );
}

export const id = integerFrom(1);
/** Of an epoch or a cell; which there are depends on the window. */
export const index = integerFrom(0);

/** Pages are counted from 1. */
export const page = integerFrom(1, { maximum: Number.MAX_SAFE_INTEGER });
export const perPage = integerFrom(1)
  .transform((asked) => Math.min(asked, MAX_PER_PAGE))
  .meta({ description: `must be an integer from 1; more than ${MAX_PER_PAGE} are answered with ${MAX_PER_PAGE}` });

/** A number of entries, from 1 to the most that one answer gives. */
export function limitUpTo(most: number) {
  const rule = `must be an integer from 1 to ${most}`;
  return parameter(rule, { type: 'integer', minimum: 1, maximum: most }, (text) => {
    const value = PLAIN_DIGITS.test(text) ? Number(text) : Number.NaN;
    return value >= 1 && value <= most ? value : undefined;
  });
}

/** Text of 1 to so many characters, not all of them blank. */
export function textUpTo(most: number) {
  const rule = `must be text of 1 to ${most} characters, not all of them blank`;
  return parameter(rule, { type: 'string', minLength: 1, maxLength: most }, (text) =>
    text.trim() !== '' && Array.from(text).length <= most ? text : undefined,
  );
}

export const nside = parameter(
  `must be one of ${WINDOW_NSIDES.join(', ')}`,
  { type: 'integer', enum: WINDOW_NSIDES, minimum: Math.min(...WINDOW_NSIDES), maximum: Math.max(...WINDOW_NSIDES) },
  (text) => WINDOW_NSIDES.find((choice) => String(choice) === text),
);

/** A decimal number from -limit to limit; undefined for any other text. */
export function parseDegrees(text: string, limit: number): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  // Adding 0 turns -0 into 0.
  return Math.abs(value) <= limit ? value + 0 : undefined;
}

function degrees(limit: number) {
  return parameter(
    `must be a decimal number from -${limit} to ${limit}`,
    { type: 'number', minimum: -limit, maximum: limit },
    (text) => parseDegrees(text, limit),
  );
}

export const latitude = degrees(90);
export const longitude = degrees(180);

const INSTANT_RULE =
  'must be an ISO 8601 time such as 2025-12-06T08:05:00Z, with Z, an offset (+02:00 or +0200; a + in a query is written %2B) or neither, which is UTC; seconds may be left out, and a date alone is its midnight';
const INSTANT_SCHEMA = { type: 'string', format: 'date-time' };

export const instant = parameter<Instant>(INSTANT_RULE, INSTANT_SCHEMA, parseInstant);

/** An instant that may be left out or empty, as some clients send what has no value. */
const optionalInstant = parameter<Instant | null>(INSTANT_RULE, INSTANT_SCHEMA, (text) =>
  text === '' ? null : parseInstant(text),
)
  .optional()
  .transform((value) => value ?? undefined);

/** `True` is how Python's HTTP clients send a boolean. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false };

export const boolean = parameter('must be true or false', { type: 'boolean' }, (text) =>
  Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : undefined,
);

export const band = parameter<BandChoice>(
  `must be one of ${BAND_CHOICES.join(', ')}`,
  { type: 'string', enum: BAND_CHOICES },
  (text) => BAND_CHOICES.find((choice) => choice === text),
);

/** What an answer tells beyond its own fields. */
export const include = parameter<'provenance'>(
  'must be provenance',
  { type: 'string', enum: ['provenance'] },
  (text) => (text === 'provenance' ? text : undefined),
).meta({ 'x-extension': true });

/** The start and end of a time range, and the rules that bind the two. */
export const timeRange = z.strictObject({ start_time: optionalInstant, end_time: optionalInstant });

export function checkTimeRange(query: z.output<typeof timeRange>, context: z.RefinementCtx): void {
  if (query.start_time === undefined || query.end_time === undefined) return;
  const problem = rangeProblem(query.start_time, query.end_time);
  if (problem) context.addIssue({ code: 'custom', path: [problem.parameter], message: problem.rule });
}

/** A place as the core takes it: the antimeridian is -180, and at a pole every longitude is 0. Degrees. */
export function canonicalPlace(latDeg: number, lonDeg: number): { latDeg: number; lonDeg: number } {
  if (Math.abs(latDeg) === 90) return { latDeg, lonDeg: 0 };
  return { latDeg, lonDeg: lonDeg === 180 ? -180 : lonDeg };
}
