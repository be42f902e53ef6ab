/*
 * Reduction of angles to quarter turns in two parts of pi/2 (Cody and Waite 1980).
 */

/** Two over pi: quarter turns in a radian. */
export const TWO_OVER_PI: f64 = 0.6366197723675814;
/** The upper 33 bits of pi/2, so that a whole number of up to 20 bits times it is exact; and the rest. */
export const HALF_PI_UPPER: f64 = 1.5707963267341256;
export const HALF_PI_LOWER: f64 = 6.077100506506192e-11;
