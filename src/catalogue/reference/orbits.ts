import type { MeanElements } from '../../core/elements.js';

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

/**
 * Mean motion, in revolutions per day, of an orbit whose ground track closes after the given number of revolutions in
 * one sidereal day: n + perigee rate = revolutions (Earth rate - node rate), with the secular rates of J2 (Vallado,
 * Fundamentals of Astrodynamics, 4th ed., section 9.6). The J2 rate of the mean anomaly is not added, because SGP4's
 * mean motion includes it.
 */
function repeatingMeanMotion(revolutions: number, eccentricity: number, inclinationDeg: number): number {
  const nominalDegPerDay = revolutions * EARTH_RATE_DEG_PER_DAY;
  const radPerSecond = (nominalDegPerDay * DEG) / 86_400;
  const semiLatusKm = Math.cbrt(MU_KM3_PER_S2 / radPerSecond ** 2) * (1 - eccentricity ** 2);
  const rate = 0.75 * J2 * (EARTH_RADIUS_KM / semiLatusKm) ** 2 * nominalDegPerDay;
  const cosI = Math.cos(inclinationDeg * DEG);
  const nodeRate = -2 * rate * cosI;
  const perigeeRate = rate * (5 * cosI ** 2 - 1);
  return (revolutions * (EARTH_RATE_DEG_PER_DAY - nodeRate) - perigeeRate) / 360;
}

/** Satellites of one ground track that repeats each sidereal day. */
export interface Track {
  /** Key of the built-in constellation table, whose pattern the names match. */
  constellation: string;
  names: readonly string[];
  revolutionsPerDay: 1 | 2;
  inclinationDeg: number;
  eccentricity: number;
  /** Argument of perigee, degrees: 270 puts the apogee over the north, 180 over the northward equator crossing. */
  argPerigeeDeg: 180 | 270;
  /** Longitude of the point under the apogee, degrees east. */
  apogeeLongitudeDeg: number;
  /** Publication of the ground track. */
  source: string;
}

/** Generates the satellites of a track, their nodes evenly spread, so that they follow each other along it. */
export function generateTrack(track: Track, epochUs: number): GeneratedSatellite[] {
  const { names, revolutionsPerDay, eccentricity, inclinationDeg, argPerigeeDeg } = track;
  const meanMotionRevPerDay = repeatingMeanMotion(revolutionsPerDay, eccentricity, inclinationDeg);
  return names.map((name, k) => {
    const raanDeg = (360 * k) / names.length;
    // The mean anomaly is 180 at the apogee, and grows `revolutionsPerDay` times as fast as the Earth turns against the
    // node.
    const turnDeg = gmstDeg(epochUs) + track.apogeeLongitudeDeg - raanDeg - (argPerigeeDeg + 180);
    return {
      name,
      orbit: {
        meanMotionRevPerDay,
        eccentricity,
        inclinationDeg,
        raanDeg,
        argPerigeeDeg,
        meanAnomalyDeg: wrapDeg(180 + revolutionsPerDay * turnDeg),
        bstar: 0,
      },
    };
  });
}

const SLOT_INCLINATION_DEG = 0.05;
const SLOT_ECCENTRICITY = 0.0002;
/**
 * Right ascension of the node, degrees, of a geostationary orbit that Sun and Moon have tilted (Soop, Handbook of
 * Geostationary Orbits, 1994).
 */
const SLOT_RAAN_DEG = 90;

/** Generates a geostationary satellite whose mean longitude at the epoch is its slot, degrees east. */
export function generateSlot(name: string, longitudeDeg: number, epochUs: number): GeneratedSatellite {
  return {
    name,
    orbit: {
      meanMotionRevPerDay: repeatingMeanMotion(1, SLOT_ECCENTRICITY, SLOT_INCLINATION_DEG),
      eccentricity: SLOT_ECCENTRICITY,
      inclinationDeg: SLOT_INCLINATION_DEG,
      raanDeg: SLOT_RAAN_DEG,
      argPerigeeDeg: 0,
      meanAnomalyDeg: wrapDeg(longitudeDeg + gmstDeg(epochUs) - SLOT_RAAN_DEG),
      bstar: 0,
    },
  };
}
