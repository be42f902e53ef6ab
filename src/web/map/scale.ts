import { RISK_LEVELS } from '../../spec.js';
import { between, pixelOf } from './colour.js';
import { THEMES, type ThemeName } from './theme.js';

/** `risk`: the four levels. `relative`: a continuous line up to a peak. */
export type ScaleName = 'risk' | 'relative';

export interface LegendEntry {
  label: string;
  /** The intensities that have this colour. */
  range: string;
  /** `#rrggbb` */
  colour: string;
}

/**
 * The pixel of each intensity, the last standing for all above. 0 is transparent: what lies beneath tells whether the
 * satellite is in view there.
 *
 * @param peak intensity that ends the relative scale
 */
export function pixelsOfIntensity(scale: ScaleName, theme: ThemeName, peak: number): Uint32Array {
  const { intensity } = THEMES[theme];
  const highest = scale === 'risk' ? (RISK_LEVELS[RISK_LEVELS.length - 1]?.from ?? 1) : Math.max(1, peak);
  const pixels = new Uint32Array(highest + 1);
  for (let value = 1; value <= highest; value++) {
    const level = RISK_LEVELS.findLastIndex(({ from }) => value >= from);
    pixels[value] = pixelOf(
      scale === 'risk' ? (intensity[level] ?? intensity[0]) : between(intensity, value / highest),
    );
  }
  return pixels;
}

/** What to print beside the map, from nothing to the most. */
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

function relativeEntries(intensity: readonly string[], peak: number): LegendEntry[] {
  const values = new Set([1, ...[0.25, 0.5, 0.75, 1].map((part) => Math.max(1, Math.round(part * peak)))]);
  return [...values].map((value) => ({
    label: `${Math.round((100 * value) / peak)} %`,
    range: String(value),
    colour: between(intensity, value / peak),
  }));
}
