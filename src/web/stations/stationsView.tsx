import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { useMemo, useRef, useState } from 'preact/hooks';
import { CallButton } from '../call/callButton.js';
import { Problem, Waiting } from '../components/problem.js';
import { changeStation, listStations, pinOf } from '../data/stations.js';
import { errorOf, useLoaded, valueOf } from '../data/useLoaded.js';
import { useTold } from '../data/useTold.js';
import { pageErrorOf, type PageError } from '../data/client.js';
import { MapPanel } from '../explorer/mapPanel.js';
import { StationForm } from './stationForm.js';
import { StationTable } from './stationTable.js';
import type { Place } from '../map/healpix.js';

const CALLS = [{ title: 'The stations', path: '/ground_stations', query: {}, enveloped: true }];

export function StationsView() {
  const { loaded, reload } = useLoaded('stations', listStations);
  useTold('stations', reload);
  const stations = valueOf(loaded);
  const failure = errorOf(loaded);
  const [edited, setEdited] = useState<GroundStationJson>();
  const [picked, setPicked] = useState<Place>();
  const [saved, setSaved] = useState('');
  const [busyId, setBusyId] = useState<number>();
  const [refused, setRefused] = useState<PageError>();
  const pins = useMemo(() => (stations ?? []).map(pinOf), [stations]);
  /** Element that an edit began from, which gets the focus back. */
  const from = useRef<Element | null>(null);
  const edit = (station: GroundStationJson | undefined) => {
    if (station) from.current = document.activeElement;
    else if (edited && from.current instanceof HTMLElement) from.current.focus();
    setEdited(station);
    setPicked(undefined);
  };
  const onActive = (station: GroundStationJson, active: boolean) => {
    setBusyId(station.id);
    setRefused(undefined);
    changeStation(station.id, { active })
      .catch((error: unknown) => setRefused(pageErrorOf(error)))
      .finally(() => {
        setBusyId(undefined);
        reload();
      });
  };
  return (
    <main id="content" class="page stations">
      <div class="split">
        <h1>Stations</h1>
        <CallButton calls={() => CALLS} />
      </div>
      {failure && <Problem error={failure} retry={reload} />}
      {refused && <Problem error={refused} />}
      <div class="beside">
        <div class="map-frame">
          <MapPanel
            label="Map of the stations"
            projection="flat"
            stations={pins}
            place={picked ?? (edited && pinOf(edited))}
            onPick={(place, [stationId]) => {
              const station = stations?.find(({ id }) => id === stationId);
              if (station) edit(station);
              else setPicked(place);
            }}
          />
        </div>
        <StationForm
          key={edited?.id ?? 'new'}
          station={edited}
          picked={picked}
          onSaved={(station) => {
            edit(undefined);
            setSaved(`${station.name} is saved.`);
            reload();
          }}
          onCancel={() => edit(undefined)}
        />
      </div>
      <p class="done" role="status">
        {saved}
      </p>
      {!stations && !failure && <Waiting for="the stations" />}
      {stations?.length === 0 && <p class="empty">No stations yet. Click the map and name the place to add one.</p>}
      {stations && stations.length > 0 && (
        <StationTable stations={stations} busyId={busyId} onEdit={edit} onActive={onActive} onDeleted={reload} />
      )}
    </main>
  );
}
