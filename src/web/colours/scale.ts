import { between, pixelOf } from './colour.js';

/**
 * Colours of intensities, the same in light and dark themes: from violet to yellow, each lighter than the one before, in
 * steps that look even (chosen in Oklab, lightness 0.37 to 0.88; so near each other that red, green and blue can be mixed).
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

/** Leading digits of rounded numbers. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** A scale begins at 0 where the lowest intensity is below this part of the scale's end. */
const LIFTED_PART = 0.3;

/** Next round number at or above a count; at least 10, so that a few satellites look like few. */
export function roundedUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, count)));
  return power * (STEPS.find((step) => step * power >= count) ?? 10);
}

/** Scale for intensities from a lowest to a highest: it begins at 0 where the lowest is near that. */
export function scaleFor(lowest: number, highest: number): Scale {
  const to = roundedUp(highest);
  if (lowest < LIFTED_PART * to) return { from: 0, to };
  const step = 10 ** Math.floor(Math.log10(to)) / 2;
  return { from: Math.floor(lowest / step) * step, to };
}

/** Place of an intensity on the scale, 0 to 1. */
export function partOf({ from, to }: Scale, intensity: number): number {
  return Math.min(1, Math.max(0, (intensity - from) / (to - from)));
}

export function colourOf(scale: Scale, intensity: number): string {
  return intensity === 0 ? CLEAR_COLOUR : between(SCALE_COLOURS, partOf(scale, intensity));
}

/** Pixel of each intensity from 0 on, the last for all above. */
export function pixelsOfIntensity(scale: Scale): Uint32Array {
  return Uint32Array.from({ length: scale.to + 1 }, (_none, intensity) => pixelOf(colourOf(scale, intensity)));
}

/** Round intensities to be named on the scale, both ends among them. */
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

/** How often each intensity, from 0 on, is found in a satellite's footprint over its week, by a sample. */
export type Magnitudes = readonly number[];

/** Part of the week that may lie below the beginning of a scale. */
const BELOW_PART = 0.01;

function totalOf(magnitudes: Magnitudes): number {
  return magnitudes.reduce((sum, times) => sum + times, 0);
}

/** Intensity that a part of the week stays below or at; undefined without data. */
export function quantileOf(magnitudes: Magnitudes, part: number): number | undefined {
  const total = totalOf(magnitudes);
  let sum = 0;
  const found = magnitudes.findIndex((times) => (sum += times) >= part * total && sum > 0);
  return found === -1 ? undefined : found;
}

/** Part of the week, 0 to 1, with a lower intensity; those equal count half. Undefined without data. */
export function rankOf(magnitudes: Magnitudes, intensity: number): number | undefined {
  const total = totalOf(magnitudes);
  if (total === 0) return undefined;
  const lower = totalOf(magnitudes.slice(0, intensity));
  return (lower + (magnitudes[intensity] ?? 0) / 2) / total;
}

/**
 * Scale of a week. It reaches `shown`, the highest intensity on the screen, also where the week's sample has none so
 * high.
 */
export function scaleOfWeek(magnitudes: Magnitudes, shown = 0): Scale {
  const highest = magnitudes.findLastIndex((times) => times > 0);
  return scaleFor(quantileOf(magnitudes, BELOW_PART) ?? 0, Math.max(shown, highest));
}
