import { EPOCH_MS } from '../../spec.js';
import type { GroundStationJson, StationWeekJson } from '../../http/schemas/groundStation.js';
import { pinOf } from '../data/stations.js';
import { condensed } from '../heat/condense.js';
import { cellOf, placeInCell } from '../map/healpix.js';
import { fillEdges, NOT_COUNTED, OUT_OF_VIEW, type Counts } from '../place/counts.js';
import { sightFrom } from '../place/elevation.js';
import { measured, type Pass } from '../place/passes.js';

/** Pass of which some minute is counted. */
export type CountedPass = Pass & { intensity: { peak: number; mean: number } };

/** Week of one station in a row. */
export interface StationRow {
  station: GroundStationJson;
  passes: number;
  /** Pass with the fewest others on average, the longest of several; undefined where none is counted. */
  best: CountedPass | undefined;
  /** Pass with the highest peak, the first of several; undefined where none is counted. */
  worst: CountedPass | undefined;
  /** Count that half of the counted minutes stay below or at; undefined without any. */
  median: number | undefined;
  /** Minutes in which others are counted and there is none. */
  clearMinutes: number;
  countedMinutes: number;
  /** Minutes in view of which no count tells. */
  uncountedMinutes: number;
  hours: Hours;
}

/** Hours of a window, from its start on. */
interface Hours {
  /** Highest count of each hour; below 0 where nothing is counted. */
  highest: Counts;
  /** First epoch that has it. */
  epochs: Uint16Array;
}

export const HOUR_EPOCHS = 60;

/** What the rows of a window's stations are made of, beside their answers. */
export interface RowParts {
  startMs: number;
  epochCount: number;
  /** Earth-fixed positions of the satellite in km: see fixedPositions. */
  fixed: Float64Array;
  nside: number;
  minElevationDeg: number;
}

/** Counts of a station's week: the minutes of its answer, told apart where others are counted and where not. */
function countsOfWeek(answer: StationWeekJson, parts: RowParts): Counts {
  const { startMs, epochCount, fixed, nside, minElevationDeg } = parts;
  const centre = placeInCell(nside, cellOf(nside, pinOf(answer.ground_station)));
  const isUp = sightFrom(centre, fixed, minElevationDeg);
  const counts: Counts = new Int32Array(epochCount).fill(OUT_OF_VIEW);
  if (answer.counts.length === 0) return counts;
  let at = 0;
  for (const [aosSecond, losSecond] of answer.passes) {
    const [from, to] = [aosSecond, losSecond].map((second) => Math.ceil((1000 * second - startMs) / EPOCH_MS));
    for (let epoch = from as number; epoch < (to as number); epoch++) {
      const count = answer.counts[at++] as number;
      counts[epoch] = count > 0 || isUp(epoch) ? count : NOT_COUNTED;
    }
  }
  fillEdges(counts);
  return counts;
}

function passesOf({ passes }: StationWeekJson): Pass[] {
  return passes.map(([aosSecond, losSecond, highestSecond, maxElevationDeg, whole]) => ({
    aosMs: 1000 * aosSecond,
    losMs: 1000 * losSecond,
    maxElevationDeg,
    maxElevationMs: 1000 * highestSecond,
    intensity: undefined,
    complete: whole === 1,
  }));
}

type Sums = Pick<StationRow, 'median' | 'clearMinutes' | 'countedMinutes' | 'uncountedMinutes'>;

/** What the minutes of a week come to, in one go: hundreds of stations arrive at once. */
function sumsOf(counts: Counts): Sums {
  /** Number of minutes by count. */
  const minutes: (number | undefined)[] = [];
  let [countedMinutes, uncountedMinutes] = [0, 0];
  for (let epoch = 0; epoch < counts.length; epoch++) {
    const count = counts[epoch] as number;
    if (count === NOT_COUNTED) uncountedMinutes++;
    if (count < 0) continue;
    countedMinutes++;
    minutes[count] = (minutes[count] ?? 0) + 1;
  }
  let below = 0;
  const median = minutes.findIndex((number = 0) => (below += number) >= countedMinutes / 2);
  return {
    median: countedMinutes === 0 ? undefined : median,
    clearMinutes: minutes[0] ?? 0,
    countedMinutes,
    uncountedMinutes,
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

/** Row of a station's week. */
export function stationRowOf(answer: StationWeekJson, parts: RowParts): StationRow {
  const counts = countsOfWeek(answer, parts);
  let best: CountedPass | undefined;
  let worst: CountedPass | undefined;
  for (const pass of passesOf(answer)) {
    const { intensity } = measured(pass, parts.startMs, counts);
    if (!intensity) continue;
    const counted = { ...pass, intensity };
    if (!best || isBetter(counted, best)) best = counted;
    if (!worst || intensity.peak > worst.intensity.peak) worst = counted;
  }
  const station = answer.ground_station;
  return { station, passes: answer.passes.length, best, worst, ...sumsOf(counts), hours: hoursOf(counts) };
}
