import type { MeanElements } from '../elements.js';
import type { CoreInstance } from '../instance.js';
import type { Kernels } from '../module.js';

const RADIANS = Math.PI / 180;
/** Revolutions per day that are one radian per minute: xpdotp of AIAA 2006-6753. */
const REV_PER_DAY = 1440 / (2 * Math.PI);

/** Bytes of the record that these elements need: deep-space ones (period 225 min or more) are longer. */
export function recordBytes(core: Kernels, elements: MeanElements): number {
  const { meanMotionRevPerDay, eccentricity, inclinationDeg } = elements;
  const deep = core.isDeepSpace(meanMotionRevPerDay / REV_PER_DAY, eccentricity, inclinationDeg * RADIANS) !== 0;
  return deep ? core.deepRecordBytes() : core.nearRecordBytes();
}

/**
 * Writes the record of one satellite at `pointer` (`recordBytes()` long, on a multiple of 64). Returns the status of
 * its propagation to the epoch: 0 or SGP4's error.
 *
 * @param scratch pointer to SCRATCH_BYTES and ELEMENTS_BYTES behind them, overwritten
 */
export function initRecord(
  { kernels, layout, view }: Pick<CoreInstance, 'kernels' | 'layout' | 'view'>,
  pointer: number,
  elements: MeanElements,
  scratch: number,
): number {
  const record = scratch + layout.SCRATCH_BYTES;
  const write = (offset: number, value: number): void => view.setFloat64(record + offset, value, true);
  write(layout.ELEMENTS_EPOCH_US, elements.epochUs);
  write(layout.ELEMENTS_BSTAR, elements.bstar);
  write(layout.ELEMENTS_ECCO, elements.eccentricity);
  write(layout.ELEMENTS_ARGPO, elements.argPerigeeDeg * RADIANS);
  write(layout.ELEMENTS_INCLO, elements.inclinationDeg * RADIANS);
  write(layout.ELEMENTS_MO, elements.meanAnomalyDeg * RADIANS);
  write(layout.ELEMENTS_NO_KOZAI, elements.meanMotionRevPerDay / REV_PER_DAY);
  write(layout.ELEMENTS_NODEO, elements.raanDeg * RADIANS);
  return kernels.sgp4Init(pointer, record, scratch);
}
