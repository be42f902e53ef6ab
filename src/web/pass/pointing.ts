import { MAX_FREQUENCY_HZ } from '../../spec.js';
import { type Look, lookFrom, motionAt, rangeRateFrom, type Site } from '../data/look.js';
import type { Track } from '../data/track.js';
import type { Stretch } from './stretch.js';

/** Direction, distance and motion of a satellite seen from a site at an instant. */
export interface Pointing extends Look {
  ms: number;
  /** Rate at which the distance grows. */
  rangeRateKmS: number;
  /** Change of that rate in km/s²; NaN at the ends of the track. */
  rangeAccelerationKmS2: number;
}

const LIGHT_KM_S = 299_792.458;
const SECOND = 1000;

/**
 * Pointings in a stretch of time, at the multiples of `stepMs`; instants without a position are left out. On a low
 * orbit the distance is right to 2 cm and its rate to 1 mm/s, except near the ends of the track (motionAt).
 */
export function pointings(track: Track, site: Site, { fromMs, toMs }: Stretch, stepMs: number): Pointing[] {
  const [look, rateOf] = [lookFrom(site), rangeRateFrom(site)];
  const rateAt = (ms: number): number => rateOf(motionAt(track, ms));
  const found: Pointing[] = [];
  for (let ms = Math.ceil(fromMs / stepMs) * stepMs; ms <= toMs; ms += stepMs) {
    const motion = motionAt(track, ms);
    if (Number.isNaN(motion.position[0])) continue;
    const rangeAccelerationKmS2 = (rateAt(ms + SECOND) - rateAt(ms - SECOND)) / 2;
    found.push({ ms, ...look(motion.position), rangeRateKmS: rateOf(motion), rangeAccelerationKmS2 });
  }
  return found;
}

/**
 * Doppler shift of a carrier in hertz; with the change of the range rate in km/s², the change of the shift in Hz/s.
 * While the satellite comes nearer, the shift is positive: the carrier is received above its frequency.
 */
export function dopplerHz(carrierHz: number, rangeRateKmS: number): number {
  return (-carrierHz * rangeRateKmS) / LIGHT_KM_S;
}

/** Frequency in hertz from a text in MHz; undefined unless it is above 0 and at most MAX_FREQUENCY_HZ. */
export function readMhz(text: string): number | undefined {
  const hz = text.trim() === '' ? Number.NaN : 1e6 * Number(text);
  return hz > 0 && hz <= MAX_FREQUENCY_HZ ? hz : undefined;
}
