import type { ClearPassJson } from '../../http/schemas/encounters.js';
import type { BandChoice } from '../../spec.js';
import { API, ask, pathWith } from '../data/client.js';
import { eachLine } from '../data/lines.js';
import type { FrequencyMatch } from '../sky/question.js';
import { clearRowOf, type ClearRow } from './clearRow.js';

export interface ClearQuestion {
  satelliteId: number;
  /** Identity of the analysis window. */
  window: string;
  band: BandChoice;
  match: FrequencyMatch;
  beamDeg: number | undefined;
}

/** Query parameters of a question about clear passes, as the API takes them. */
export function clearQuery({ satelliteId, band, match, beamDeg }: Omit<ClearQuestion, 'window'>) {
  return {
    tracked_satellite_ids: satelliteId,
    frequency_band: band === 'all' ? undefined : band,
    frequency_match: match,
    max_separation_deg: beamDeg,
  };
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
