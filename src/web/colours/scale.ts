import { between, pixelOf } from './colour.js';

/**
 * Colours of intensities, the same in light and dark themes: from violet to yellow, each lighter than the one before,
 * in steps that look even (chosen in Oklab, lightness 0.37 to 0.88). Neighbours differ so little that colours between
 * them can be mixed in RGB.
 */
export const SCALE_COLOURS = [
  '#412192',
  '#68209f',
  '#8d299c',
  '#af3590',
  '#ce457f',
  '#e75a62',
  '#f77647',
  '#fe9536',
  '#fdb62e',
  '#fdd343',
] as const;

/** Colour of a place from which the tracked satellite is in view and no other one counts. */
export const CLEAR_COLOUR = '#a8d5c4';

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

/** Scale for intensities from a lowest to a highest; it begins at 0 where the lowest is near 0. */
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

export function colourOf(scale: Scale, intensity: number): string {
  return intensity === 0 ? CLEAR_COLOUR : between(SCALE_COLOURS, partOf(scale, intensity));
}

/** Pixel of each intensity from 0 on; the last one stands for all higher ones. */
export function pixelsOfIntensity(scale: Scale): Uint32Array {
  return Uint32Array.from({ length: scale.to + 1 }, (_none, intensity) => pixelOf(colourOf(scale, intensity)));
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

/** Colours of the scale as a CSS gradient from left to right. */
export const SCALE_GRADIENT = `linear-gradient(to right, ${SCALE_COLOURS.join(', ')})`;

/** Number of times that each intensity, from 0 on, occurs in a sample of a satellite's footprint over its week. */
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
