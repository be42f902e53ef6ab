import type { AvailableBandsJson } from '../../http/schemas/interference.js';
import type { ProvenanceJson } from '../../http/schemas/provenance.js';
import type { CatalogueSatelliteJson, TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import type { BandChoice } from '../../spec.js';
import { API, ask, askJson, dataOf, windowOf } from './client.js';
import { change } from './tabs.js';

/** Bands and provenance of a tracked satellite in the current window. */
export type SatelliteBands = AvailableBandsJson & {
  provenance: ProvenanceJson;
  /** Identity of the window. */
  window: string;
};

/** Conditions under which a satellite's interference is counted. */
export interface Counting {
  /** Elevation in degrees from which the satellite is in view. */
  minElevationDeg: number;
  /** Whether the satellite is known to transmit in the band; if not, there are no counts for it. */
  isKnown: boolean;
}

export function countingOf({ provenance, frequency_bands: bands }: SatelliteBands, band: BandChoice): Counting {
  const { tracked_satellite: own } = provenance;
  return {
    minElevationDeg: own.minimum_elevation_deg,
    isKnown: own.downlink === 'known' && bands.some(({ name }) => name === band),
  };
}

/** Age in ms up to which the list of tracked satellites that came with the session is used. */
const FRESH_MS = 5000;
let kept: { tracked: TrackedSatelliteJson[]; atMs: number } | undefined;

/** Keeps the tracked satellites that came with the session, so that the first view need not request them. */
export function keepTracked(tracked: TrackedSatelliteJson[]): void {
  kept = { tracked, atMs: performance.now() };
}

export async function listTracked(signal: AbortSignal): Promise<TrackedSatelliteJson[]> {
  const before = kept;
  kept = undefined;
  if (before && performance.now() - before.atMs < FRESH_MS) return before.tracked;
  const path = '/page/tracked_satellites';
  const { tracked_satellites: tracked } = await askJson<{ tracked_satellites: TrackedSatelliteJson[] }>(path, {
    signal,
  });
  return tracked;
}

export async function loadBands(satelliteId: number, signal: AbortSignal): Promise<SatelliteBands> {
  const query = { tracked_satellite_id: satelliteId, include: 'provenance' };
  const response = await ask(`${API}/interference/available_frequency_bands`, { query, signal });
  return { ...(await dataOf<Omit<SatelliteBands, 'window'>>(response)), window: windowOf(response) };
}

/** Result of a search in the catalogue. */
export interface FoundJson {
  satellites: CatalogueSatelliteJson[];
  has_more: boolean;
}

export function searchCatalogue(text: string, signal: AbortSignal): Promise<FoundJson> {
  return askJson('/page/satellites', { query: { search: text }, signal });
}

export function track(noradNumber: number): Promise<TrackedSatelliteJson> {
  return change('tracked', `${API}/tracked_satellites`, { method: 'POST', body: { norad_number: noradNumber } });
}

export function untrack(id: number): Promise<void> {
  return change('tracked', `${API}/tracked_satellites/${id}`, { method: 'DELETE' });
}
