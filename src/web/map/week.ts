import { type Scale, scaleFor } from './scale.js';

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

/** Scale for a week in which no intensity above `shown` is looked at. */
export function scaleOfWeek(magnitudes: Magnitudes, shown = 0): Scale {
  const highest = magnitudes.findLastIndex((times) => times > 0);
  return scaleFor(quantileOf(magnitudes, BELOW_PART) ?? 0, Math.max(shown, highest));
}
