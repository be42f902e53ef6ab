import { useMemo, useRef, useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { CallButton } from '../call/callButton.js';
import { Pending } from '../components/problem.js';
import { Sheet } from '../components/sheet.js';
import { type Place, placeLabel } from '../data/geodetic.js';
import { pinOf } from '../data/stations.js';
import { MapPanel } from '../map/mapPanel.js';
import { useStations } from '../loading/useStations.js';
import type { Pin } from '../map/clusters.js';
import type { HoveredPlace } from '../map/map.js';
import type { Viewport } from '../map/projection.js';
import { lastSearch } from '../route.js';
import { readView } from '../viewState.js';
import { ImportForm } from './importForm.js';
import { type Draft, draftOf, movedTo, placeOfDraft, StationForm } from './stationForm.js';
import { StationList } from './stationList.js';

const CALLS = [{ title: 'The stations', path: '/ground_stations', query: {} }];
const NONE: readonly GroundStationJson[] = [];
/** Least magnification of the map when a station is chosen in the list. */
const NEAR = 3;
/** Most names that the map's label lists of the stations under the pointer. */
const NAMED = 3;

/** Content of the open sheet: the form of a station (a new one if `station` is undefined), or the import. */
type Open = { what: 'form'; station: GroundStationJson | undefined; draft: Draft } | { what: 'import' };

/** Text about the place or the stations under the pointer. */
function hoveredText({ latDeg, lonDeg, stationIds }: HoveredPlace, pins: readonly Pin[]): string {
  const names = stationIds.map((id) => pins.find((pin) => pin.id === id)?.name ?? '');
  if (names.length === 0) return placeLabel({ latDeg, lonDeg });
  if (names.length <= NAMED) return names.join(', ');
  return `${names.length} stations: ${names.slice(0, NAMED).join(', ')}, …`;
}

export function StationsView() {
  const loaded = useStations();
  const { value: stations, reload } = loaded;
  const [open, setOpen] = useState<Open>();
  const [chosenId, setChosenId] = useState(() => readView(new URLSearchParams(lastSearch())).stationId);
  const [here, setHere] = useState<readonly number[]>();
  const [centre, setCentre] = useState<Viewport>();
  const [hovered, setHovered] = useState<HoveredPlace>();
  const [saved, setSaved] = useState('');
  /** Draft of a new station, which stays when the sheet is closed. So does `text`, the lines of a file to import. */
  const kept = useRef(draftOf());
  const [text, setText] = useState('');
  const pins = useMemo(() => (stations ?? NONE).map(pinOf), [stations]);
  /** Stations of the first answer, all of which the first view of the map contains. */
  const first = useRef<readonly Pin[]>();
  if (stations) first.current ??= pins;
  const chosen = stations?.find(({ id }) => id === chosenId);

  const close = () => setOpen(undefined);
  const openForm = (station: GroundStationJson | undefined, draft = station ? draftOf(station) : kept.current) => {
    setSaved('');
    if (station) setChosenId(station.id);
    setOpen({ what: 'form', station, draft });
  };
  const onDraft = (draft: Draft) => {
    if (open?.what !== 'form') return;
    if (!open.station) kept.current = draft;
    setOpen({ ...open, draft });
  };
  const choose = (station: GroundStationJson | undefined) => {
    setChosenId(station?.id);
    if (!station) return;
    const { latDeg, lonDeg } = pinOf(station);
    setCentre((before) => ({ latDeg, lonDeg, zoom: Math.max(NEAR, before?.zoom ?? NEAR) }));
  };
  const onPick = (place: Place, ids: readonly number[]) => {
    const [id] = ids;
    if (open?.what === 'form') return onDraft(movedTo(open.draft, place));
    setHere(ids.length > 1 ? ids : undefined);
    if (id !== undefined) return setChosenId(id);
    return openForm(undefined, movedTo(kept.current, place));
  };
  const onSaved = (station: GroundStationJson) => {
    if (open?.what === 'form' && !open.station) kept.current = draftOf();
    setOpen(undefined);
    setChosenId(station.id);
    setSaved(`${station.name} is saved.`);
    reload();
  };
  const active = stations?.filter((station) => station.active).length ?? 0;
  return (
    <main id="content" class={`stations ${open ? 'with-sheet' : ''}`}>
      <div class="map-frame">
        <MapPanel
          label="Map of the stations"
          projection="flat"
          stations={pins}
          chosen={chosenId}
          place={open?.what === 'form' ? placeOfDraft(open.draft) : chosen && pinOf(chosen)}
          {...(first.current && { fitted: first.current })}
          centre={centre}
          onPick={onPick}
          onHover={setHovered}
          onView={setCentre}
        />
        <p class="hovered">{hovered && hoveredText(hovered, pins)}</p>
      </div>
      <div class="station-side">
        <div class="split">
          <h1>Stations</h1>
          {stations && stations.length > 0 && (
            <span class="hint">
              {active} of {stations.length} active
            </span>
          )}
        </div>
        <div class="choices">
          <button type="button" class="primary" onClick={() => openForm(undefined)}>
            New station
          </button>
          <button type="button" onClick={() => setOpen({ what: 'import' })}>
            Import…
          </button>
          <CallButton calls={() => CALLS} />
        </div>
        <p class="done" role="status">
          {saved}
        </p>
        <Pending loaded={loaded} what="the stations" />
        {stations?.length === 0 && (
          <p class="empty">No stations yet. Click the map and name the place to add one, or import a file of them.</p>
        )}
        {stations && stations.length > 0 && (
          <StationList
            stations={stations}
            chosenId={chosenId}
            here={here}
            onChoose={choose}
            onEverywhere={() => setHere(undefined)}
            onEdit={openForm}
            onChanged={reload}
          />
        )}
      </div>
      {open?.what === 'form' && (
        <Sheet
          key={open.station?.id ?? 'new'}
          title={open.station ? `Change ${open.station.name}` : 'New station'}
          onClose={close}
        >
          <StationForm station={open.station} draft={open.draft} onDraft={onDraft} onSaved={onSaved} onCancel={close} />
        </Sheet>
      )}
      {open?.what === 'import' && (
        <Sheet key="import" title="Import stations" onClose={close}>
          <ImportForm text={text} onText={setText} onAdded={reload} />
        </Sheet>
      )}
    </main>
  );
}
