const LIGHT_M_PER_S = 299_792_458;

/** Widest beam that a question may have, in degrees; dishes too small for the pattern would have wider ones. */
const WIDEST_DEG = 90;

/**
 * Returns the half width of a dish's main beam, in degrees: the angle off its axis from which on the reference pattern
 * of earth stations describes its sidelobes. This is φmin of ITU-R S.465-6, recommends 2: the greater of 1° and 100 λ/D
 * for D/λ of 50 and more, the greater of 2° and 114 (D/λ)^-1.09 below. The recommendation is for 2 to 31 GHz; the same
 * formula is used at other frequencies.
 */
export function beamDeg(dishDiameterM: number, frequencyHz: number): number {
  const diameters = (dishDiameterM * frequencyHz) / LIGHT_M_PER_S;
  const angle = diameters >= 50 ? Math.max(1, 100 / diameters) : Math.max(2, 114 * diameters ** -1.09);
  return Math.min(WIDEST_DEG, angle);
}

/**
 * Growth law of the along-track error of public element sets under SGP4, one standard deviation: about a kilometre at
 * their epoch ("about a kilometer or so": Vallado, Crawford, Hujsak and Kelso, Revisiting Spacetrack Report #3, AIAA
 * 2006-6753), and about a kilometre more for each day from it (Levit and Marshall, Improved orbit predictions using
 * two-line elements, Advances in Space Research 47, 2011, abstract: ten times 100 m a day). Low orbits at solar maximum
 * and satellites that manoeuvre do worse, quiet ones better.
 */
const SIGMA_AT_EPOCH_KM = 1;
const SIGMA_GROWTH_KM_PER_DAY = 1;

/** Age and distance of a satellite's position, from which its error is estimated. */
export interface Aged {
  /** Days from the epoch of the satellite's element set; negative before it. */
  ageDays: number;
  /** Distance from the station, in km. */
  rangeKm: number;
}

/** Returns the standard deviation, in km, of a satellite's position along its track. */
export function alongTrackSigmaKm(ageDays: number): number {
  return Math.hypot(SIGMA_AT_EPOCH_KM, SIGMA_GROWTH_KM_PER_DAY * ageDays);
}

/**
 * Returns the standard deviation, in degrees, of the separation of two satellites in the sky. Their along-track errors
 * are taken as independent and, at worst, across the line of sight.
 */
export function separationSigmaDeg(one: Aged, other: Aged): number {
  const [a, b] = [one, other].map(({ ageDays, rangeKm }) => alongTrackSigmaKm(ageDays) / rangeKm);
  return (Math.hypot(a as number, b as number) * 180) / Math.PI;
}
