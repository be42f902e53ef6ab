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
