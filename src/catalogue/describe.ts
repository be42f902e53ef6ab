import type { MeanElements } from '../core/elements.js';
import { constellationOf } from './constellations.js';

/**
 * Class of an orbit: HEO for an eccentricity from 0.25, GEO for a period within half an hour of 1,436 minutes, LEO for
 * an apogee below 2,000 km, else MEO.
 */
export type OrbitalClass = 'LEO' | 'MEO' | 'GEO' | 'HEO';

/** Description of a satellite by its name and elements. */
export interface SatelliteDescription {
  /** Class of its orbit. */
  orbitalClass: OrbitalClass;
  /** Mean semi-major axis less the equatorial radius, in km, to 0.1 km. */
  altitudeKm: number;
  /** Operator by the built-in constellation table; `Unknown` without an entry. */
  operator: string;
}

/** Gravitational parameter of WGS72, as SGP4 takes it (Vallado et al. 2006, AIAA 2006-6753). */
const MU_KM3_PER_S2 = 398_600.8;
/** Equatorial radius of WGS84. */
const EQUATORIAL_RADIUS_KM = 6_378.137;
const SECONDS_PER_DAY = 86_400;
const MINUTES_PER_DAY = 1_440;

const HEO_MIN_ECCENTRICITY = 0.25;
const GEO_PERIOD_MIN = 1_436;
const GEO_TOLERANCE_MIN = 30;
const LEO_MAX_APOGEE_KM = 2_000;

/** The mean elements that tell the size and the shape of an orbit. */
type Shape = Pick<MeanElements, 'eccentricity' | 'meanMotionRevPerDay'>;

/** Height, in km, of the mean semi-major axis above the equatorial radius, by Kepler's third law alone. */
export function meanAltitudeKm(meanMotionRevPerDay: number): number {
  const radPerSecond = (meanMotionRevPerDay * 2 * Math.PI) / SECONDS_PER_DAY;
  return Math.cbrt(MU_KM3_PER_S2 / radPerSecond ** 2) - EQUATORIAL_RADIUS_KM;
}

/** Height, in km, of the perigee of mean elements above the equatorial radius. */
export function meanPerigeeKm({ meanMotionRevPerDay, eccentricity }: Shape): number {
  return (meanAltitudeKm(meanMotionRevPerDay) + EQUATORIAL_RADIUS_KM) * (1 - eccentricity) - EQUATORIAL_RADIUS_KM;
}

/** Mean motion, in revolutions per day, at a mean altitude: the inverse of `meanAltitudeKm`. */
export function meanMotionAt(altitudeKm: number): number {
  const radPerSecond = Math.sqrt(MU_KM3_PER_S2 / (altitudeKm + EQUATORIAL_RADIUS_KM) ** 3);
  return (radPerSecond * SECONDS_PER_DAY) / (2 * Math.PI);
}

function orbitalClassOf({ eccentricity, meanMotionRevPerDay }: Shape): OrbitalClass {
  if (eccentricity >= HEO_MIN_ECCENTRICITY) return 'HEO';
  if (Math.abs(MINUTES_PER_DAY / meanMotionRevPerDay - GEO_PERIOD_MIN) <= GEO_TOLERANCE_MIN) return 'GEO';
  const semiMajorAxisKm = meanAltitudeKm(meanMotionRevPerDay) + EQUATORIAL_RADIUS_KM;
  const apogeeKm = semiMajorAxisKm * (1 + eccentricity) - EQUATORIAL_RADIUS_KM;
  return apogeeKm < LEO_MAX_APOGEE_KM ? 'LEO' : 'MEO';
}

/** Describes a satellite by its name in the catalogue, in any case, and its mean elements. */
export function describeSatellite(
  name: string,
  elements: Pick<MeanElements, 'eccentricity' | 'meanMotionRevPerDay'>,
): SatelliteDescription {
  return {
    orbitalClass: orbitalClassOf(elements),
    altitudeKm: Math.round(meanAltitudeKm(elements.meanMotionRevPerDay) * 10) / 10,
    operator: constellationOf(name)?.operator ?? 'Unknown',
  };
}

/**
 * Shares of satellites without a known downlink (`bands` 0), by class of orbit, 0 to 1 to three decimals; without
 * classes that have no satellite.
 */
export function silentShares(
  satellites: Iterable<{ bands: number; elements: Shape }>,
): Partial<Record<OrbitalClass, number>> {
  const counts = { LEO: [0, 0], MEO: [0, 0], GEO: [0, 0], HEO: [0, 0] } satisfies Record<OrbitalClass, unknown>;
  for (const { bands, elements } of satellites) {
    const own = counts[orbitalClassOf(elements)] as [number, number];
    own[0]++;
    if (bands === 0) own[1]++;
  }
  const shares = Object.entries(counts).map(([name, [all = 0, silent = 0]]) => [name, silent / all] as const);
  return Object.fromEntries(
    shares.flatMap(([name, share]) => (Number.isNaN(share) ? [] : [[name, Math.round(1000 * share) / 1000]])),
  );
}
