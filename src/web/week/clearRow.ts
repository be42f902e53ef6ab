import type { ClearPassJson } from '../../http/schemas/encounters.js';
import { API, ask, pathWith } from '../data/client.js';
import { matchedQuery, type MatchedSatellite } from '../data/question.js';
import { eachLine } from '../loading/lines.js';
import { NO_DOWNLINK } from '../sky/load.js';

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
  /** Whether a downlink of the satellite is known; if not, a clear stretch does not mean that nobody interferes. */
  isDownlinkKnown: boolean;
}

/** Row with its rank among all rows shown, from 1: the longest clear stretch comes first. */
export interface RankedRow extends ClearRow {
  rank: number;
}

function clearRowOf(answer: ClearPassJson): ClearRow {
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
 * Ranks passes by their longest clear stretch, and sorts them: by rank, or by time without passes that are over.
 *
 * @param nowMs passes that end by this time are over
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

export interface ClearQuestion extends MatchedSatellite {
  beamDeg: number | undefined;
}

/** Query parameters of a question about clear passes, as the API takes them. */
export function clearQuery({ beamDeg, ...satellite }: Omit<ClearQuestion, 'window'>) {
  const { tracked_satellite_id: id, ...matched } = matchedQuery(satellite);
  return { tracked_satellite_ids: id, ...matched, max_separation_deg: beamDeg };
}

/**
 * Loads the clear passes over all active stations, row by row as the server finds them.
 *
 * @throws PageError also where the answer breaks off
 */
export async function loadClear(
  question: ClearQuestion,
  onRow: (row: ClearRow) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = pathWith(`${API}/interference/clear_passes`, clearQuery(question));
  const response = await ask(path, { signal, window: question.window, accept: 'application/x-ndjson' });
  await eachLine(response, 'passes', (line) => onRow(clearRowOf(JSON.parse(line) as ClearPassJson)), signal);
}
