import { API, askJson } from './client.js';

/** As the API has it: coordinates are text, which keeps their digits. */
export interface Station {
  id: number;
  name: string;
  latitude: string;
  longitude: string;
  elevation_meters: number;
  active: boolean;
  description: string | null;
}

export type StationFields = Partial<Omit<Station, 'id'>>;

const PATH = `${API}/ground_stations`;

export async function listStations(signal: AbortSignal): Promise<Station[]> {
  const { ground_stations: stations } = await askJson<{ ground_stations: Station[] }>('/page/ground_stations', {
    signal,
  });
  return stations;
}

export function addStation(fields: StationFields): Promise<Station> {
  return askJson(PATH, { method: 'POST', body: fields });
}

export function changeStation(id: number, fields: StationFields): Promise<Station> {
  return askJson(`${PATH}/${id}`, { method: 'PATCH', body: fields });
}

export async function deleteStation(id: number): Promise<void> {
  await askJson(`${PATH}/${id}`, { method: 'DELETE' });
}

/** For the map. */
export function pinOf({ id, name, latitude, longitude, active }: Station) {
  return { id, name, latDeg: Number(latitude), lonDeg: Number(longitude), active };
}
