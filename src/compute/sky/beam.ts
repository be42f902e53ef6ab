const LIGHT_M_PER_S = 299_792_458;

/** Widest beam that a question may have; smaller dishes than the pattern is for have wider ones. */
const WIDEST_DEG = 90;

/**
 * Angle off the axis of a dish, in degrees, from which the reference pattern of earth stations describes its sidelobes:
 * what stands nearer to where the dish points is in its main beam. ITU-R S.465-6, recommends 2: φmin, which is 1° or
 * 100 λ/D for D/λ of 50 and more, and 2° or 114 (D/λ)^-1.09 below, whichever is greater. The recommendation is for 2 to
 * 31 GHz; the same is taken outside.
 */
export function beamDeg(dishDiameterM: number, frequencyHz: number): number {
  const diameters = (dishDiameterM * frequencyHz) / LIGHT_M_PER_S;
  const angle = diameters >= 50 ? Math.max(1, 100 / diameters) : Math.max(2, 114 * diameters ** -1.09);
  return Math.min(WIDEST_DEG, angle);
}

/**
 * Growth law of the along-track error of public element sets under SGP4, one standard deviation: about a kilometre at
 * their epoch ("about a kilometer or so": Vallado, Crawford, Hujsak and Kelso, Revisiting Spacetrack Report #3, AIAA
 * 2006-6753), and about a kilometre more for each day from it (Levit and Marshall, Improved orbit predictions using two-line
 * elements, Advances in Space Research 47, 2011, abstract: ten times 100 m a day). Low orbits at solar maximum and satellites that manoeuvre do worse, quiet ones better.
 */
const SIGMA_AT_EPOCH_KM = 1;
const SIGMA_GROWTH_KM_PER_DAY = 1;

/** Position of a satellite as far as its error matters. */
export interface Aged {
  /** Days from the epoch of its element set; negative before it. */
  ageDays: number;
  /** Distance from who looks. */
  rangeKm: number;
}

/** Standard deviation, in km, of how far along its track a satellite is from where its elements put it. */
export function alongTrackSigmaKm(ageDays: number): number {
  return Math.hypot(SIGMA_AT_EPOCH_KM, SIGMA_GROWTH_KM_PER_DAY * ageDays);
}

/**
 * Standard deviation, in degrees, of the separation of two satellites: their along-track errors as seen from the place,
 * across the line of sight at worst, taken as independent.
 */
export function separationSigmaDeg(one: Aged, other: Aged): number {
  const [a, b] = [one, other].map(({ ageDays, rangeKm }) => alongTrackSigmaKm(ageDays) / rangeKm);
  return (Math.hypot(a as number, b as number) * 180) / Math.PI;
}
