import type { Constellation } from '../../catalogue/constellations.js';

const LIGHT_M_PER_S = 299_792_458;

/** Widest beam that a question may have, in degrees; dishes too small for the pattern would have wider ones. */
const WIDEST_DEG = 90;

/**
 * Returns the angle off a dish's axis, in degrees, at which the reference envelope of its side lobes begins; its main
 * lobe is narrower. This is φmin of ITU-R S.465-6, recommends 2: the greater of 1° and 100 λ/D for D/λ of 50 and more,
 * the greater of 2° and 114 (D/λ)^-1.09 below. The recommendation is for 2 to 31 GHz; the same formula is used at other
 * frequencies.
 */
export function beamDeg(dishDiameterM: number, frequencyHz: number): number {
  const diameters = (dishDiameterM * frequencyHz) / LIGHT_M_PER_S;
  const angle = diameters >= 50 ? Math.max(1, 100 / diameters) : Math.max(2, 114 * diameters ** -1.09);
  return Math.min(WIDEST_DEG, angle);
}

/**
 * Along-track error of public element sets under SGP4 at their epoch, one standard deviation, in km: "about a kilometer
 * or so" (Vallado, Crawford, Hujsak and Kelso, Revisiting Spacetrack Report #3, AIAA 2006-6753).
 */
const SIGMA_AT_EPOCH_KM = 1;

/** Age and distance of a satellite's position, from which its error is estimated. */
export interface Aged {
  /** Days from the epoch of the satellite's element set; negative before it. */
  ageDays: number;
  /** Distance from the station, in km. */
  rangeKm: number;
  /** How fast its element sets age, by its row of the built-in table. */
  timing?: Constellation['timing'];
}

/**
 * Returns the standard deviation, in km, of a satellite's position along its track. Per day it grows by about a
 * kilometre (Levit and Marshall, Improved orbit predictions using two-line elements, Advances in Space Research 47,
 * 2011, abstract: ten times 100 m a day), where satellites manoeuvre by 5 km and ever faster: of Starlink's element sets
 * of April 2026 (arXiv 2605.19850) 63, 68, 73 and 67 % were within it after 6 hours, 1, 3 and 7 days.
 */
export function alongTrackSigmaKm({ ageDays, timing }: Pick<Aged, 'ageDays' | 'timing'>): number {
  const days = Math.abs(ageDays);
  return Math.hypot(SIGMA_AT_EPOCH_KM, timing === 'manoeuvring' ? 5 * days ** 1.4 : days);
}

/**
 * Returns the standard deviation, in degrees, of the separation of two satellites in the sky. Their along-track errors
 * are taken as independent and, at worst, across the line of sight.
 */
export function separationSigmaDeg(one: Aged, other: Aged): number {
  const [a, b] = [one, other].map((aged) => alongTrackSigmaKm(aged) / aged.rangeKm);
  return (Math.hypot(a as number, b as number) * 180) / Math.PI;
}
