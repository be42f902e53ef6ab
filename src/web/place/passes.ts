import { EPOCH_MS } from '../../spec.js';
import type { Counts, Seen } from './counts.js';

/** Stretch of time in which the satellite stands above the minimum elevation, and the intensity during it. */
export interface Pass {
  aosMs: number;
  losMs: number;
  maxElevationDeg: number;
  maxElevationMs: number;
  /** Undefined where no minute of the pass is counted. */
  intensity: { peak: number; mean: number } | undefined;
  /** False where the window cuts the pass, or positions next to it are missing. */
  complete: boolean;
}

interface Asked extends Seen {
  startMs: number;
  counts: Counts;
}

/** Peak and mean of the counted ones among the epochs [from, to); undefined without any. */
function intensityOf(counts: Counts, from: number, to: number): Pass['intensity'] {
  const counted = counts.subarray(from, to).filter((count) => count >= 0);
  if (counted.length === 0) return undefined;
  const sum = counted.reduce((total, count) => total + count, 0);
  return { peak: counted.reduce((peak, count) => Math.max(peak, count), 0), mean: sum / counted.length };
}

/** Pass with the intensity that its counted minutes have: answers take minutes that are not counted for 0. */
export function measured(pass: Pass, startMs: number, counts: Counts): Pass {
  const [from, to] = [pass.aosMs, pass.losMs].map((ms) => Math.max(0, Math.ceil((ms - startMs) / EPOCH_MS)));
  return { ...pass, intensity: intensityOf(counts, from as number, to as number) };
}

/** Instant between two epochs at which the elevation, on a straight line, crosses the minimum. */
function crossing({ elevationsDeg, minElevationDeg }: Asked, below: number, above: number): number {
  const [low, high] = [elevationsDeg[below] as number, elevationsDeg[above] as number];
  return above + (below - above) * ((high - minElevationDeg) / (high - low));
}

function passOf(asked: Asked, from: number, to: number): Pass {
  const { startMs, elevationsDeg, counts } = asked;
  const begins = from > 0 && !Number.isNaN(elevationsDeg[from - 1]);
  const ends = to < elevationsDeg.length && !Number.isNaN(elevationsDeg[to]);
  const elevations = elevationsDeg.subarray(from, to);
  const maxElevationDeg = elevations.reduce((highest, value) => Math.max(highest, value), -90);
  return {
    aosMs: startMs + EPOCH_MS * (begins ? crossing(asked, from - 1, from) : from),
    losMs: startMs + EPOCH_MS * (ends ? crossing(asked, to, to - 1) : to),
    maxElevationDeg,
    maxElevationMs: startMs + EPOCH_MS * (from + elevations.indexOf(maxElevationDeg)),
    intensity: intensityOf(counts, from, to),
    complete: begins && ends,
  };
}

/**
 * Passes over a place, found from positions minute by minute: one that rises and sets between two minutes is missed,
 * and rise and set are accurate to some seconds.
 */
export function findPasses(asked: Asked): Pass[] {
  const { elevationsDeg, minElevationDeg } = asked;
  const passes: Pass[] = [];
  let from: number | undefined;
  for (let epoch = 0; epoch <= elevationsDeg.length; epoch++) {
    const inView = (elevationsDeg[epoch] ?? Number.NaN) >= minElevationDeg;
    if (inView) from ??= epoch;
    else if (from !== undefined) {
      passes.push(passOf(asked, from, epoch));
      from = undefined;
    }
  }
  return passes;
}
