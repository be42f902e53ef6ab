import { z } from 'zod';
import { OPERATORS } from '../../catalogue/constellations.js';
import { cellCount } from '../../core/healpix.js';
import {
  BAND_CHOICES,
  type BandChoice,
  DEFAULT_NSIDE,
  MAX_FREQUENCY_HZ,
  MAX_PER_PAGE,
  WINDOW_EPOCHS,
  WINDOW_NSIDES,
} from '../../spec.js';
import { INSTANT_PATTERN, type LongestRange, parseInstant, rangeProblem } from './instant.js';
import { bandHint, degreesHint, hertzHint, instantHint, operatorHint, withHint } from './hints.js';

/**
 * Makes the schema of a path or query parameter: `parse` returns its value, or undefined for a text that breaks `rule`.
 * `schema` is JSON Schema, a component if it has an `id`; `hint` guesses the meaning of some wrong texts.
 */
function parameter<T>(
  rule: string,
  schema: Record<string, unknown>,
  parse: (text: string) => T | undefined,
  hint: (text: string) => string | undefined = () => undefined,
) {
  return z
    .string({ error: withHint(rule, hint('')) })
    .meta(schema)
    .transform((text, context): T => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: withHint(rule, hint(text)) });
      return z.NEVER;
    })
    .describe(rule);
}

const PLAIN_DIGITS = /^\d+$/;
/** Decimal number as JSON and Python (`1e-05`) write it; like whole numbers it may begin with zeros. */
export const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface IntegerOptions {
  /**
   * Largest value that the API's document allows; the largest int32 by default. Larger integers, up to 2^53 - 1, still
   * reach the handler, which answers them.
   */
  most?: number;
  rule?: string;
  /** Hint for a wrong text, unless it is a number that is too large. */
  hint?: string;
}

/**
 * Largest int32, which the API's document gives as the maximum of ids, for generated clients. Larger ids are
 * well-formed, but not found.
 */
const MAX_INT32 = 2 ** 31 - 1;

function integerFrom(
  minimum: number,
  { most, rule = `must be an integer from ${minimum}`, hint }: IntegerOptions = {},
) {
  return parameter(
    rule,
    { type: 'integer', minimum, maximum: most ?? MAX_INT32 },
    (text) => {
      const value = PLAIN_DIGITS.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
    },
    (text) => (PLAIN_DIGITS.test(text) && Number(text) > minimum ? 'this one is too large' : hint),
  );
}

/** Id parameter, with the call that lists the ids. */
function idFrom(list: string) {
  return integerFrom(1, { hint: `${list} tells the ids` });
}

export const id = integerFrom(1);
export const trackedSatelliteId = idFrom('GET /tracked_satellites');
export const groundStationId = idFrom('GET /ground_stations');
export const runId = idFrom('GET /interference/available_frequency_bands');

const LAST_EPOCH = WINDOW_EPOCHS - 1;
/** Zero-based time step of a window. */
export const epoch = integerFrom(0, {
  most: LAST_EPOCH,
  rule: `must be an integer from 0 to ${LAST_EPOCH}`,
  hint: 'minutes since the start of the run',
});

const lastCell = (grid: number): number => cellCount(grid) - 1;
/** Number of a cell. */
export const ipix = integerFrom(0, {
  most: lastCell(Math.max(...WINDOW_NSIDES)),
  rule: `must be an integer from 0 to 12 nside^2 - 1, which is ${lastCell(DEFAULT_NSIDE)} at nside ${DEFAULT_NSIDE}`,
});

/** Number of a page, counted from 1. */
export const page = integerFrom(1, { most: Number.MAX_SAFE_INTEGER });
export const perPage = integerFrom(1, {
  most: MAX_PER_PAGE,
  rule: `must be an integer from 1 to ${MAX_PER_PAGE}; more are answered with ${MAX_PER_PAGE}`,
}).transform((asked) => Math.min(asked, MAX_PER_PAGE));

/** Whole number from 1 to `most`, in plain digits. */
function positiveUpTo(
  most: number,
  rule: string,
  schema: Record<string, unknown> = {},
  hint?: (text: string) => string | undefined,
) {
  const parse = (text: string): number | undefined => {
    const value = PLAIN_DIGITS.test(text) ? Number(text) : Number.NaN;
    return value >= 1 && value <= most ? value : undefined;
  };
  return parameter(rule, { type: 'integer', ...schema, minimum: 1, maximum: most }, parse, hint);
}

