import type { MeanElements } from '../../src/core/elements.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { initRecord } from '../../src/core/records/satelliteRecord.js';
import { block } from '../helpers/memory.js';
import type { Place } from '../../src/core/records/seriesRecord.js';

export type Vector = readonly [number, number, number];
/**
 * Returns the direction and the elevation in degrees of a satellite from a place, at a time, and its Earth-fixed position
 * in km; undefined if the satellite cannot be propagated then. The satellite may be ahead on its orbit by some time.
 */
export type Look = (
  tUs: number,
  aheadUs?: number,
) => { direction: Vector; elevationDeg: number; position: Vector } | undefined;

const RAD = Math.PI / 180;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Angle between two directions, in degrees. */
export function separationDeg(a: Vector, b: Vector): number {
  const cross: Vector = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.atan2(Math.hypot(...cross), dot(a, b)) / RAD;
}

/** Creates the slow twin of looks, which uses only the kernels' propagation of one satellite and plain geometry. */
export function createLooker(core: OwnedCore): (elements: MeanElements, place: Place) => Look {
  const { kernels, layout, view } = core;
  const instant = block(core, layout.INSTANT_BYTES);
  const position = block(core, layout.ORBIT_BYTES);
  const scratch = block(core, layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES);
  return (elements, { latDeg, lonDeg, heightKm }) => {
    const record = block(core, kernels.deepRecordBytes());
    initRecord(core, record, elements, scratch);
    const [lat, lon] = [latDeg * RAD, lonDeg * RAD];
    const e2 = 0.006_694_379_990_141_3;
    const n = 6378.137 / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
    const up: Vector = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
    const ground: Vector = [(n + heightKm) * up[0], (n + heightKm) * up[1], (n * (1 - e2) + heightKm) * up[2]];
    return (tUs, aheadUs = 0) => {
      view.setFloat64(instant, tUs, true);
      kernels.writeInstants(instant, 1, 1, instant);
      // The Earth turns with the time, the satellite alone is ahead.
      view.setFloat64(instant, tUs + aheadUs, true);
      if (kernels.sgp4Fixed(record, instant, position) !== 0) return undefined;
      const at = (i: number): number => view.getFloat64(position + 8 * i, true);
      const fixed: Vector = [at(0), at(1), at(2)];
      const line: Vector = [fixed[0] - ground[0], fixed[1] - ground[1], fixed[2] - ground[2]];
      const range = Math.hypot(...line);
      const direction: Vector = [line[0] / range, line[1] / range, line[2] / range];
      return { direction, elevationDeg: Math.asin(dot(direction, up)) / RAD, position: fixed };
    };
  };
}
