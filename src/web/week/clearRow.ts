import { NO_DOWNLINK } from '../sky/loadSky.js';
import type { ClearPassJson } from '../../http/schemas/encounters.js';

/** Pass with a stretch in which nobody else is in the beam. */
export interface ClearRow {
  stationId: number;
  stationName: string;
  aosMs: number;
  losMs: number;
  maxElevationDeg: number;
  maxElevationMs: number;
  clearStartMs: number;
  clearEndMs: number;
  encounterCount: number;
  /** Whether it is known what the satellite sends; if not, nobody is found, which says nothing. */
  isDownlinkKnown: boolean;
}

/** Row with its place among all those shown, from 1: the longest clear stretch is the first. */
export interface RankedRow extends ClearRow {
  rank: number;
}

export function clearRowOf(answer: ClearPassJson): ClearRow {
  return {
    stationId: answer.ground_station_id,
    stationName: answer.ground_station_name,
    aosMs: Date.parse(answer.aos),
    losMs: Date.parse(answer.los),
    maxElevationDeg: answer.max_elevation_deg,
    maxElevationMs: Date.parse(answer.max_elevation_time),
    clearStartMs: Date.parse(answer.clear_stretch.start_time),
    clearEndMs: Date.parse(answer.clear_stretch.end_time),
    encounterCount: answer.encounter_count,
    isDownlinkKnown: answer.downlink !== NO_DOWNLINK,
  };
}

/** Orders in which passes are listed. */
export type ClearOrder = 'longest' | 'next';

/**
 * Ranks passes, and puts them in order: the longest clear stretch first, or by time those that are not over.
 *
 * @param nowMs time at which a pass is over or not
 */
export function rankClear(rows: readonly ClearRow[], order: ClearOrder, nowMs: number): RankedRow[] {
  const ranked = [...rows].sort(compareClear).map((row, index) => ({ ...row, rank: index + 1 }));
  if (order === 'longest') return ranked;
  return ranked.filter(({ losMs }) => losMs > nowMs).sort((a, b) => a.aosMs - b.aosMs || a.rank - b.rank);
}

/** Order of passes, the longest clear stretch first, then by time. */
function compareClear(a: ClearRow, b: ClearRow): number {
  const [longA, longB] = [a, b].map(({ clearStartMs, clearEndMs }) => clearEndMs - clearStartMs) as [number, number];
  return longB - longA || a.aosMs - b.aosMs || a.stationId - b.stationId;
}
