/** Most points of a horizon mask. */
export const MOST_MASK_POINTS: u32 = 72;

/** Point of a horizon mask. */
@unmanaged
export class MaskPoint {
  /** Azimuth from north over east, rad in [0, 2 pi). */
  azimuthRad: f64;
  /** Elevation from which the site sees satellites at this azimuth, rad in [0, pi / 2). */
  elevationRad: f64;
}

/**
 * Horizon mask of a query's site, and the last look that isOver (passes/horizonMask.ts) compared with it. The host
 * writes `count` and the points before each query.
 *
 *   +------+-----------------+
 *   | head | points -> point |
 *   +------+-----------------+
 */
@unmanaged
export class HorizonMask {
  /** Azimuth of the last look, rad in [0, 2 pi). */
  azimuthRad: f64;
  /** Elevation of the last look, rad. */
  elevationRad: f64;
  /** Distance of the last look, km. */
  rangeKm: f64;
  /** Elevation of the last look less that of the mask at the same azimuth, rad: below 0 behind the mask. */
  overRad: f64;
  /** Number of points, which stand in ascending order of azimuth; 0 if the site has no mask. */
  count: u32;

  /** Whether the site has no mask. */
  @inline
  get isNone(): bool {
    return this.count == 0;
  }

  /** The `index`-th point. */
  @inline
  point(index: u32): MaskPoint {
    return changetype<MaskPoint>(changetype<usize>(this) + HORIZON_MASK_POINTS + <usize>index * offsetof<MaskPoint>());
  }
}

export const HORIZON_MASK_POINTS: u32 = (offsetof<HorizonMask>() + 63) & ~63;
export const HORIZON_MASK_BYTES: u32 = HORIZON_MASK_POINTS + MOST_MASK_POINTS * offsetof<MaskPoint>();
