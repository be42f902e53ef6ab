import type { StationWeekJson } from '../../http/schemas/groundStation.js';
import { ask, pathWith } from '../data/client.js';
import { eachLine } from '../data/lines.js';
import { matchedQuery, type MatchedSatellite } from '../data/matched.js';
import type { Counting } from '../data/satellites.js';
import type { Track } from '../data/track.js';
import { fixedPositions } from '../place/elevation.js';
import { stationRowOf, type StationRow } from './stationRow.js';

interface Asked {
  satellite: MatchedSatellite;
  track: Track;
  counting: Counting;
}

/**
 * Loads the week of every active station, row by row as the server finds them.
 *
 * @throws PageError also where the answer breaks off
 */
export async function loadWeeks(
  { satellite, track, counting }: Asked,
  onRow: (row: StationRow) => void,
  signal: AbortSignal,
): Promise<void> {
  const { nside, minElevationDeg } = counting;
  const { startMs, epochCount, positions, window } = track;
  const path = pathWith('/page/station_weeks', matchedQuery(satellite));
  const response = await ask(path, { signal, window, accept: 'application/x-ndjson' });
  const parts = { startMs, epochCount, fixed: fixedPositions(positions), nside, minElevationDeg };
  const take = (line: string): void => onRow(stationRowOf(JSON.parse(line) as StationWeekJson, parts));
  await eachLine(response, 'stations', take, signal);
}
