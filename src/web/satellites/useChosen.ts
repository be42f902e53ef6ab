import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { useEffect } from 'preact/hooks';
import { listTracked, loadBands, type SatelliteBands } from '../data/satellites.js';
import { loadTrack, type Track } from '../data/track.js';
import { useLoaded, valueOf, type Loaded } from '../data/useLoaded.js';

/** Tracked satellites and the one that the address names, with its bands and track; the first where it names none. */
export function useChosen(
  satelliteId: number | undefined,
  onDefault: (satelliteId: number) => void,
): {
  list: { loaded: Loaded<TrackedSatelliteJson[]>; reload: () => void };
  tracked: TrackedSatelliteJson[] | undefined;
  chosen: TrackedSatelliteJson | undefined;
  bands: { loaded: Loaded<SatelliteBands>; reload: () => void };
  track: { loaded: Loaded<Track>; reload: () => void };
} {
  const list = useLoaded('tracked', listTracked);
  const tracked = valueOf(list.loaded);
  const chosen = tracked?.find(({ id }) => id === satelliteId);
  const chosenId = chosen?.id;
  const bandsKey = chosenId === undefined ? undefined : `bands ${chosenId}`;
  const bands = useLoaded(bandsKey, (signal) => loadBands(chosenId ?? 0, signal));
  const trackKey = chosenId === undefined ? undefined : `track ${chosenId}`;
  const track = useLoaded(trackKey, (signal) => loadTrack(chosenId ?? 0, signal));
  const firstId = tracked?.[0]?.id;
  useEffect(() => {
    if (satelliteId === undefined && firstId !== undefined) onDefault(firstId);
  }, [satelliteId, firstId]);
  return { list, tracked, chosen, bands, track };
}
