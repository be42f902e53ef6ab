import type { CoreInstance } from '../../core/instance.js';
import { sharingRanges } from '../../core/records/emitterGroups.js';

/** The satellites of a window that transmit in one of `bands`, but the tracked one, at an epoch. */
interface StatesTask {
  window: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  bands: number;
  epoch: number;
}

/** Length of a direction's components. */
const UNIT = 32_767;
/** Kilometres and km/s in one of a radius and of a velocity. */
const RADIUS_KM = 8;
const VELOCITY_KM_PER_S = 0.0005;

/**
 * Finds where satellites are and how they move, roughly, as seven 16-bit numbers each: the direction from the middle of the
 * Earth (Earth-fixed x, y, z, in 1/32,767), the distance from it (8 km, unsigned), and the inertial velocity along these axes
 * (0.5 m/s). Those that cannot be propagated to the epoch are left out.
 */
export function states(core: CoreInstance, { window, slot, satellite, bands, epoch }: StatesTask): Int16Array {
  const { kernels, layout, view, memory } = core;
  const word = (offset: number): number => view.getUint32(window + offset, true);
  const nearCount = word(layout.WINDOW_NEAR_COUNT);
  const [near, deep] = [word(layout.WINDOW_NEAR_RECORDS), word(layout.WINDOW_DEEP_RECORDS)];
  const [nearBytes, deepBytes] = [kernels.nearRecordBytes(), kernels.deepRecordBytes()];
  const recordOf = (index: number): number =>
    index < nearCount ? near + index * nearBytes : deep + (index - nearCount) * deepBytes;
  const instant = word(layout.WINDOW_INSTANTS) + epoch * layout.INSTANT_BYTES;
  const scratch = slot + layout.SLOT_SCRATCH;
  const pair = new Float64Array(memory.buffer, scratch, 12);
  const found: number[] = [];
  for (const [from, to] of sharingRanges(core, window, bands)) {
    for (let index = from; index < to; index += 2) {
      const next = Math.min(index + 1, to - 1);
      kernels.fixedPair(recordOf(index), recordOf(next), instant, instant, 1, scratch);
      if (index !== satellite) addState(found, pair, 0);
      if (next > index && next !== satellite) addState(found, pair, 1);
    }
  }
  return Int16Array.from(found);
}

/** Adds the numbers of one lane of a pair, unless it has failed. */
function addState(found: number[], pair: Float64Array, lane: 0 | 1): void {
  const [x, y, z, vx, vy, vz] = Array.from({ length: 6 }, (_, axis) => pair[2 * axis + lane]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const radius = Math.hypot(x, y, z);
  if (Number.isNaN(radius)) return;
  for (const component of [x, y, z]) found.push(Math.round((UNIT * component) / radius));
  found.push(Math.min(0xffff, Math.round(radius / RADIUS_KM)));
  for (const speed of [vx, vy, vz]) found.push(Math.round(speed / VELOCITY_KM_PER_S));
}
