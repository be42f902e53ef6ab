import type { StationWeekJson } from '../../http/schemas/week.js';
import { ask, pathWith } from '../data/client.js';
import { eachLine } from '../data/lines.js';
import { matchedQuery, type MatchedSatellite } from '../data/matched.js';
import type { Track } from '../data/track.js';
import { stationRowOf, type StationRow } from './stationRow.js';

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
