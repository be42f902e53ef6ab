import type { MeanElements } from '../../core/elements.js';
import type { Column } from '../tables/table.js';

/** Elements of one generated satellite at a given epoch. */
export interface GeneratedSatellite {
  name: string;
  orbit: Omit<MeanElements, 'epochUs'>;
}

/** Rotation of the Earth against the equinox (IAU 1982), degrees per day of UT1. */
export const EARTH_RATE_DEG_PER_DAY = 360.985_647_366_29;
/** Constants of WGS72, as SGP4 takes them (Vallado et al. 2006, AIAA 2006-6753). */
const MU_KM3_PER_S2 = 398_600.8;
const EARTH_RADIUS_KM = 6_378.135;
const J2 = 0.001_082_616;

const US_PER_DAY = 86_400_000_000;
/** 2000-01-01T12:00 in microseconds since 1970. */
const J2000_US = 946_728_000_000_000;
const DAYS_PER_CENTURY = 36_525;
const DEG = Math.PI / 180;

export function wrapDeg(angleDeg: number): number {
  return ((angleDeg % 360) + 360) % 360;
}

/** Greenwich mean sidereal time of 1982 (Aoki et al., Astronomy and Astrophysics 105, 359), UT1 taken as UTC. */
export function gmstDeg(epochUs: number): number {
  const days = (epochUs - J2000_US) / US_PER_DAY;
  const centuries = days / DAYS_PER_CENTURY;
  // The whole turns of whole days are left out: with them the sum would lose digits.
  const turnsDeg = 360 * (days % 1) + (EARTH_RATE_DEG_PER_DAY - 360) * days;
  return wrapDeg(280.460_618_375 + turnsDeg + (0.093_104 / 240) * centuries ** 2 - (6.2e-6 / 240) * centuries ** 3);
}

/**
 * Right ascension of the node, degrees, of an orbit that crosses the equator northwards at the given local mean solar
 * time, 0 to 24 hours.
 */
export function nodeAtLocalTimeDeg(hours: number, epochUs: number): number {
  const utHours = ((epochUs % US_PER_DAY) / US_PER_DAY) * 24;
  return wrapDeg(gmstDeg(epochUs) + 15 * (hours - utHours));
}

/** Node of an orbit: its right ascension in degrees; for a sun-synchronous orbit its local mean solar time in hours. */
export type Node = { raanDeg: number } | { localHours: number };

export const node: Column<Node> = {
  allowed: 'degrees, as 22.5 deg, or the local time of a sun-synchronous orbit, as 9.5 h',
  read: (field) => {
    const [, value, unit] = /^(\d+(?:\.\d+)?) (deg|h)$/.exec(field) ?? [];
    if (unit === undefined) return undefined;
    return unit === 'h' ? { localHours: Number(value) } : { raanDeg: Number(value) };
  },
};

/** Right ascension, degrees, of a node at an epoch. */
export function raanDegOf(given: Node, epochUs: number): number {
  return 'raanDeg' in given ? given.raanDeg : nodeAtLocalTimeDeg(given.localHours, epochUs);
}

/**
 * Mean motion, in revolutions per day, of an orbit whose ground track closes after the given number of revolutions in
 * one sidereal day: n + perigee rate = revolutions (Earth rate - node rate), with the secular rates of J2 (Vallado,
 * Fundamentals of Astrodynamics, 4th ed., section 9.6). The J2 rate of the mean anomaly is not added, because SGP4's
 * mean motion includes it.
 */
export function repeatingMeanMotion(revolutions: number, eccentricity: number, inclinationDeg: number): number {
  const nominalDegPerDay = revolutions * EARTH_RATE_DEG_PER_DAY;
  const radPerSecond = (nominalDegPerDay * DEG) / 86_400;
  const semiLatusKm = Math.cbrt(MU_KM3_PER_S2 / radPerSecond ** 2) * (1 - eccentricity ** 2);
  const rate = 0.75 * J2 * (EARTH_RADIUS_KM / semiLatusKm) ** 2 * nominalDegPerDay;
  const cosI = Math.cos(inclinationDeg * DEG);
  const nodeRate = -2 * rate * cosI;
  const perigeeRate = rate * (5 * cosI ** 2 - 1);
  return (revolutions * (EARTH_RATE_DEG_PER_DAY - nodeRate) - perigeeRate) / 360;
}
