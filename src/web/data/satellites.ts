import type { BandChoice } from '../../spec.js';
import { API, askJson, pathWith } from './client.js';

export interface TrackedSatellite {
  id: number;
  satellite: { name: string; norad_number: number; orbital_class: string; altitude_km: number; operator: string };
}

/** An entry of the catalogue, whoever tracks it. */
export interface CatalogueSatellite {
  norad_number: number;
  name: string;
  orbital_class: string;
  altitude_km: number;
  tracked_satellite_id: number | null;
}

interface Provenance {
  analysis_window: { id: number; start_time: string; end_time: string; nside: number; minimum_elevation_deg: number };
  satellites: { in_window: number; left_out: Record<string, number> };
  tracked_satellite: {
    minimum_elevation_deg: number;
    downlink: 'known' | 'no known downlink';
    elset: { epoch: string; age_hours: number; generated: boolean };
    not_propagated: { data_points: number; ranges: { start_time: string; end_time: string }[] };
  };
}

/** A tracked satellite in the current window. */
export interface SatelliteBands {
  coverage_analysis_run_id: number;
  frequency_bands: { name: BandChoice; range_ghz?: string }[];
  provenance: Provenance;
}

export async function listTracked(signal: AbortSignal): Promise<TrackedSatellite[]> {
  const path = '/page/tracked_satellites';
  const { tracked_satellites: tracked } = await askJson<{ tracked_satellites: TrackedSatellite[] }>(path, { signal });
  return tracked;
}

export function loadBands(satelliteId: number, signal: AbortSignal): Promise<SatelliteBands> {
  const query = { tracked_satellite_id: satelliteId, include: 'provenance' };
  return askJson(pathWith(`${API}/interference/available_frequency_bands`, query), { signal });
}

export async function searchCatalogue(text: string, signal: AbortSignal): Promise<CatalogueSatellite[]> {
  const path = pathWith('/page/satellites', { search: text });
  const { satellites } = await askJson<{ satellites: CatalogueSatellite[] }>(path, { signal });
  return satellites;
}

export function track(noradNumber: number): Promise<TrackedSatellite> {
  return askJson(`${API}/tracked_satellites`, { method: 'POST', body: { norad_number: noradNumber } });
}

export async function untrack(id: number): Promise<void> {
  await askJson(`${API}/tracked_satellites/${id}`, { method: 'DELETE' });
}
