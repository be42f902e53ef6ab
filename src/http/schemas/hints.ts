import { OPERATORS } from '../../catalogue/constellations.js';
import { BAND_CHOICES } from '../../spec.js';

/** Adds a guess at the meaning of a wrong text to the rule that it breaks, where there is one. */
export function withHint(rule: string, hint: string | undefined): string {
  return hint === undefined ? rule : `${rule} (${hint})`;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Guesses the meaning of a text that is not a latitude (limit 90) or longitude (limit 180). */
export function degreesHint(text: string, limit: number): string | undefined {
  if (/^-?\d+,\d+$/.test(text)) return `write ${text.replace(',', '.')}, with a point`;
  if (/[°'"NESW]/i.test(text) && /\d/.test(text)) return 'north and east are positive, south and west negative';
  if (/^\+\d/.test(text) || /^ \d/.test(text)) return 'without + and blanks';
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  if (limit === 90 && Math.abs(value) <= 180) return 'are latitude and longitude swapped?';
  if (limit === 180 && value <= 360 && value > 0)
    return `east of 180 is west: write ${Number((value - 360).toFixed(9))}`;
  return undefined;
}

/** Guesses the meaning of a text that is not a band. */
export function bandHint(text: string): string | undefined {
  if (/[,;+ ]/.test(text.trim())) return 'one band a call, or all';
  const meant = BAND_CHOICES.find(
    (choice) =>
      choice.toLowerCase() ===
      text
        .trim()
        .toLowerCase()
        .replace(/-?band$/, ''),
  );
  return meant && `write ${meant}`;
}

/** Guesses the meaning of a text that is not a time. */
export function instantHint(text: string): string | undefined {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) return undefined;
  // Nine or ten digits are seconds, longer ones milliseconds.
  const seconds = Number(text) / (Number(text) < 1e10 ? 1 : 1000);
  return `seconds since 1970 are not read: write ${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}

/** Lists some operators whose names contain a text that is no operator's name. */
export function operatorHint(text: string): string | undefined {
  const part = text.trim().toLowerCase();
  const alike = part === '' ? [] : OPERATORS.filter((one) => one.toLowerCase().includes(part));
  return alike.length > 0 ? `there are ${alike.slice(0, 5).join(', ')}` : undefined;
}
