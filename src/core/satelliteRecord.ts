import type { MeanElements } from './elements.js';
import type { Kernels } from './module.js';

const RADIANS = Math.PI / 180;
/** Revolutions per day in one radian per minute: the paper's xpdotp. */
const REV_PER_DAY = 1440 / (2 * Math.PI);

/** Bytes of the record that these elements need: deep-space ones (period 225 min or more) are longer. */
export function recordBytes(core: Kernels, elements: MeanElements): number {
  const { meanMotionRevPerDay, eccentricity, inclinationDeg } = elements;
  const deep = core.isDeepSpace(meanMotionRevPerDay / REV_PER_DAY, eccentricity, inclinationDeg * RADIANS) !== 0;
  return deep ? core.deepRecordBytes() : core.nearRecordBytes();
}

/**
 * Writes the record of one satellite at `pointer` (`recordBytes()` long, on a multiple of 64) and returns the status
 * of its propagation to the epoch: 0, or the SGP4 error that any use of the record at its epoch would meet.
 */
export function initRecord(core: Kernels, pointer: number, elements: MeanElements): number {
  return core.sgp4Init(
    pointer,
    elements.epochUs,
    elements.bstar,
    elements.eccentricity,
    elements.argPerigeeDeg * RADIANS,
    elements.inclinationDeg * RADIANS,
    elements.meanAnomalyDeg * RADIANS,
    elements.meanMotionRevPerDay / REV_PER_DAY,
    elements.raanDeg * RADIANS,
  );
}
