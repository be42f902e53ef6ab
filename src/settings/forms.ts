import { z } from 'zod';

/** Range of a number: its unit, its ends, and an allowed value as an example. */
interface Range {
  unit: string;
  low: number;
  high: number;
  example: number;
}

/** Form of a whole number in plain digits. */
export function whole({ unit, low, high, example }: Range) {
  const rule = `must be ${unit === 'port' ? 'a port number' : `a whole number of ${unit}`}, ${low} to ${high}, such as ${example}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((value) => value >= low && value <= high, rule);
}

/** Form of a decimal number in plain digits, `low` to `high`; `isBelow` excludes `high`. */
export function decimal({ unit, low, high, example }: Range, isBelow = false) {
  const rule = `must be ${unit} in plain digits, ${low} to ${isBelow ? 'below ' : ''}${high}, such as ${example}`;
  return z
    .string()
    .regex(/^\d{1,3}(\.\d+)?$/, rule)
    .transform(Number)
    .refine((value) => value >= low && (isBelow ? value < high : value <= high), rule);
}

/** Form of a choice of one word. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` });
}

/** Form of a list of values with commas between; `rule` is the message if one is not valid. */
export function list(isValid: (value: string) => boolean, rule: string) {
  return z
    .string()
    .transform((text) => text.split(',').map((value) => value.trim()))
    .refine((values) => values.every(isValid), rule)
    .default([]);
}

/** Form of addresses with blanks or commas between; a comma that no further address follows belongs to its address. */
export const addresses = z
  .string()
  .transform((text) => text.trim().split(/\s*,\s*(?=[a-z][a-z0-9+.-]*:\/\/)|\s+/i))
  .refine(
    (values) => values.every(isAddress),
    'must be http:// or https:// addresses with blanks between, such as https://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=csv',
  )
  .default([]);

function isAddress(value: string): boolean {
  if (!/^https?:\/\/.*[^,]$/i.test(value)) return false;
  try {
    const { username, password } = new URL(value);
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
