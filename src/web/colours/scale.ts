import type { ThemeName } from './theme.js';

/**
 * Colours of intensities: from a pale blue to a dark purple, each darker than the one before, in steps that look even
 * (chosen in Oklab). They leave red to satellites in the beam, and green to clear stretches. Neighbours differ so
 * little that colours between them can be mixed in RGB.
 */
const PALE_TO_DARK = [
  '#9bd2fa',
  '#8fbdf0',
  '#83a8e6',
  '#7994db',
  '#6f80cd',
  '#676cbb',
  '#5f59a7',
  '#584692',
  '#50347d',
  '#472268',
] as const;

/** Colours from the lowest intensity to the highest, which contrasts most with the ground of the theme. */
export const SCALE_COLOURS: Record<ThemeName, readonly string[]> = {
  light: PALE_TO_DARK,
  dark: PALE_TO_DARK.toReversed(),
};

/** Red, green and blue, 0 to 255, of a colour such as `#0b5f8f`. */
function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
}

/** Colour at a fraction (0 to 1) of a line through evenly spaced colours, all written as `#rrggbb`. */
export function between(colours: readonly string[], part: number): string {
  const place = Math.min(1, Math.max(0, part)) * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  const high = channelsOf(colours[index + 1] as string);
  const mixed = channelsOf(colours[index] as string).map((low, i) =>
    Math.round(low + (place - index) * ((high[i] as number) - low)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Opaque pixel of a `#rrggbb` colour as a little-endian word: ImageData's layout on every machine with a browser. */
export function pixelOf(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

/** Range of intensities that the colours stand for; lower ones look like the lowest, higher ones like the highest. */
export interface Scale {
  from: number;
  to: number;
}

/** Leading digits of the round numbers at which a scale may end. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** A scale begins at 0 if the lowest intensity is below this fraction of the scale's end. */
const LIFTED_PART = 0.3;

/** Next round number at or above a count; at least 10, so that few satellites look like few. */
export function roundedUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, count)));
  return power * (STEPS.find((step) => step * power >= count) ?? 10);
}

/** Scale for intensities from a lowest to a highest; it begins at 0 if the lowest is below 30 % of its end. */
export function scaleFor(lowest: number, highest: number): Scale {
  const to = roundedUp(highest);
  if (lowest < LIFTED_PART * to) return { from: 0, to };
  const step = 10 ** Math.floor(Math.log10(to)) / 2;
  return { from: Math.floor(lowest / step) * step, to };
}

/** Fraction of the scale, 0 to 1, at which an intensity stands. */
export function partOf({ from, to }: Scale, intensity: number): number {
  return Math.min(1, Math.max(0, (intensity - from) / (to - from)));
}

function colourOf(scale: Scale, intensity: number, theme: ThemeName): string {
  return between(SCALE_COLOURS[theme], partOf(scale, intensity));
}

/** Pixel of each intensity from 0 on; the last one stands for all higher ones. */
export function pixelsOfIntensity(scale: Scale, theme: ThemeName): Uint32Array {
  return Uint32Array.from({ length: scale.to + 1 }, (_none, intensity) => pixelOf(colourOf(scale, intensity, theme)));
}

/** Round intensities to write beside the scale, including both ends. */
export function ticksOf({ from, to }: Scale): number[] {
  const power = 10 ** Math.floor(Math.log10(to - from));
  const step = [0.2, 0.25, 0.5, 1, 2].map((part) => part * power).find((one) => (to - from) / one <= 5) ?? power;
  const first = Math.ceil(from / step) * step;
  const round = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_none, i) => Math.round(first + i * step));
  const inside = round.filter((tick) => tick - from > step / 2 && to - tick > step / 2);
  return [from, ...inside, to];
}

/** Colours as a CSS gradient from left to right. */
export function gradientOf(colours: readonly string[]): string {
  return `linear-gradient(to right, ${colours.join(', ')})`;
}

/** Number of times that each intensity, from 0 on, occurs in a sample of a satellite's footprint over the window. */
export type Magnitudes = readonly number[];

/** Fraction of the sample that may lie below the beginning of a scale. */
const BELOW_PART = 0.01;

function totalOf(magnitudes: Magnitudes): number {
  return magnitudes.reduce((sum, times) => sum + times, 0);
}

/** Lowest intensity that at least a fraction `part` of the sample does not exceed; undefined without data. */
export function quantileOf(magnitudes: Magnitudes, part: number): number | undefined {
  const total = totalOf(magnitudes);
  let sum = 0;
  const found = magnitudes.findIndex((times) => (sum += times) >= part * total && sum > 0);
  return found === -1 ? undefined : found;
}

/**
 * Fraction of the sample, 0 to 1, that lies below an intensity; values equal to it count half. Undefined without data.
 */
export function rankOf(magnitudes: Magnitudes, intensity: number): number | undefined {
  const total = totalOf(magnitudes);
  if (total === 0) return undefined;
  const lower = totalOf(magnitudes.slice(0, intensity));
  return (lower + (magnitudes[intensity] ?? 0) / 2) / total;
}

/**
 * Scale for a week, from a sample of its intensities. It ends at `shown`, the highest intensity on the screen, or
 * above.
 */
export function scaleOfWeek(magnitudes: Magnitudes, shown = 0): Scale {
  const highest = magnitudes.findLastIndex((times) => times > 0);
  return scaleFor(quantileOf(magnitudes, BELOW_PART) ?? 0, Math.max(shown, highest));
}
