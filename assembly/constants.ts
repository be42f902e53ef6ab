/** WGS84 (NGA.STND.0036), the ground: radii A (equator) and B (poles), km; flattening F; eccentricity squared E2. */
export const WGS84_A: f64 = 6378.137;
export const WGS84_F: f64 = 1.0 / 298.257223563;
export const WGS84_E2: f64 = WGS84_F * (2.0 - WGS84_F);
export const WGS84_B: f64 = WGS84_A * (1.0 - WGS84_F);

/** Largest angle between WGS84's vertical and the direction from the Earth's centre: 0.1924 degrees, taken as 0.2. */
export const VERTICAL_RAD: f64 = (0.2 * Math.PI) / 180.0;

/** Lowest altitude from which a satellite counts, kilometres above the ellipsoid. */
export const LOWEST_ALTITUDE_KM: f64 = 90.0;

/** 2000-01-01T12:00:00Z in microseconds since 1970. */
export const J2000_US: f64 = 946728000000000.0;
export const US_PER_MINUTE: f64 = 60000000.0;
export const US_PER_DAY: f64 = 86400000000.0;

export const TWO_PI: f64 = 6.283185307179586;

/** Sidereal rotation of the Earth, radians per minute. */
export const EARTH_RATE: f64 = 7.292115e-5 * 60.0;
