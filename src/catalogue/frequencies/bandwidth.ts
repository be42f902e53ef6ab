import { BANDS } from '../../spec.js';
import { bandBit, bandMaskOf } from '../bands.js';

/** Symbol rate and modulation of a downlink, as far as they are known. */
export interface Modulation {
  /** Symbols a second; null if nothing is known. */
  baud: number | null;
  /** Name of its modulation as its source has it; empty if nothing is known. */
  mode: string;
}

/** Basis of an assumed width: the symbol rate, the mode, or the band alone. */
export type WidthRule = 'baud' | 'mode' | 'band';

/**
 * Width of PSK in percent of the symbol rate: the roll-off is 0.35 in DVB-S (ETSI EN 300 421), at most 0.35 in DVB-S2
 * and CCSDS 131.2-B.
 */
const PSK_PERCENT = 135;
/**
 * Width of minimum-shift keying in percent of the symbol rate R: 99 % of the power lies in 1.18 R, by its spectrum (cos
 * 2πf / (1 - 16 f²))² in units of R.
 */
const MSK_PERCENT = 118;
/**
 * Width of frequency-shift keying in percent of the symbol rate R, with a deviation of R / 2: half of the power lies in
 * two lines, the rest as (cos πf / (1 - 4 f²))², so that 99 % of all lies in 2.13 R. A smaller deviation takes less.
 */
const FSK_PERCENT = 220;
/** Usual bandwidths of LoRa, in hertz; others are rare (Semtech SX1276). */
const LORA_HZ = [125e3, 250e3, 500e3];

/**
 * Widths in percent of the symbol rate, by mode; the first pattern that matches counts. A mode that matches none counts
 * as the widest, `FSK_PERCENT`.
 */
const BY_BAUD: readonly [pattern: RegExp, percent: number][] = [
  [/MSK|FFSK/, MSK_PERCENT],
  [/FSK/, FSK_PERCENT],
  [/PSK|QAM|^DVB|^LRPT|HRPT/, PSK_PERCENT],
];

/**
 * Widths of narrow emissions, in hertz, by mode. CW is as wide as a receiver's filter for it, though keying takes only
 * some 100 Hz. The others take a channel for speech up to M = 3 kHz, by RR appendix 1 and ITU-R SM.1138: M less the
 * lowest 300 Hz for a single sideband; 2 M for AM; 2 M + 2 D for FM with a deviation D of 2.5 kHz.
 */
const BY_MODE: readonly [pattern: RegExp, hz: number][] = [
  [/^CW/, 500],
  [/^([UL]SB|SSB|PSK31|WSJT|FT8)/, 2_700],
  [/^AM$/, 6_000],
  [/^FMN$/, 11_000],
];

/**
 * Widths assumed by band where only the centre is known, in hertz: a channel of 25 kHz in VHF and UHF, telemetry in L
 * and S, a television transponder in C and Ku, the data of an Earth observer in X, else a transponder of a
 * high-throughput satellite.
 */
const BY_BAND: Readonly<Record<(typeof BANDS)[number]['name'], number>> = {
  VHF: 25e3,
  UHF: 25e3,
  L: 5e6,
  S: 5e6,
  C: 36e6,
  X: 150e6,
  Ku: 36e6,
  K: 250e6,
  Ka: 250e6,
  V: 250e6,
  W: 250e6,
};
const OUTSIDE_BANDS_HZ = 25e3;

/**
 * Width, in whole hertz, assumed for a carrier of which only the centre is known: that of its band, 25 kHz outside all
 * bands.
 */
export function bandWidthHz(centreHz: number): number {
  const mask = bandMaskOf([{ lowHz: centreHz, highHz: null }]);
  const band = BANDS.find(({ name }) => (mask & bandBit(name)) !== 0);
  return band === undefined ? OUTSIDE_BANDS_HZ : BY_BAND[band.name];
}

/**
 * Assumes the width, in whole hertz, of a downlink of which only the centre frequency is known: the width of its mode
 * if `BY_MODE` has it or it is LoRa, else one from its symbol rate (but for tones in a voice channel), else that of its
 * band. (The mode FM tells no width: SatNOGS DB uses it for every signal that an FM receiver shows.)
 */
export function assumedWidth(centreHz: number, { baud, mode }: Modulation): { hz: number; rule: WidthRule } {
  const name = mode.toUpperCase();
  const emission = BY_MODE.find(([pattern]) => pattern.test(name));
  if (emission !== undefined) return { hz: emission[1], rule: 'mode' };
  if (name.startsWith('LORA')) return { hz: LORA_HZ.find((hz) => (baud ?? 0) <= hz) ?? (baud as number), rule: 'mode' };
  // AFSK, SSTV and DUV are tones in an FM voice channel: its width, not the symbol rate, counts.
  if (baud === null || /^(AFSK|SSTV|DUV)/.test(name)) return { hz: bandWidthHz(centreHz), rule: 'band' };
  const percent = BY_BAUD.find(([pattern]) => pattern.test(name))?.[1] ?? FSK_PERCENT;
  return { hz: Math.ceil((baud * percent) / 100), rule: 'baud' };
}

/**
 * Whether a mode is that of a beacon. A beacon carries no data, so the satellite may send more than the beacon on its
 * frequencies.
 */
export const isBeacon = (mode: string): boolean => /^CW/i.test(mode);
