import type { CoreInstance } from '../../core/instance.js';
import { memberRanges, sharingRanges } from '../../core/records/emitterGroups.js';

/** Task about the other satellites that match the tracked one, at an epoch. */
interface StatesTask {
  window: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  bands: number;
  /** Bitmap, by index in the window, of the satellites that count; if absent, all that have one of `bands` count. */
  members?: Uint8Array | undefined;
  epoch: number;
}

/** Number of numbers for each satellite. */
const NUMBERS = 7;
/** Largest unsigned 16-bit number. */
const MOST = 0xffff;
/** Value of a direction's component that stands for 1. */
const UNIT = 32_767;
/** Units of a radius and of a velocity. */
const RADIUS_KM = 8;
const VELOCITY_KM_PER_S = 0.0005;

/**
 * Finds where the other satellites are and how they move, roughly, as seven 16-bit numbers each: the direction from the
 * middle of the Earth (Earth-fixed x, y, z, in 1/32,767), the distance from it (8 km, unsigned), and the inertial
 * velocity along these axes (0.5 m/s). They come in the order of the window. A satellite that cannot be propagated to
 * the epoch, or is below 90 km then, has zeros.
 */
export function states(core: CoreInstance, { window, slot, satellite, bands, members, epoch }: StatesTask): Int16Array {
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
  const ranges = members ? memberRanges(core, window, members) : sharingRanges(core, window, bands);
  ranges.sort(([a], [b]) => a - b);
  const numbers = new Int16Array(NUMBERS * ranges.reduce((sum, [from, to]) => sum + to - from, 0));
  let end = 0;
  for (const [from, to] of ranges) {
    for (let index = from; index < to; index += 2) {
      const next = Math.min(index + 1, to - 1);
      kernels.fixedPair(recordOf(index), recordOf(next), instant, instant, 1, scratch);
      if (index !== satellite) end = writeState(numbers, end, pair, 0);
      if (next > index && next !== satellite) end = writeState(numbers, end, pair, 1);
    }
  }
  return numbers.slice(0, end);
}

/**
 * Writes the numbers of one satellite of a pair, `lane`; leaves zeros if it cannot be propagated. Returns the index of
 * the next satellite's numbers.
 */
function writeState(numbers: Int16Array, at: number, pair: Float64Array, lane: 0 | 1): number {
  const axis = (index: number): number => pair[2 * index + lane] as number;
  const radius = Math.hypot(axis(0), axis(1), axis(2));
  if (Number.isNaN(radius)) return at + NUMBERS;
  for (let i = 0; i < 3; i++) {
    numbers[at + i] = Math.round((UNIT * axis(i)) / radius);
    numbers[at + 4 + i] = Math.round(axis(3 + i) / VELOCITY_KM_PER_S);
  }
  numbers[at + 3] = Math.min(MOST, Math.round(radius / RADIUS_KM));
  return at + NUMBERS;
}
