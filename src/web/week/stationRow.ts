import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { StationWeekJson } from '../../http/schemas/week.js';
import { ask, pathWith } from '../data/client.js';
import { matchedQuery, type MatchedSatellite } from '../data/question.js';
import type { Track, WindowSpan } from '../data/track.js';
import { eachLine } from '../loading/lines.js';
import { condensed } from '../paint/condense.js';
import { type Counts, NOT_COUNTED, type Pass, weekOf } from '../place/week.js';

/** Pass with at least one counted minute. */
export type CountedPass = Pass & { intensity: { peak: number; mean: number } };

/** Week of one station as a row of the overview. */
export interface StationRow {
  station: GroundStationJson;
  passes: number;
  /** Counted pass with the fewest others on average, the longest of several such; undefined if no pass is counted. */
  best: CountedPass | undefined;
  /** Counted pass with the highest peak, the first of several such; undefined if no pass is counted. */
  worst: CountedPass | undefined;
  /** Median count of the counted minutes, of two middle ones the lower; undefined if none is counted. */
  median: number | undefined;
  /** Counted minutes without others. */
  clearMinutes: number;
  countedMinutes: number;
  /** Minutes in view that are not counted. */
  uncountedMinutes: number;
  hours: Hours;
}

/** A station's counts by hour of the window. */
interface Hours {
  /** Highest count of each hour; below 0 where nothing is counted. */
  highest: Counts;
  /** First epoch in each hour that has the hour's highest count. */
  epochs: Uint16Array;
}

export const HOUR_EPOCHS = 60;

type Sums = Pick<StationRow, 'median' | 'clearMinutes' | 'countedMinutes' | 'uncountedMinutes'>;

function sumsOf(counts: Counts): Sums {
  const counted = counts.filter((count) => count >= 0).sort();
  return {
    median: counted[Math.ceil(counted.length / 2) - 1],
    clearMinutes: counted.filter((count) => count === 0).length,
    countedMinutes: counted.length,
    uncountedMinutes: counts.filter((count) => count === NOT_COUNTED).length,
  };
}

function hoursOf(counts: Counts): Hours {
  const highest = condensed(counts, Math.ceil(counts.length / HOUR_EPOCHS));
  const epochs = Uint16Array.from(highest, (count, hour) => counts.indexOf(count, HOUR_EPOCHS * hour));
  return { highest, epochs };
}

function isBetter(a: CountedPass, b: CountedPass): boolean {
  const byMean = a.intensity.mean - b.intensity.mean;
  return byMean !== 0 ? byMean < 0 : a.losMs - a.aosMs > b.losMs - b.aosMs;
}

/** Row of a station's week in a window. */
export function stationRowOf(answer: StationWeekJson, window: WindowSpan): StationRow {
  const { passes, counts } = weekOf(answer, window);
  let best: CountedPass | undefined;
  let worst: CountedPass | undefined;
  for (const { intensity, ...pass } of passes) {
    if (!intensity) continue;
    const counted = { ...pass, intensity };
    if (!best || isBetter(counted, best)) best = counted;
    if (!worst || intensity.peak > worst.intensity.peak) worst = counted;
  }
  const station = answer.ground_station;
  return { station, passes: passes.length, best, worst, ...sumsOf(counts), hours: hoursOf(counts) };
}

/**
 * Loads the week of every active station, row by row as the server finds them.
 *
 * @throws PageError also where the answer breaks off
 */
export async function loadWeeks(
  satellite: MatchedSatellite,
  track: Track,
  onRow: (row: StationRow) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = pathWith('/page/weeks', matchedQuery(satellite));
  const response = await ask(path, { signal, window: track.window, accept: 'application/x-ndjson' });
  await eachLine(
    response,
    'stations',
    (line) => onRow(stationRowOf(JSON.parse(line) as StationWeekJson, track)),
    signal,
  );
}
