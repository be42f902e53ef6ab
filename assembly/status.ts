/** Status of success. src/core/status.ts has the host's names and words for the core's status codes. */
export const OK: i32 = 0;

// 1 to 6 are SGP4's own: values of satrec.error in sgp4() of Vallado et al. (AIAA 2006-6753).
export const ERR_MEAN_ELEMENTS: i32 = 1;
export const ERR_MEAN_MOTION: i32 = 2;
export const ERR_PERTURBED_ELEMENTS: i32 = 3;
export const ERR_SEMILATUS_RECTUM: i32 = 4;
export const ERR_EPOCH_ELEMENTS: i32 = 5;
export const ERR_DECAYED: i32 = 6;

/** Status of a satellite that is propagated, but lower than 90 km above the ellipsoid. */
export const ERR_BELOW_90_KM: i32 = 7;

/** Status of a time more than 3653 days from the satellite's epoch: the satellite is not propagated to it. */
export const ERR_TOO_FAR: i32 = 8;

/** Status of a kernel that stopped because the host set the cancel word of its slot. */
export const CANCELLED: i32 = 16;
/** Status of scanSeries if the series lacks counts that are needed, and of countFill if portions may be left. */
export const NEEDS_FILL: i32 = 17;
