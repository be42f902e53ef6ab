import type { FrequencyBandJson } from '../../http/schemas/frequencies.js';
import { hertzText, type Interferer, operatorOf, type Stretch } from '../data/interferer.js';

/** Frequencies that other satellites share with the tracked one. */
export interface SharedStretch extends Stretch {
  /** Whether any satellite that shares them is in the beam. */
  isInBeam: boolean;
}

/** Row of the spectrum: a satellite or, if there are many, an operator. */
interface SpectrumRow {
  name: string;
  satellites: number;
  inBeam: number;
  stretches: readonly SharedStretch[];
}

type Limits = Pick<Stretch, 'lowHz' | 'highHz'>;

/** Part of the spectrum in one band. */
export interface SpectrumBand {
  name: string;
  /** Frequencies from the left to the right of the picture. */
  axis: Limits;
  /** Frequencies of the tracked satellite or, if none of them are known in the band, the union of the shared ones. */
  own: readonly Stretch[];
  rows: readonly SpectrumRow[];
}

/** Most satellites that have a row each. */
const MOST_SATELLITES = 12;
/** Part of an axis that is left free on either side. */
const MARGIN = 0.05;

/** Limits that contain all stretches and a margin, or those of the band if the stretches span over half of it. */
function axisOf(stretches: readonly Limits[], band: Limits): Limits {
  const lowHz = Math.min(...stretches.map((one) => one.lowHz));
  const highHz = Math.max(...stretches.map((one) => one.highHz));
  const margin = Math.max(1, MARGIN * (highHz - lowHz));
  if (highHz - lowHz > (band.highHz - band.lowHz) / 2) return band;
  return { lowHz: lowHz - margin, highHz: highHz + margin };
}

/** Rows of satellites that share frequencies: the most in the beam first, then the most satellites. */
function rowsOf(met: readonly Interferer[], beamDeg: number): SpectrumRow[] {
  const nameOf = met.length <= MOST_SATELLITES ? ({ name }: Interferer) => name : operatorOf;
  const groups = new Map<string, SpectrumRow & { shared: Map<string, SharedStretch> }>();
  for (const one of met) {
    if (!one.overlap) continue;
    const name = nameOf(one);
    const group = groups.get(name) ?? { name, satellites: 0, inBeam: 0, stretches: [], shared: new Map() };
    groups.set(name, group);
    const { lowHz, hz, source, isAssumed } = one.overlap;
    const key = `${lowHz} ${hz} ${source} ${isAssumed}`;
    const isInBeam = one.separationDeg < beamDeg;
    group.satellites++;
    if (isInBeam) group.inBeam++;
    const known = group.shared.get(key)?.isInBeam === true;
    group.shared.set(key, { lowHz, highHz: lowHz + hz, source, isAssumed, isInBeam: known || isInBeam });
  }
  return [...groups.values()]
    .map(({ shared, ...row }) => ({ ...row, stretches: [...shared.values()] }))
    .sort((a, b) => b.inBeam - a.inBeam || b.satellites - a.satellites);
}

/**
 * Bands in which the tracked satellite sends or shares frequencies with others.
 *
 * @param own frequencies of the tracked satellite; in a band without any, the shared ones stand in for them
 */
export function spectrumOf(
  bands: readonly FrequencyBandJson[],
  own: readonly Stretch[],
  interferers: readonly Interferer[],
  beamDeg: number,
): SpectrumBand[] {
  return bands.flatMap(({ name, min_ghz: minGhz, max_ghz: maxGhz }): SpectrumBand[] => {
    if (minGhz === null || maxGhz === null) return [];
    const band = { lowHz: 1e9 * minGhz, highHz: 1e9 * maxGhz };
    const met = interferers.filter(
      ({ overlap }) => overlap && overlap.lowHz >= band.lowHz && overlap.lowHz < band.highHz,
    );
    const rows = rowsOf(met, beamDeg);
    const known = own.filter(({ lowHz, highHz }) => lowHz < band.highHz && highHz > band.lowHz);
    const shown = known.length > 0 ? known : unionOf(rows.flatMap(({ stretches }) => stretches));
    if (shown.length === 0) return [];
    const all = [...shown, ...rows.flatMap(({ stretches }) => stretches)];
    return [{ name, axis: axisOf(all, band), own: shown, rows }];
  });
}

/** Union of stretches, ascending; those that touch or overlap are joined. */
function unionOf(stretches: readonly Stretch[]): Stretch[] {
  const union: Stretch[] = [];
  for (const one of [...stretches].sort((a, b) => a.lowHz - b.lowHz)) {
    const last = union.at(-1);
    if (last && one.lowHz <= last.highHz) last.highHz = Math.max(last.highHz, one.highHz);
    else union.push({ lowHz: one.lowHz, highHz: one.highHz, source: one.source, isAssumed: one.isAssumed });
  }
  return union;
}

/** Round frequencies on an axis, about `most` of them at most, as text, and their unit. */
export function frequencyTicks(
  { lowHz, highHz }: Limits,
  most: number,
): { unit: string; ticks: { hz: number; text: string }[] } {
  const power = 10 ** Math.floor(Math.log10((highHz - lowHz) / most));
  const step = power * ([1, 2, 5].find((part) => (highHz - lowHz) / (part * power) <= most) ?? 10);
  const [scale, unit] = lowHz >= 1e9 && step >= 1e7 ? [1e9, 'GHz'] : [1e6, 'MHz'];
  const digits = Math.max(0, -Math.floor(Math.log10(step / scale) + 1e-9));
  const first = Math.ceil(lowHz / step);
  const count = Math.floor(highHz / step) - first + 1;
  const ticks = Array.from({ length: count }, (_none, index) => {
    const hz = (first + index) * step;
    return { hz, text: (hz / scale).toFixed(digits) };
  });
  return { unit, ticks };
}

const SOURCES: Record<string, string> = {
  table: 'built-in table',
  satnogs: 'SatNOGS DB',
  csv: 'imported carriers',
  television: 'television list',
  slot: 'television list, by orbital slot',
};

/** Text of the width of the widest stretch, and of the sources of all: `36 MHz, SatNOGS DB`. */
export function stretchesText(stretches: readonly Stretch[]): string {
  const widest = Math.max(...stretches.map(({ lowHz, highHz }) => highHz - lowHz));
  const sources = new Set(stretches.map(({ source }) => SOURCES[source] ?? source));
  const assumed = stretches.some(({ isAssumed }) => isAssumed) ? ', width assumed' : '';
  return `${stretches.length > 1 ? 'up to ' : ''}${hertzText(widest)}, ${[...sources].join(', ')}${assumed}`;
}