/** Number of entries, from 1 to the most that one answer gives. */
export function limitUpTo(most: number) {
  return positiveUpTo(most, `must be an integer from 1 to ${most}`);
}

/** Text of 1 to `most` characters, not all of them blank. */
export function textUpTo(most: number) {
  const rule = `must be text of 1 to ${most} characters, not all of them blank`;
  return parameter(rule, { type: 'string', minLength: 1, maxLength: most }, (text) =>
    text.trim() !== '' && Array.from(text).length <= most ? text : undefined,
  );
}

export const nside = parameter(
  `must be that of the run: ${WINDOW_NSIDES.slice(0, -1).join(', ')} or ${WINDOW_NSIDES.at(-1)} (its mesh_resolution)`,
  { id: 'Nside', description: 'An nside that a run may have', type: 'integer', format: 'int32', enum: WINDOW_NSIDES },
  (text) => WINDOW_NSIDES.find((choice) => PLAIN_DIGITS.test(text) && choice === Number(text)),
);

/** Decimal number from `low` to `high`; undefined for any other text. */
export function parseDecimal(text: string, low: number, high: number): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  // Adding 0 turns -0 into 0.
  return value >= low && value <= high ? value + 0 : undefined;
}

/** Decimal number from `low` to `high`. */
export function decimalBetween(low: number, high: number, hint?: (text: string) => string | undefined) {
  return parameter(
    `must be a decimal number from ${low} to ${high}`,
    { type: 'number', minimum: low, maximum: high },
    (text) => parseDecimal(text, low, high),
    hint,
  );
}

export const latitude = decimalBetween(-90, 90, (text) => degreesHint(text, 90));
export const longitude = decimalBetween(-180, 180, (text) => degreesHint(text, 180));

const INSTANT_RULE =
  'must be an ISO 8601 time such as 2025-12-06T08:05:00Z, with Z, an offset (+02:00 or +0200; a + in a query is written %2B) or neither, which is UTC; seconds may be left out, and a date alone is its midnight';

/** Time in milliseconds since 1970: see parseInstant. */
export const instant = parameter(
  INSTANT_RULE,
  { id: 'Time', description: 'An ISO 8601 time', type: 'string', pattern: INSTANT_PATTERN },
  parseInstant,
  instantHint,
);

/** Instant that may be absent, or empty: some clients send missing values as empty ones. */
const optionalInstant = parameter<number | null>(
  INSTANT_RULE,
  { id: 'TimeOrNone', description: 'An ISO 8601 time, or nothing', type: 'string', pattern: `^$|${INSTANT_PATTERN}` },
  (text) => (text === '' ? null : parseInstant(text)),
  instantHint,
)
  .optional()
  .transform((value) => value ?? undefined);

/** Accepted spellings; Python's HTTP clients send `True`. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false };

export const boolean = parameter('must be true or false', { type: 'boolean' }, (text) =>
  Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : undefined,
);

export const band = parameter<BandChoice>(
  `must be one of ${BAND_CHOICES.join(', ')}`,
  { id: 'Band', type: 'string', enum: BAND_CHOICES },
  (text) => BAND_CHOICES.find((choice) => choice === text),
  bandHint,
);

/** How another satellite matches the tracked one. */
export const frequencyMatch = parameter<'band' | 'overlap'>(
  'must be band or overlap',
  { id: 'FrequencyMatch', type: 'string', enum: ['band', 'overlap'] },
  (text) => (text === 'band' || text === 'overlap' ? text : undefined),
);

/** Frequency or bandwidth in whole hertz. */
export const hertz = positiveUpTo(
  MAX_FREQUENCY_HZ,
  `must be whole hertz from 1 to ${MAX_FREQUENCY_HZ}, in plain digits`,
  { format: 'int64' },
  hertzHint,
);

/** Name of an operator in the built-in table, in either case; the value has the table's spelling. */
export const operator = parameter(
  'must be the name of an operator as answers have it, in either case, but Unknown, which stands for none known',
  { id: 'Operator', description: 'An operator of satellites', type: 'string', enum: OPERATORS },
  (text) => OPERATORS.find((one) => one.toLowerCase() === text.trim().toLowerCase()),
  operatorHint,
);

