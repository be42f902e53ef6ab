import { isSurelyUp } from './elevation.js';

/**
 * Counts at a place, epoch by epoch: the number of others where the tracked satellite is in view from the centre of the
 * place's cell, which is what is counted; else one of these.
 */
export type Counts = Int32Array;
export const OUT_OF_VIEW = -1;
/** In view at the place, but not from the centre of its cell: nothing can be said. */
export const NOT_COUNTED = -2;
/** Without position, or in a band of which nothing is known. */
export const UNKNOWN = -3;

/** Longest stretch, in epochs, that takes the count of the counted minute beside it: what a pass has at its edges. */
const EDGE_EPOCHS = 3;
/** Elevations of a satellite per epoch, and the one from which it is in view, in degrees. */
export interface Seen {
  elevationsDeg: Float32Array;
  minElevationDeg: number;
}

interface Asked {
  /** Intensity per epoch; empty where the band has no data. */
  intensities: Uint16Array;
  /** At the place itself. */
  here: Seen;
  /** At the centre of its cell, where others are counted. */
  centre: Seen;
}

/** Counts at a place; the edges of a pass take those of the nearest counted minute. */
export function countsOf({ intensities, here, centre }: Asked): Counts {
  const counts = Int32Array.from(here.elevationsDeg, (elevationDeg, epoch) => {
    const intensity = intensities[epoch];
    if (intensity !== undefined && intensity > 0) return intensity;
    if (intensity === undefined || Number.isNaN(elevationDeg)) return UNKNOWN;
    if (isSurelyUp(centre.elevationsDeg[epoch] ?? Number.NaN, centre.minElevationDeg)) return 0;
    return elevationDeg >= here.minElevationDeg ? NOT_COUNTED : OUT_OF_VIEW;
  });
  fillEdges(counts);
  return counts;
}

/** Gives short stretches of minutes that are not counted the count beside them. */
export function fillEdges(counts: Counts): void {
  for (let from = 0; from < counts.length; from++) {
    if (counts[from] !== NOT_COUNTED) continue;
    let to = from;
    while (counts[to] === NOT_COUNTED) to++;
    const [before = -1, after = -1] = [counts[from - 1], counts[to]];
    if (to - from <= EDGE_EPOCHS && Math.max(before, after) >= 0) {
      const middle = from + (to - from) / 2;
      for (let at = from; at < to; at++) counts[at] = before >= 0 && (after < 0 || at < middle) ? before : after;
    }
    from = to;
  }
}
