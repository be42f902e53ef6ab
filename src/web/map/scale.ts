import { RISK_LEVELS } from '../../spec.js';
import { between, pixelOf } from './colour.js';
import { THEMES, type ThemeName } from './theme.js';

/** `risk`: the four levels. `relative`: a continuous line up to a peak. */
export type ScaleName = 'risk' | 'relative';

/** Of the peak, beyond the levels. */
const PARTS = [0.25, 0.5, 0.75, 1];
/** Four levels in less than this part of the scale look alike. */
const CROWDED_PART = 0.3;

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

/** Where the levels begin, the lower ones as one where their colours are hardly told apart; and parts of the peak. */
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
