import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { listStations } from '../data/stations.js';
import { type Loaded, useLoaded } from './useLoaded.js';
import { useTold } from './useRetry.js';

/** Stations of the account, loaded again when another tab has changed one. */
export function useStations(): Loaded<GroundStationJson[]> {
  const stations = useLoaded('stations', listStations);
  useTold('stations', stations.reload);
  return stations;
}
