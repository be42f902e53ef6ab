import { useEffect } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { beginEpoch } from '../data/askEpochs.js';
import { countingOf, type SatelliteBands } from '../data/satellites.js';
import { epochAt } from '../data/track.js';
import { wantWorld } from '../map/worldSource.js';
import type { ViewState } from '../viewState.js';

/**
 * Asks for the outlines of the earth, and for the cells of the minute that will be shown first, while the track is under
 * way: on a slow line they come together.
 *
 * @param bands bands of the chosen satellite; its window has the minute
 * @param isFlown whether the track has come, after which the map asks by itself
 */
export function useBeginning(
  { timeMs, band, match }: ViewState,
  satelliteId: number,
  bands: SatelliteBands | undefined,
  isFlown: boolean,
): void {
  useEffect(() => void wantWorld('coarse'), []);
  useEffect(() => {
    if (!bands || isFlown || !countingOf(bands, band).isKnown) return;
    const { window, provenance } = bands;
    const [startMs, endMs] = [provenance.analysis_window.start_time, provenance.analysis_window.end_time].map((text) =>
      Date.parse(text),
    ) as [number, number];
    const epoch = epochAt({ startMs, epochCount: (endMs - startMs) / EPOCH_MS }, timeMs ?? Date.now());
    beginEpoch({ satelliteId, band, match, window }, epoch);
  }, [bands, isFlown]);
}
