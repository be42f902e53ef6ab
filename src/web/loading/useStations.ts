import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { listStations } from '../data/stations.js';
import { tabs } from '../data/tabs.js';
import { useEvent } from './useEvent.js';
import { type Loaded, useLoaded } from './useLoaded.js';

/** Stations of the account, loaded again when another tab has changed one. */
export function useStations(): Loaded<GroundStationJson[]> {
  const stations = useLoaded('stations', listStations);
  useEvent(tabs, 'stations', stations.reload);
  return stations;
}
