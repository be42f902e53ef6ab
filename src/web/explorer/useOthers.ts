import { useMemo } from 'preact/hooks';
import { askBytes, pathWith } from '../data/client.js';
import { useLatest } from '../data/useLatest.js';
import { placesBelow, type Others } from '../map/others.js';

/** Epochs from one request to the next: what lies between is drawn from the nearest. */
const STEP_EPOCHS = 20;
/** Farthest epoch that is drawn from a request, while the next one is under way. */
const FARTHEST_EPOCHS = 30;
const LIMITS = { pauseMs: 500, keeps: 12 };

interface Asked {
  satelliteId: number;
  band: string;
  /** Identity of the window. */
  window: string;
  epochCount: number;
  epoch: number;
  /** False until what matters more is there. */
  isWanted: boolean;
}

/** Places below the other satellites of the band: latitude and longitude in degrees, one after the other. */
export function useOthers({ satelliteId, band, window, epochCount, epoch, isWanted }: Asked): Float32Array | undefined {
  const from = Math.min(STEP_EPOCHS * Math.round(epoch / STEP_EPOCHS), epochCount - 1);
  const load = async (signal: AbortSignal): Promise<Others> => {
    const frequencyBand = band === 'all' ? undefined : band;
    const query = { tracked_satellite_id: satelliteId, frequency_band: frequencyBand, epoch: from };
    return { epoch: from, states: new Int16Array(await askBytes(pathWith('/page/others', query), { signal, window })) };
  };
  // Without them the map is complete: an error of theirs is not told.
  const { held } = useLatest(`${satelliteId} ${band} ${window}`, isWanted ? String(from) : undefined, load, LIMITS);
  const others = held?.value;
  return useMemo(() => {
    if (!others || Math.abs(epoch - others.epoch) > FARTHEST_EPOCHS) return undefined;
    return placesBelow(others, 60 * (epoch - others.epoch));
  }, [others, epoch]);
}
