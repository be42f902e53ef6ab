import { EPOCH_MS } from '../../spec.js';

/** Stretch of time in which the satellite stands above the minimum elevation, and the intensity during it. */
export interface Pass {
  aosMs: number;
  losMs: number;
  maxElevationDeg: number;
  maxElevationMs: number;
  /** Undefined where the pass has no whole minute, or the band no data. */
  intensity: { peak: number; mean: number } | undefined;
  /** False where the window cuts the pass, or positions next to it are missing. */
  complete: boolean;
}

interface Asked {
  startMs: number;
  minElevationDeg: number;
  /** Elevation per epoch; NaN where there is no position. */
  elevationsDeg: Float32Array;
  /** Intensity per epoch; empty where the band has no data. */
  intensities: Uint16Array;
}

/** Instant between two epochs at which the elevation, on a straight line, crosses the minimum. */
function crossing({ elevationsDeg, minElevationDeg }: Asked, below: number, above: number): number {
  const [low, high] = [elevationsDeg[below] as number, elevationsDeg[above] as number];
  return above + (below - above) * ((high - minElevationDeg) / (high - low));
}

function passOf(asked: Asked, from: number, to: number): Pass {
  const { startMs, elevationsDeg, intensities } = asked;
  const begins = from > 0 && !Number.isNaN(elevationsDeg[from - 1]);
  const ends = to < elevationsDeg.length && !Number.isNaN(elevationsDeg[to]);
  const minutes = intensities.subarray(from, to);
  const sum = minutes.reduce((total, value) => total + value, 0);
  const elevations = elevationsDeg.subarray(from, to);
  const maxElevationDeg = elevations.reduce((highest, value) => Math.max(highest, value), -90);
  return {
    aosMs: startMs + EPOCH_MS * (begins ? crossing(asked, from - 1, from) : from),
    losMs: startMs + EPOCH_MS * (ends ? crossing(asked, to, to - 1) : to),
    maxElevationDeg,
    maxElevationMs: startMs + EPOCH_MS * (from + elevations.indexOf(maxElevationDeg)),
    intensity:
      minutes.length === 0
        ? undefined
        : { peak: minutes.reduce((peak, value) => Math.max(peak, value), 0), mean: sum / minutes.length },
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

/** First pass that begins after an instant. */
export function nextPass(passes: readonly Pass[], afterMs: number): Pass | undefined {
  return passes.find(({ aosMs }) => aosMs > afterMs);
}
