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
