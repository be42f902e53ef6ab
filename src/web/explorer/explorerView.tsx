import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { useCallback } from 'preact/hooks';
import { addressFaults } from '../addressFaults.js';
import { Problem } from '../components/problem.js';
import { listStations } from '../data/stations.js';
import { useTold } from '../data/useTold.js';
import { useLoaded, valueOf } from '../data/useLoaded.js';
import { navigate } from '../route.js';
import { ChooseFirst } from '../satellites/chooseFirst.js';
import { SatelliteChooser } from '../satellites/satelliteChooser.js';
import { useChosen } from '../satellites/useChosen.js';
import { readView, writeView, type ChangeView } from '../viewState.js';
import { Explorer } from './explorer.js';

/** Loads the explorer's data: tracked satellites, the chosen one's bands and track, and the stations. */
export function ExplorerView({ query }: { query: URLSearchParams }) {
  const view = readView(query);
  const faults = addressFaults(query);
  const change: ChangeView = useCallback((changes, how) => {
    const current = readView(new URLSearchParams(location.search));
    navigate(`/map${writeView({ ...current, ...changes })}`, how);
  }, []);
  const replace = { replace: true };
  const { list, tracked, chosen, flown, error, reload } = useChosen(view.satelliteId, (id) => {
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
  if (!chosen) return <ChooseFirst list={list} named={query.get('satellite')} chooser={chooser} />;
  return (
    <Explorer
      view={view}
      change={change}
      chooser={chooser}
      chosen={chosen}
      onUntracked={onUntracked}
      stations={valueOf(stations.loaded)}
      flown={flown}
      faults={faults}
      problem={error && <Problem error={error} retry={reload} />}
    />
  );
}
