import { J2000_US, TWO_PI, US_PER_DAY } from './constants';
import { Instant } from './records/sgp4/state';

/**
 * Returns the Greenwich mean sidereal time, radians in [0, 2 pi), at `tUs`, microseconds since 1970, with UTC in place
 * of UT1: IAU 1982 (Aoki et al. 1982; Vallado 2013, eq. 3-47). Whole days are dropped from the microseconds, and whole
 * turns before the multiplication by 2 pi. So the angle is exact to 4e-13 rad until 2100; by a Julian date in one
 * double it would be exact to 3e-9 rad.
 */
export function gmst82(tUs: f64): f64 {
  const sinceJ2000Us = tUs - J2000_US;
  const dayTurns = (sinceJ2000Us - Math.floor(sinceJ2000Us / US_PER_DAY) * US_PER_DAY) / US_PER_DAY;
  const centuries = sinceJ2000Us / (US_PER_DAY * 36525.0);
  const seconds = 67310.54841 + centuries * (8640184.812866 + centuries * (0.093104 - centuries * 6.2e-6));
  const turns = dayTurns + seconds / 86400.0;
  const angle = TWO_PI * (turns - Math.floor(turns));
  // If `turns` is just below 0, the difference rounds to 1, and the angle is TWO_PI.
  return angle < TWO_PI ? angle : 0.0;
}

/** Rate at which gmst82 grows, rad/s: its linear term and one turn per 86,400 s. */
export const GMST_RATE: f64 = (TWO_PI * (1.0 + 8640184.812866 / (36525.0 * 86400.0))) / 86400.0;

/** Writes an instant: microseconds since 1970, UTC, and the cosine and sine of its sidereal time. */
export function writeInstant(instant: Instant, tUs: f64): void {
  const angle = gmst82(tUs);
  instant.tUs = tUs;
  instant.cosGmst = Math.cos(angle);
  instant.sinGmst = Math.sin(angle);
}
