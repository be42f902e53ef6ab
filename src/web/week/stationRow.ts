import { EPOCH_MS, RISK_LEVELS } from '../../spec.js';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { StationInterferenceJson } from '../../http/schemas/stationInterference.js';
import type { Counting } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import type { Track } from '../data/track.js';
import { cellOf, placeInCell } from '../map/healpix.js';
import { fillEdges, NOT_COUNTED, OUT_OF_VIEW, type Counts } from '../place/counts.js';
import { elevationsDeg, isSurelyUp } from '../place/elevation.js';
import { measured, type Pass } from '../place/passes.js';
import { passOfAnswer } from '../place/week.js';

/** Week of one station in a row. */
export interface StationRow {
  station: GroundStationJson;
  passes: number;
  /** Pass with the highest peak; undefined where none is counted. */
  worst: (Pass & { intensity: { peak: number; mean: number } }) | undefined;
  /** Minutes in view at each risk level, low to severe; minutes without an interferer are clear. */
  levelMinutes: number[];
  clearMinutes: number;
  /** Minutes in view of which no count tells. */
  uncountedMinutes: number;
  /** Highest count in each part of the window; below 0 where nothing is counted. */
  strip: Int16Array;
}

/** Number of parts of a strip: quarters of an hour in seven days. */
export const STRIP_PARTS = 672;

function levelIndexOf(intensity: number): number {
  return RISK_LEVELS.findLastIndex(({ from }) => intensity >= from);
}

/** What the rows of a window's stations are made of, beside their answers. */
export interface RowParts {
  track: Track;
  counting: Counting;
}

/** Counts of a station's week: the minutes of its answer, told apart where others are counted and where not. */
function countsOfAnswer(answer: StationInterferenceJson, { track, counting }: RowParts): Counts {
  const { nside, minElevationDeg } = counting;
  const { startMs, epochCount, positions } = track;
  const centre = placeInCell(nside, cellOf(nside, pinOf(answer.ground_station)));
  const counts: Counts = new Int32Array(epochCount).fill(OUT_OF_VIEW);
  for (const { timestamp, intensity } of answer.timeseries) {
    const epoch = (Date.parse(timestamp) - startMs) / EPOCH_MS;
    const [elevation = Number.NaN] =
      intensity > 0 ? [] : elevationsDeg(centre, positions.subarray(3 * epoch, 3 * epoch + 3));
    counts[epoch] = intensity > 0 || isSurelyUp(elevation, minElevationDeg) ? intensity : NOT_COUNTED;
  }
  fillEdges(counts);
  return counts;
}

/** Row of a station's answer. */
export function stationRowOf(answer: StationInterferenceJson, parts: RowParts): StationRow {
  const counts = countsOfAnswer(answer, parts);
  const strip = new Int16Array(STRIP_PARTS).fill(OUT_OF_VIEW);
  const levelMinutes = RISK_LEVELS.map(() => 0);
  let clearMinutes = 0;
  let uncountedMinutes = 0;
  for (const [epoch, count] of counts.entries()) {
    if (count === OUT_OF_VIEW) continue;
    const part = Math.floor((STRIP_PARTS * epoch) / counts.length);
    strip[part] = Math.max(strip[part] ?? OUT_OF_VIEW, count);
    const level = levelIndexOf(count);
    if (count === NOT_COUNTED) uncountedMinutes++;
    else if (count === 0) clearMinutes++;
    else levelMinutes[level] = (levelMinutes[level] ?? 0) + 1;
  }
  let worst: StationRow['worst'];
  for (const answered of answer.passes) {
    const { intensity, ...pass } = measured(passOfAnswer(answered), parts.track.startMs, counts);
    if (intensity && intensity.peak > (worst?.intensity.peak ?? -1)) worst = { ...pass, intensity };
  }
  const station = answer.ground_station;
  return { station, passes: answer.passes.length, worst, levelMinutes, clearMinutes, uncountedMinutes, strip };
}

/** Order of rows, worst first: by the highest peak, then by the minutes at the highest levels, then by name. */
export function compareRows(a: StationRow, b: StationRow): number {
  const byPeak = (b.worst?.intensity.peak ?? -1) - (a.worst?.intensity.peak ?? -1);
  if (byPeak !== 0) return byPeak;
  for (let level = RISK_LEVELS.length - 1; level >= 0; level--) {
    const byMinutes = (b.levelMinutes[level] ?? 0) - (a.levelMinutes[level] ?? 0);
    if (byMinutes !== 0) return byMinutes;
  }
  return a.station.name.localeCompare(b.station.name, 'en');
}

export interface StripRun {
  from: number;
  to: number;
  /** Index of the risk level; -1 for clear. */
  level: number;
}

/** Merges neighbouring parts of one level into runs; parts out of view are left out. */
export function stripRuns(strip: Int16Array): StripRun[] {
  const runs: StripRun[] = [];
  for (const [part, intensity] of strip.entries()) {
    if (intensity < 0) continue;
    const level = intensity === 0 ? -1 : levelIndexOf(intensity);
    const last = runs.at(-1);
    if (last?.to === part && last.level === level) last.to++;
    else runs.push({ from: part, to: part + 1, level });
  }
  return runs;
}
