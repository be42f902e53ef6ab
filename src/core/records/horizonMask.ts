import type { HorizonMask } from '../horizonMask.js';
import type { CoreInstance } from '../instance.js';

const RAD_PER_DEG = Math.PI / 180;

/** Writes a mask, or that there is none, into a query's record. @throws RangeError for more points than have room */
export function writeHorizonMask({ layout, view }: CoreInstance, pointer: number, mask: HorizonMask = []): void {
  const { MOST_MASK_POINTS: most } = layout;
  if (mask.length > most) throw new RangeError(`a horizon mask of ${mask.length} points: allowed: up to ${most}`);
  view.setUint32(pointer + layout.HORIZON_MASK_COUNT, mask.length, true);
  for (const [index, [azimuth, elevation]] of mask.entries()) {
    const point = pointer + layout.HORIZON_MASK_POINTS + index * layout.MASK_POINT_BYTES;
    view.setFloat64(point + layout.MASK_POINT_AZIMUTH_RAD, azimuth * RAD_PER_DEG, true);
    view.setFloat64(point + layout.MASK_POINT_ELEVATION_RAD, elevation * RAD_PER_DEG, true);
  }
}
