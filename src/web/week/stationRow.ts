import { RISK_LEVELS } from '../../spec.js';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { StationInterferenceJson } from '../../http/schemas/stationInterference.js';
import type { Pass } from '../place/passes.js';
import { passOfAnswer } from '../place/week.js';

/** Week of one station in a row. */
export interface StationRow {
  station: GroundStationJson;
  passes: number;
  /** Pass with the highest peak; undefined where no pass has an intensity. */
  worst: (Pass & { intensity: { peak: number; mean: number } }) | undefined;
  /** Minutes in view at each risk level, low to severe; minutes without an interferer are clear. */
  levelMinutes: number[];
  clearMinutes: number;
  /** Highest intensity in each part of the window; -1 out of view. */
  strip: Int16Array;
}

/** Number of parts of a strip: quarters of an hour in seven days. */
export const STRIP_PARTS = 672;

function levelIndexOf(intensity: number): number {
  return RISK_LEVELS.findLastIndex(({ from }) => intensity >= from);
}

/**
 * Row of a station's answer.
 *
 * @param window bounds in milliseconds since 1970
 */
export function stationRowOf(answer: StationInterferenceJson, window: { fromMs: number; toMs: number }): StationRow {
  const passes = answer.passes.map(passOfAnswer);
  const strip = new Int16Array(STRIP_PARTS).fill(-1);
  const levelMinutes = RISK_LEVELS.map(() => 0);
  let clearMinutes = 0;
  for (const { timestamp, intensity } of answer.timeseries) {
    const part = Math.floor((STRIP_PARTS * (Date.parse(timestamp) - window.fromMs)) / (window.toMs - window.fromMs));
    strip[part] = Math.max(strip[part] ?? -1, intensity);
    const level = levelIndexOf(intensity);
    if (intensity === 0) clearMinutes++;
    else levelMinutes[level] = (levelMinutes[level] ?? 0) + 1;
  }
  let worst: StationRow['worst'];
  for (const { intensity, ...pass } of passes) {
    if (intensity && intensity.peak > (worst?.intensity.peak ?? -1)) worst = { ...pass, intensity };
  }
  return { station: answer.ground_station, passes: passes.length, worst, levelMinutes, clearMinutes, strip };
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
