import { API, ask, PageError, pathWith } from '../data/client.js';
import { createStationSplitter } from './splitStations.js';
import { stationRowOf, type RowParts, type StationRow } from './stationRow.js';

interface Asked {
  satelliteId: number;
  band: string;
  parts: RowParts;
}

/**
 * Loads the week of every active station, row by row as the server sends them.
 *
 * @throws PageError also where the answer breaks off, which is how the server reports a failure midway
 */
export async function loadRows(
  { satelliteId, band, parts }: Asked,
  onRow: (row: StationRow) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = { tracked_satellite_id: satelliteId, frequency_band: band };
  const asking = { signal, window: parts.track.window };
  const response = await ask(pathWith(`${API}/interference/all_ground_stations`, query), asking);
  const split = createStationSplitter();
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const texts = split(decoder.decode(part.value, { stream: true }));
      for (const text of texts) onRow(stationRowOf(JSON.parse(text), parts));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PageError(0, 'INTERRUPTED', 'the answer broke off; the stations that came are shown');
  }
}
