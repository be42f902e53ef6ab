/** Status codes of the core. The host makes errors of them (src/core/status.ts). */
export const OK: i32 = 0;

// 1 to 6: SGP4's own, as in Vallado et al. (AIAA 2006-6753), sgp4(), satrec.error.
export const ERR_MEAN_ELEMENTS: i32 = 1;
export const ERR_MEAN_MOTION: i32 = 2;
export const ERR_PERTURBED_ELEMENTS: i32 = 3;
export const ERR_SEMILATUS_RECTUM: i32 = 4;
export const ERR_EPOCH_ELEMENTS: i32 = 5;
export const ERR_DECAYED: i32 = 6;

/** Status of a satellite that is propagated, but lower than 90 km above the ellipsoid. */
export const ERR_BELOW_90_KM: i32 = 7;

/** Status of an instant too far from the epoch: it is not propagated. */
export const ERR_TOO_FAR: i32 = 8;

/** The caller set the cancel word of its slot. */
export const CANCELLED: i32 = 16;
/** The series lacks epochs or groups that the question needs. */
export const NEEDS_FILL: i32 = 17;

// Faults of coded runs; decodeRows returns them below 0.
export const RUN_TOO_SHORT: i32 = 18;
export const RUN_TOO_LONG: i32 = 19;
export const RUN_MODE_UNKNOWN: i32 = 20;
export const RUN_PADDING: i32 = 21;
