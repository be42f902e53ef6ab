import { useCallback, useEffect, useRef } from 'preact/hooks';
import { windows } from '../data/client.js';
import { listTracked, loadBands, type SatelliteBands } from '../data/satellites.js';
import { tabs } from '../data/tabs.js';
import { loadTrack, type Track } from '../data/track.js';
import { useLoaded } from '../loading/useLoaded.js';
import { useEvent } from '../loading/useEvent.js';

const EVERY_MS = 600_000;

/**
 * Calls `reload` every ten minutes while the page is visible, and when the page becomes visible again, because a new
 * analysis window opens every day.
 */
function useRefresh(reload: () => void): void {
  const reloadSeen = () => {
    if (document.visibilityState === 'visible') reload();
  };
  useEvent(document, 'visibilitychange', reloadSeen);
  useEffect(() => {
    const timer = setInterval(reloadSeen, EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
}

/**
 * Pause in ms before bands and track of different windows are requested again: the server's processes do not all change
 * to a new window at the same moment.
 */
const DISAGREED_MS = 2_000;

/** Bands and track of a satellite, both of one analysis window. */
export interface Flown {
  bands: SatelliteBands;
  track: Track;
}

/**
 * Loads the tracked satellites (`list`), and bands and track of the one with `satelliteId` (`flown`, once both are of
 * one window). `window`, the identity of the bands' window, is known earlier. Without an id, `onDefault` gets the first
 * satellite's.
 */
export function useChosen(satelliteId: number | undefined, onDefault: (satelliteId: number) => void) {
  const list = useLoaded('tracked', listTracked);
  useEvent(tabs, 'tracked', list.reload);
  const { value: tracked } = list;
  const chosen = tracked?.find(({ id }) => id === satelliteId);
  const chosenId = chosen?.id;
  const keyOf = (what: string) => (chosenId === undefined ? undefined : `${what} ${chosenId}`);
  const bands = useLoaded(keyOf('bands'), (signal) => loadBands(chosenId ?? 0, signal));
  const track = useLoaded(keyOf('track'), (signal) => loadTrack(chosenId ?? 0, signal));
  const firstId = tracked?.[0]?.id;
  useEffect(() => {
    if (satelliteId === undefined && firstId !== undefined) onDefault(firstId);
  }, [satelliteId, firstId]);
  const reload = useCallback(() => {
    bands.reload();
    track.reload();
  }, [bands.reload, track.reload]);
  useRefresh(bands.reload);
  useEvent(windows, 'change', reload);
  const flown = useAgreed(chosenId, bands.value, track.value, reload);
  const error = bands.error ?? track.error;
  return { list, chosen, flown, window: bands.value?.window, error, reload };
}

/**
 * Returns bands and track that belong to one window. While the newest two belong to different windows, it returns the
 * last pair that agreed, and requests both again.
 */
function useAgreed(
  satelliteId: number | undefined,
  bands: SatelliteBands | undefined,
  track: Track | undefined,
  reload: () => void,
): Flown | undefined {
  const held = useRef<Flown & { satelliteId: number | undefined }>();
  const isAgreed = bands !== undefined && bands.window === track?.window;
  if (isAgreed && (held.current?.bands !== bands || held.current.track !== track)) {
    held.current = { satelliteId, bands, track };
  }
  const isSplit = bands !== undefined && track !== undefined && !isAgreed;
  useEffect(() => {
    if (!isSplit) return undefined;
    const timer = setTimeout(reload, DISAGREED_MS);
    return () => clearTimeout(timer);
  }, [isSplit, bands, track]);
  return held.current?.satelliteId === satelliteId ? held.current : undefined;
}
