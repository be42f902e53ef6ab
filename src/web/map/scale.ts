import { RISK_LEVELS } from '../../spec.js';
import { between, pixelOf } from './colour.js';
import { THEMES, type ThemeName } from './theme.js';

/** Colour scale: `risk` has the four levels, `relative` is continuous up to a peak. */
export type ScaleName = 'risk' | 'relative';

/** Parts of the peak at which the legend has entries above the levels. */
const PARTS = [0.25, 0.5, 0.75, 1];
/** Part of the scale below which the four levels are hard to tell apart. */
const CROWDED_PART = 0.3;

export interface LegendEntry {
  label: string;
  /** Intensities that have this colour. */
  range: string;
  /** Colour as `#rrggbb`. */
  colour: string;
}

/**
 * Pixel of each intensity, the last for all above; the first is that of clear cells.
 *
 * @param peak intensity at the end of the relative scale
 */
export function pixelsOfIntensity(scale: ScaleName, theme: ThemeName, peak: number): Uint32Array {
  const { clear, intensity } = THEMES[theme];
  const highest = scale === 'risk' ? (RISK_LEVELS[RISK_LEVELS.length - 1]?.from ?? 1) : Math.max(1, peak);
  const pixels = new Uint32Array(highest + 1);
  pixels[0] = pixelOf(clear);
  for (let value = 1; value <= highest; value++) {
    const level = RISK_LEVELS.findLastIndex(({ from }) => value >= from);
    pixels[value] = pixelOf(
      scale === 'risk' ? (intensity[level] ?? intensity[0]) : between(intensity, value / highest),
    );
  }
  return pixels;
}

/** Entries of the legend, from nothing to the most. */
export function legend(scale: ScaleName, theme: ThemeName, peak: number): LegendEntry[] {
  const { clear, intensity } = THEMES[theme];
  const nobody = { label: 'clear', range: '0', colour: clear };
  return [nobody, ...(scale === 'risk' ? riskEntries(intensity) : relativeEntries(intensity, Math.max(1, peak)))];
}

function riskEntries(intensity: readonly string[]): LegendEntry[] {
  return RISK_LEVELS.map(({ name, from }, level) => {
    const next = RISK_LEVELS[level + 1]?.from;
    const range = next === undefined ? `${from} and more` : `${Math.max(1, from)} to ${next - 1}`;
    return { label: name, range, colour: intensity[level] as string };
  });
}

/**
 * Starts of the levels, with the lower ones merged where their colours are hard to tell apart, and parts of the peak.
 */
function relativeEntries(intensity: readonly string[], peak: number): LegendEntry[] {
  const levels = RISK_LEVELS.map(({ name, from }) => ({ label: name, value: Math.max(1, from) }));
  const begun = levels.filter(({ value }) => value < peak);
  const last = begun.at(-1) ?? { label: '', value: 0 };
  const isCrowded = begun.length === levels.length && last.value < CROWDED_PART * peak;
  const named = isCrowded ? [{ label: `below ${last.label}`, value: 1 }, last] : begun;
  const parts = PARTS.map((part) => ({ label: `${100 * part} %`, value: Math.round(part * peak) }));
  const above = parts.filter(({ value }, index) => value > last.value && value !== parts[index + 1]?.value);
  return [...named, ...above].map(({ label, value }) => ({
    label,
    range: `${value}+`,
    colour: between(intensity, value / peak),
  }));
}
