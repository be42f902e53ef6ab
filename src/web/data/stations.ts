import type { GroundStationJson, StationFileJson } from '../../http/schemas/groundStation.js';
import { API, askJson } from './client.js';
import { change } from './tabs.js';

type Optional = 'min_elevation_deg' | 'dish_diameter_m';

/**
 * Fields of a new station, or changes to one. Coordinates are text, which keeps their digits. Null removes an optional
 * field; text in place of a number or a point is sent as typed, for the server to refuse.
 */
export type StationFields = Partial<
  Omit<GroundStationJson, 'id' | 'elevation_meters' | Optional | 'horizon_mask'> &
    Record<Optional, number | string | null> & {
      elevation_meters: number | string;
      horizon_mask: (number[] | string)[] | null;
    }
>;

const PATH = `${API}/ground_stations`;

export async function listStations(signal: AbortSignal): Promise<GroundStationJson[]> {
  const path = '/page/ground_stations';
  const { ground_stations: stations } = await askJson<{ ground_stations: GroundStationJson[] }>(path, { signal });
  return stations;
}

export function addStation(fields: StationFields): Promise<GroundStationJson> {
  return change('stations', PATH, { method: 'POST', body: fields });
}

export function changeStation(id: number, fields: StationFields): Promise<GroundStationJson> {
  return change('stations', `${PATH}/${id}`, { method: 'PATCH', body: fields });
}

/** Sends a file of stations for the server to read; none is added. */
export async function readStationFile(text: string, signal: AbortSignal): Promise<StationFileJson> {
  return askJson<StationFileJson>('/page/ground_stations/read', { method: 'POST', body: { text }, signal });
}

/** Adds stations, all or none; stations that the account has already stay as they are. */
export function addStations(
  stations: readonly StationFileJson['stations'][number]['station'][],
): Promise<{ added: number; unchanged: number }> {
  return change('stations', `${PATH}/batch`, { method: 'POST', body: { ground_stations: stations } });
}

export function deleteStation(id: number): Promise<void> {
  return change('stations', `${PATH}/${id}`, { method: 'DELETE' });
}

/** Whether the name or the description of a station contains a text. */
export function hasText({ name, description }: GroundStationJson, text: string): boolean {
  return `${name} ${description ?? ''}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Station as the map shows it. */
export function pinOf({ id, name, latitude, longitude, active }: GroundStationJson) {
  return { id, name, latDeg: Number(latitude), lonDeg: Number(longitude), active };
}
