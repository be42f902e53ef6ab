import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import type { ComponentChildren, VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import { addressFaults, type AddressFault } from '../addressFaults.js';
import { Problem } from '../components/problem.js';
import type { SatelliteBands } from '../data/satellites.js';
import { listStations } from '../data/stations.js';
import { useLoaded, valueOf } from '../data/useLoaded.js';
import { useTold } from '../data/useTold.js';
import { navigate } from '../route.js';
import { readView, writeView, type ChangeView, type ViewState } from '../viewState.js';
import { ChooseFirst } from './chooseFirst.js';
import { SatelliteChooser } from './satelliteChooser.js';
import { type Flown, useChosen } from './useChosen.js';

/** What a view of a satellite over places shows. */
export interface Subject {
  view: ViewState;
  change: ChangeView;
  chooser: VNode;
  chosen: TrackedSatelliteJson;
  onUntracked: () => void;
  /** Undefined until they are loaded. */
  stations: readonly GroundStationJson[] | undefined;
  /** Bands, which may come before the track; undefined until they have. */
  bands: SatelliteBands | undefined;
  /** Undefined until it is loaded. */
  flown: Flown | undefined;
  /** Parts of the address that cannot be read. */
  faults: readonly AddressFault[];
  problem: ComponentChildren;
}

/** Loads tracked satellites, the chosen one's bands and track, and the stations; until a satellite is chosen, what to show instead. */
export function useSubject(path: string, query: URLSearchParams): Subject | { instead: VNode } {
  const view = readView(query);
  const faults = addressFaults(query);
  const change: ChangeView = useCallback(
    (changes, how) => {
      const current = readView(new URLSearchParams(location.search));
      navigate(`${path}${writeView({ ...current, ...changes })}`, how);
    },
    [path],
  );
  const replace = { replace: true };
  const { list, tracked, chosen, bands, flown, error, reload } = useChosen(view.satelliteId, (id) => {
    if (!query.has('satellite')) change({ satelliteId: id }, replace);
  });
  const stations = useLoaded('stations', listStations);
  useTold('stations', stations.reload);

  const choose = (satelliteId: number) => change({ satelliteId, centre: undefined });
  const onTracked = (satellite: TrackedSatelliteJson) => {
    list.reload();
    choose(satellite.id);
  };
  const onUntracked = () => {
    change({ satelliteId: undefined }, replace);
    list.reload();
  };
  const chooser = <SatelliteChooser tracked={tracked ?? []} chosen={chosen} onChoose={choose} onTracked={onTracked} />;
  if (!chosen) return { instead: <ChooseFirst list={list} named={query.get('satellite')} chooser={chooser} /> };
  const problem = error && <Problem error={error} retry={reload} />;
  const own = { chosen, bands, flown, onUntracked, stations: valueOf(stations.loaded) };
  return { view, change, chooser, ...own, faults, problem };
}
