import type { Encounter } from '../../core/encounters.js';
import type { Pass } from '../../core/passes.js';

// Threads send encounters by the thousand: as numbers in one array they are copied to the main thread at once.

/** Index of each number in the row of an encounter; times in microseconds since 1970. */
export const ROW = {
  pass: 0,
  satellite: 1,
  entersUs: 2,
  leavesUs: 3,
  closestUs: 4,
  closestDeg: 5,
  trackedKm: 6,
  otherKm: 7,
  farthestDeg: 8,
  /** 1 if the encounter begins before the pass, 2 if it ends after the pass, 3 if both. */
  cut: 9,
  trackedDegPerKm: 10,
  otherDegPerKm: 11,
  trackedSecondsPerKm: 12,
  otherSecondsPerKm: 13,
} as const;
/** Numbers in the row of an encounter. */
export const ROW_NUMBERS = 14;

/** Adds the row of an encounter during the `pass`-th pass. */
export function pushRow(rows: number[], pass: number, it: Encounter): void {
  const cut = (it.entersCut ? 1 : 0) + (it.leavesCut ? 2 : 0);
  const { satellite, entersUs, leavesUs, closestUs, closestDeg, trackedKm, otherKm, farthestDeg } = it;
  rows.push(pass, satellite, entersUs, leavesUs, closestUs, closestDeg, trackedKm, otherKm, farthestDeg, cut);
  rows.push(it.trackedDegPerKm, it.otherDegPerKm, it.trackedSecondsPerKm, it.otherSecondsPerKm);
}

/** Reads the encounter of the row that begins at `at`. */
export function readRow(rows: Float64Array, at: number): Encounter {
  const number = (place: number): number => rows[at + place] as number;
  return {
    satellite: number(ROW.satellite),
    entersUs: number(ROW.entersUs),
    leavesUs: number(ROW.leavesUs),
    closestUs: number(ROW.closestUs),
    closestDeg: number(ROW.closestDeg),
    trackedKm: number(ROW.trackedKm),
    otherKm: number(ROW.otherKm),
    farthestDeg: number(ROW.farthestDeg),
    trackedDegPerKm: number(ROW.trackedDegPerKm),
    otherDegPerKm: number(ROW.otherDegPerKm),
    trackedSecondsPerKm: number(ROW.trackedSecondsPerKm),
    otherSecondsPerKm: number(ROW.otherSecondsPerKm),
    entersCut: (number(ROW.cut) & 1) !== 0,
    leavesCut: (number(ROW.cut) & 2) !== 0,
  };
}

/** Degrees within which two objects stay all through a pass if they are docked, or one object listed twice. */
export const TOGETHER_DEG = 0.01;
/** At the ends of a pass, one of the two may be up alone: for this share of the pass plus ALONE_US (µs) in all. */
const ALONE_SHARE = 0.01;
const ALONE_US = 1e6;

/** Whether another satellite stays beside the tracked one all through a pass. */
export function isTogether({ aosUs, losUs }: Pick<Pass, 'aosUs' | 'losUs'>, it: Encounter): boolean {
  const aloneUs = losUs - aosUs - (it.leavesUs - it.entersUs);
  return it.farthestDeg < TOGETHER_DEG && aloneUs <= ALONE_SHARE * (losUs - aosUs) + ALONE_US;
}
