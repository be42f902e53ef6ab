import { EPOCH_MS } from '../../spec.js';
import { minuteOf } from './minute.js';
import type { Week } from './week.js';

/** Series that the chart draws for a week. */
export interface WeekSeries {
  /** Time of each epoch in seconds since 1970. */
  seconds: number[];
  /** Intensity per epoch; null where the satellite is out of view or nothing is known, which breaks the line. */
  intensities: (number | null)[];
  gaps: { fromMs: number; toMs: number }[];
}

/**
 * Series of a week.
 *
 * @param elevationsDeg elevation per epoch, NaN where there is no position
 */
export function weekSeries(
  { startMs, intensities }: Week,
  elevationsDeg: Float32Array,
  minElevationDeg: number,
): WeekSeries {
  const series: WeekSeries = { seconds: [], intensities: [], gaps: [] };
  for (const [epoch, elevationDeg] of elevationsDeg.entries()) {
    const ms = startMs + EPOCH_MS * epoch;
    const intensity = intensities[epoch];
    const { kind } = minuteOf(elevationDeg, minElevationDeg, intensity);
    series.seconds.push(ms / 1000);
    series.intensities.push(kind === 'level' || kind === 'clear' ? (intensity ?? null) : null);
    if (kind !== 'no data') continue;
    const last = series.gaps.at(-1);
    if (last?.toMs === ms) last.toMs = ms + EPOCH_MS;
    else series.gaps.push({ fromMs: ms, toMs: ms + EPOCH_MS });
  }
  return series;
}
