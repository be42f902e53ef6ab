import { EPOCH_MS } from '../../spec.js';
import { NOT_COUNTED, UNKNOWN, type Counts } from './counts.js';

/** Series that the chart draws for a week. */
export interface WeekSeries {
  /** Time of each epoch in seconds since 1970. */
  seconds: number[];
  /** Intensity per epoch; null where the satellite is out of view or nothing is counted, which breaks the line. */
  intensities: (number | null)[];
  /** Time of which nothing can be said. */
  gaps: { fromMs: number; toMs: number }[];
}

/** Series of a week's counts. */
export function weekSeries(startMs: number, counts: Counts): WeekSeries {
  const series: WeekSeries = { seconds: [], intensities: [], gaps: [] };
  for (const [epoch, count] of counts.entries()) {
    const ms = startMs + EPOCH_MS * epoch;
    series.seconds.push(ms / 1000);
    series.intensities.push(count >= 0 ? count : null);
    if (count !== UNKNOWN && count !== NOT_COUNTED) continue;
    const last = series.gaps.at(-1);
    if (last?.toMs === ms) last.toMs = ms + EPOCH_MS;
    else series.gaps.push({ fromMs: ms, toMs: ms + EPOCH_MS });
  }
  return series;
}
