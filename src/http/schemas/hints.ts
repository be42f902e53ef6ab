import { OPERATORS } from '../../catalogue/constellations.js';
import { BAND_CHOICES, BANDS } from '../../spec.js';
import { parseInstant } from './instant.js';
import { similar } from './similar.js';

/** Adds a guess at the meaning of a wrong text, if there is one, to the rule that the text breaks. */
export function withHint(rule: string, hint: string | undefined): string {
  return hint === undefined ? rule : `${rule} (${hint})`;
}

/** Joins names by commas, and the last one by `or`. */
export function orList(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ');
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
  const name = text
    .toLowerCase()
    .replace(/bands?$/, '')
    .replaceAll(/[-_ ]/g, '');
  const meant = BAND_CHOICES.find((choice) => choice.toLowerCase() === name);
  if (meant !== undefined) return `write ${meant}`;
  if (/[,;+/ ]/.test(text.trim()) && !/\d/.test(text)) return 'one band a call, or all';
  for (const unit of ['', ' GHz', ' MHz', ' Hz']) {
    const gigahertz = (hertzOf(text + unit) ?? NaN) / 1e9;
    const around = BANDS.find(({ minGhz, maxGhz }) => gigahertz >= minGhz && gigahertz < maxGhz);
    if (around !== undefined) return `write ${around.name}, which has ${text.trim()}${unit}`;
  }
  return undefined;
}

const HERTZ = /^\s*(\d+(?:\.\d+)?(?:e\+?\d+)?)\s*([kMGT]?)Hz\s*$/i;

/** Hertz of a text with a unit, such as `12.5 GHz`; undefined for any other text. */
function hertzOf(text: string): number | undefined {
  const [, number, prefix = ''] = HERTZ.exec(text) ?? [];
  return number === undefined
    ? undefined
    : Math.round(Number(number) * 1000 ** ' kmgt'.indexOf(prefix.toLowerCase() || ' '));
}

/** Hint with the meant number of hertz, for a text such as `12.5 GHz` or `1e9`; undefined without a guess. */
export function hertzHint(text: string): string | undefined {
  const hertz = hertzOf(text) ?? hertzOf(`${text}Hz`);
  return hertz === undefined || String(hertz) === text ? undefined : `write ${hertz}`;
}

/** Guesses the meaning of a text that is not a time. */
export function instantHint(text: string): string | undefined {
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) {
    // Nine or ten digits are seconds, longer ones milliseconds.
    const seconds = Number(text) / (Number(text) < 1e10 ? 1 : 1000);
    return `seconds since 1970 are not read: write ${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19)}Z`;
  }
  // A blank is the T of some programs, or the + of an offset in a query.
  const tidy = text
    .trim()
    .replaceAll('/', '-')
    .replace(' ', text.includes('T') ? '+' : 'T');
  if (tidy !== text && parseInstant(tidy) !== undefined) return `write ${tidy.replace('+', '%2B')}`;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(month) > 12) return `there is no month ${month}`;
  if (Number(day) < 1 || Number(day) > days) return `${year}-${month} has ${days} days`;
  if (!/T24:00(?::00)?(?![\d:])/i.test(text)) {
    const isBeyond = /T(?:2[4-9]|[3-9]\d|\d\d:[6-9]|\d\d:\d\d:[6-9])/i.test(text);
    return isBeyond ? 'hours go to 23, minutes and seconds to 59' : undefined;
  }
  const next = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + 1)).toISOString().slice(0, 10);
  return `write ${next}T00${text.slice('2026-02-14T24'.length)}`;
}

/** Lists some operators whose names are like a text that is no operator's name; if none is, tells where to look. */
export function operatorHint(text: string): string {
  const alike = similar(text, OPERATORS);
  return alike.length > 0 ? `there are ${alike.slice(0, 5).join(', ')}` : 'GET /satellites?search= tells operators';
}
