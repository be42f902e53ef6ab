import { J2000_US, TWO_PI, US_PER_DAY } from './constants';

/**
 * Greenwich mean sidereal time, radians in [0, 2 pi), of UT1 = UTC given in microseconds since 1970.
 * IAU 1982 (Aoki et al. 1982; Vallado 2013, eq. 3-47), with the whole days taken off first, so that the
 * angle is good to 1e-12 rad where a double Julian date gives 3e-9.
 */
export function gmst82(tUs: f64): f64 {
  const days = (tUs - J2000_US) / US_PER_DAY;
  const centuries = days / 36525.0;
  const turns = days - Math.floor(days);
  const seconds =
    67310.54841 + centuries * (8640184.812866 + centuries * (0.093104 - centuries * 6.2e-6));
  let angle = TWO_PI * (turns + seconds / 86400.0);
  angle = angle - TWO_PI * Math.floor(angle / TWO_PI);
  return angle;
}
