/**
 * Constants of WGS72, as getgravconst() of AIAA 2006-6753 has them, in Earth radii and minutes unless a name says
 * otherwise.
 */
/** Gravitational parameter of the Earth. */
export const MU_KM3_PER_S2: f64 = 398600.8;
export const RADIUS_KM: f64 = 6378.135;
export const XKE: f64 = 60.0 / sqrt<f64>((RADIUS_KM * RADIUS_KM * RADIUS_KM) / MU_KM3_PER_S2);
export const VKMPERSEC: f64 = (RADIUS_KM * XKE) / 60.0;
export const J2: f64 = 0.001082616;
export const J3OJ2: f64 = -0.00000253881 / J2;
export const J4: f64 = -0.00000165597;

export const X2O3: f64 = 2.0 / 3.0;

/** Shortest period of a deep-space orbit, minutes. */
export const DEEP_SPACE_PERIOD_MIN: f64 = 225.0;

// Mean motion (rad/min) and eccentricity of the Sun (ZNS, ZES) and of the Moon (ZNL, ZEL), as in dscom() and dpper().
export const ZNS: f64 = 1.19459e-5;
export const ZES: f64 = 0.01675;
export const ZNL: f64 = 1.5835218e-4;
export const ZEL: f64 = 0.0549;

/** Rotation rate of the Earth, rad/min, as in dsinit() and dspace(). */
export const RPTIM: f64 = 4.37526908801129966e-3;
