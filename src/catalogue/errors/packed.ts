import type { MeanElements } from '../../core/elements.js';

const NUMBER_BYTES = 8;
/** Bytes of a packed element set. */
const SET_BYTES = 8 * NUMBER_BYTES;

/**
 * Reads packed element sets, one after the other: eight doubles each, the highest byte first, in the order of the
 * fields of `MeanElements`.
 */
export function unpackSets(bytes: Uint8Array): MeanElements[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / SET_BYTES }, (_, set) => {
    const field = (k: number): number => view.getFloat64(SET_BYTES * set + NUMBER_BYTES * k);
    return {
      epochUs: field(0),
      meanMotionRevPerDay: field(1),
      eccentricity: field(2),
      inclinationDeg: field(3),
      raanDeg: field(4),
      argPerigeeDeg: field(5),
      meanAnomalyDeg: field(6),
      bstar: field(7),
    };
  });
}
