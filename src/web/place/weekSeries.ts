import { EPOCH_MS } from '../../spec.js';
import { minuteOf } from './minute.js';
import type { Week } from './week.js';

/** What the chart draws of a week. */
export interface WeekSeries {
  /** Seconds since 1970, per epoch. */
  seconds: number[];
  /** Null where the satellite is out of view or nothing is known: the line is broken there. */
  intensities: (number | null)[];
  gaps: { fromMs: number; toMs: number }[];
}

/** @param elevationsDeg per epoch, NaN where there is no position */
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
