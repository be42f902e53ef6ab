import type { AvailableBandsJson } from '../../http/schemas/interference.js';
import type { ProvenanceJson } from '../../http/schemas/provenance.js';
import type { CatalogueSatelliteJson, TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { API, askJson, pathWith } from './client.js';

/** Bands and provenance of a tracked satellite in the current window. */
export type SatelliteBands = AvailableBandsJson & { provenance: ProvenanceJson };

export async function listTracked(signal: AbortSignal): Promise<TrackedSatelliteJson[]> {
  const path = '/page/tracked_satellites';
  const { tracked_satellites: tracked } = await askJson<{ tracked_satellites: TrackedSatelliteJson[] }>(path, {
    signal,
  });
  return tracked;
}

export function loadBands(satelliteId: number, signal: AbortSignal): Promise<SatelliteBands> {
  const query = { tracked_satellite_id: satelliteId, include: 'provenance' };
  return askJson(pathWith(`${API}/interference/available_frequency_bands`, query), { signal });
}

export async function searchCatalogue(text: string, signal: AbortSignal): Promise<CatalogueSatelliteJson[]> {
  const path = pathWith('/page/satellites', { search: text });
  const { satellites } = await askJson<{ satellites: CatalogueSatelliteJson[] }>(path, { signal });
  return satellites;
}

export function track(noradNumber: number): Promise<TrackedSatelliteJson> {
  return askJson(`${API}/tracked_satellites`, { method: 'POST', body: { norad_number: noradNumber } });
}

export async function untrack(id: number): Promise<void> {
  await askJson(`${API}/tracked_satellites/${id}`, { method: 'DELETE' });
}