/** Makes the schema of 1 to `most` ids, separated by commas, each once; `list` is the call that lists the ids. */
export function idList(list: string, most: number) {
  const faultOf = (text: string): string | undefined => {
    const parts = text.split(',');
    const isId = (part: string): boolean =>
      PLAIN_DIGITS.test(part) && Number(part) >= 1 && Number(part) <= Number.MAX_SAFE_INTEGER;
    const wrong = parts.find((part) => !isId(part));
    if (wrong !== undefined) return `"${wrong.slice(0, 20)}" is no id: ${list} tells the ids`;
    if (parts.length > most) return `these are ${parts.length}`;
    const ids = parts.map(Number);
    const twice = ids.find((one, i) => ids.indexOf(one) < i);
    return twice === undefined ? undefined : `${twice} is there twice`;
  };
  return parameter(
    `must be 1 to ${most} ids, separated by commas, each once`,
    {
      type: 'array',
      items: { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_INT32 },
      minItems: 1,
      maxItems: most,
      uniqueItems: true,
    },
    (text) => (faultOf(text) === undefined ? text.split(',').map(Number) : undefined),
    faultOf,
  );
}

/** Optional part of an answer that the caller asks for. */
export const include = parameter<'provenance'>(
  'must be provenance',
  { id: 'Include', description: 'A part that answers may have', type: 'string', enum: ['provenance'] },
  (text) => (text === 'provenance' ? text : undefined),
).meta({ 'x-extension': true });

/** Element sets that answer a question: those nearest to noon of each UTC day, or the newest imported by a time. */
export type Elements = 'nearest' | { asOfMs: number };

const AS_OF = 'as_of:';

/** Element sets that a question is answered from, by their name. */
export const namedElements = parameter<Elements | 'window'>(
  `must be window, nearest, or ${AS_OF} and an ISO 8601 time, such as ${AS_OF}2025-12-05T12:00:00Z`,
  {
    id: 'Elements',
    description: 'Element sets that an answer is computed from',
    type: 'string',
    pattern: `^(?:window|nearest|${AS_OF}${INSTANT_PATTERN.slice(1, -1)})$`,
  },
  (text) => {
    if (text === 'window' || text === 'nearest') return text;
    const asOfMs = text.startsWith(AS_OF) ? parseInstant(text.slice(AS_OF.length)) : undefined;
    return asOfMs === undefined ? undefined : { asOfMs: Math.floor(asOfMs) };
  },
  (text) => (text.startsWith(AS_OF) ? instantHint(text.slice(AS_OF.length)) : undefined),
);

/** Element sets that a question is answered from; undefined for those of the window. */
export const elements = namedElements
  .transform((asked) => (asked === 'window' ? undefined : asked))
  .optional()
  .meta({ 'x-extension': true });

/** Checks rules that bind several parameters of a query. */
type Rules<S extends z.ZodRawShape> = (query: z.output<z.ZodObject<S>>, context: z.RefinementCtx) => void;

/** Makes the schema of a query with a time range, whose ends may be left out; `more` checks further rules. */
export function withTimeRange<S extends z.ZodRawShape>(shape: S, more: Rules<S>) {
  return withRange(shape, optionalInstant, more);
}

/** Makes the schema of a query that must name both ends of a time range of at most `most`; else as `withTimeRange`. */
export function withNamedRange<S extends z.ZodRawShape>(shape: S, most: LongestRange, more: Rules<S>) {
  return withRange(shape, instant, more, most);
}

/** Makes the schema of a query with a time range, whose rules are checked even if other parameters are wrong. */
function withRange<S extends z.ZodRawShape, T extends typeof instant | typeof optionalInstant>(
  shape: S,
  time: T,
  more: Rules<S>,
  most?: LongestRange,
) {
  const ends = { start_time: time, end_time: time };
  const check = (query: unknown, context: z.RefinementCtx): void => {
    const { start_time: start, end_time: end } = query as { start_time?: number; end_time?: number };
    if (start === undefined || end === undefined) return;
    const problem = rangeProblem(start, end, most);
    if (problem) context.addIssue({ code: 'custom', path: [problem.parameter], message: problem.rule });
  };
  return z
    .strictObject({ ...shape, ...ends })
    .superRefine((query, context) => more(query as z.output<z.ZodObject<S>>, context))
    .superRefine(check, {
      when: ({ issues }) => !issues.some(({ path }) => path?.some((name) => String(name) in ends)),
    });
}

/** Returns coordinates in the core's form, in degrees: the antimeridian is -180, and at a pole every longitude is 0. */
export function canonicalPlace(latDeg: number, lonDeg: number): { latDeg: number; lonDeg: number } {
  if (Math.abs(latDeg) === 90) return { latDeg, lonDeg: 0 };
  return { latDeg, lonDeg: lonDeg === 180 ? -180 : lonDeg };
}
