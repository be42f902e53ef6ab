import type { SkyPass } from '../../src/compute/sky/skyAnalysis.js';
import { GPS, WINDOW_START_MS } from './fakeAnalysis.js';

/** Time in microseconds since 1970, some seconds after the start of the window of the fake analysis. */
export const at = (second: number): number => WINDOW_START_MS * 1000 + second * 1e6;
/** Time as answers have it, some seconds after that start. */
export const iso = (second: number): string => new Date(at(second) / 1000).toISOString();

/** Makes an encounter of 30 s from a second on, with its smallest separation in degrees. */
export function met(norad: number, second: number, closestDeg: number, otherDegPerKm = 0.002) {
  return {
    satellite: norad === GPS ? 2 : 1,
    norad,
    entersUs: at(second),
    leavesUs: at(second + 30),
    closestUs: at(second + 15),
    closestDeg,
    trackedKm: 1_000,
    otherKm: 20_000,
    farthestDeg: 5,
    trackedDegPerKm: 0.03,
    otherDegPerKm,
    trackedSecondsPerKm: 0.12,
    otherSecondsPerKm: 0.05,
    entersCut: false,
    leavesCut: false,
  };
}

/** Makes a pass of 600 s from a second on, of which the last `clearSeconds` are clear. */
export function passFrom(second: number, encounters: SkyPass['encounters'], clearSeconds = 0): SkyPass {
  const losUs = at(second + 600);
  return {
    aosUs: at(second),
    losUs,
    maxElevationUs: at(second + 300),
    maxElevationDeg: 45.678,
    complete: true,
    encounters,
    colocated: [],
    near: [],
    inBeamUs: (600 - clearSeconds) * 1e6,
    clear: clearSeconds === 0 ? undefined : { fromUs: losUs - clearSeconds * 1e6, toUs: losUs },
  };
}
