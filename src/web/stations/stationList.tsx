import { useEffect, useMemo, useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { ConfirmButton } from '../components/confirmButton.js';
import { type Column, DataTable } from '../components/dataTable.js';
import { Facts } from '../components/facts.js';
import { Field } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { type PageError, pageErrorOf } from '../data/client.js';
import { placeLabel } from '../data/geodetic.js';
import { changeStation, deleteStation, hasText, pinOf } from '../data/stations.js';
import { Link } from '../components/link.js';
import { lastSearch } from '../route.js';
import { readView, writeView } from '../viewState.js';

interface StationListProps {
  stations: readonly GroundStationJson[];
  /** Id of the chosen station. */
  chosenId: number | undefined;
  /** Ids of the stations at one point of the map, to which the list is limited; undefined: all. */
  here: readonly number[] | undefined;
  onChoose: (station: GroundStationJson | undefined) => void;
  onEverywhere: () => void;
  onEdit: (station: GroundStationJson) => void;
  /** Called after a station was made active or inactive (also if that failed), or deleted. */
  onChanged: () => void;
}

/** Number of stations from which the list has a search. */
const MANY = 8;

/** Address of the workspace with a station, and with the satellites and settings shown before. */
function hrefOf({ id }: GroundStationJson): string {
  const view = readView(new URLSearchParams(lastSearch()));
  return `/${writeView({ ...view, stationIds: [], stationId: id, place: undefined, centre: undefined })}`;
}

interface StationProps {
  station: GroundStationJson;
  onChanged: () => void;
}

/** Facts of the chosen station, and actions on it. */
function Details({ station, onChanged }: StationProps) {
  const { name, description, elevation_meters: height, min_elevation_deg: minDeg, dish_diameter_m: dishM } = station;
  const highest = Math.max(...(station.horizon_mask ?? []).map(([, deg = 0]) => deg));
  const facts = [
    ['Where', `${station.latitude}, ${station.longitude}`],
    ['Height', `${height.toLocaleString('en')} m`],
    ['Sees', minDeg === undefined ? 'from the usual elevation' : `from ${minDeg}° up`],
    ['Horizon', highest < 0 ? 'no mask' : `mask up to ${highest}°`],
    ['Dish', dishM === undefined ? 'unknown' : `${dishM} m`],
  ] as const;
  return (
    <>
      {description !== null && <p class="description">{description}</p>}
      <Facts class="facts small" of={facts} />
      <div class="actions">
        <Link class="button" href={hrefOf(station)} aria-label={`Its passes, over ${name}`}>
          Its passes
        </Link>
        <ConfirmButton
          text="Delete"
          label={`Delete ${name}`}
          class="danger"
          title={`Delete ${name}?`}
          action="Delete station"
          onConfirm={() => deleteStation(station.id).then(onChanged)}
        >
          <p>This cannot be undone. To only leave its passes out of the list, make it inactive instead.</p>
        </ConfirmButton>
      </div>
    </>
  );
}

/** Stations beside the map; the chosen one shows its facts and actions. */
export function StationList(props: StationListProps) {
  const { stations, chosenId, here, onChoose, onEverywhere, onEdit, onChanged } = props;
  const [text, setText] = useState('');
  const found = useMemo(
    () => stations.filter((station) => hasText(station, text) && (!here || here.includes(station.id))),
    [stations, text, here],
  );
  const at = found.findIndex(({ id }) => id === chosenId);
  useEffect(() => {
    if (chosenId === undefined) return;
    // A station chosen on the map is listed even if the search does not find it.
    if (at === -1) setText('');
    else document.querySelector('tr.chosen')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId, at === -1]);
  const [error, setError] = useState<PageError>();
  const setActive = (id: number, active: boolean) => {
    setError(undefined);
    changeStation(id, { active })
      .catch((reason: unknown) => setError(pageErrorOf(reason)))
      .finally(onChanged);
  };
  const columns: Column<GroundStationJson>[] = [
    {
      key: 'name',
      head: 'Name',
      isHead: true,
      cell: (station) => {
        const isChosen = station.id === chosenId;
        return (
          <>
            <button
              type="button"
              class="name cut"
              title={station.name}
              aria-expanded={isChosen}
              onClick={() => onChoose(isChosen ? undefined : station)}
            >
              {station.name}
            </button>
            {isChosen ? (
              <Details station={station} onChanged={onChanged} />
            ) : (
              <span class="hint small cut" title={station.description ?? undefined}>
                {placeLabel(pinOf(station))}
                {station.description !== null && ` · ${station.description}`}
              </span>
            )}
          </>
        );
      },
    },
    {
      key: 'active',
      head: 'Active',
      cell: ({ id, name, active }) => (
        <input
          type="checkbox"
          role="switch"
          aria-label={`${name} is active`}
          title={active ? 'Active: its passes are listed' : 'Not active: its passes are not listed'}
          checked={active}
          onChange={({ currentTarget }) => setActive(id, currentTarget.checked)}
        />
      ),
    },
    {
      key: 'act',
      head: <span class="hidden">Actions</span>,
      class: 'end',
      cell: (station) => (
        <button type="button" class="quiet" aria-label={`Edit ${station.name}`} onClick={() => onEdit(station)}>
          Edit
        </button>
      ),
    },
  ];
  return (
    <>
      {(stations.length >= MANY || text !== '') && (
        <Field label="Find a station" type="search" autocomplete="off" value={text} onValue={setText} />
      )}
      {here && (
        <p>
          {here.length} stations at this point of the map{' '}
          <button type="button" class="link" onClick={onEverywhere}>
            Show all
          </button>
        </p>
      )}
      {found.length === 0 && <p class="empty">No station matches.</p>}
      {error && <Problem error={error} />}
      <DataTable
        class="station-list"
        caption="Ground stations"
        columns={columns}
        rows={found}
        least={at + 1}
        keyOf={({ id }) => id}
        rowProps={({ id }) => ({ class: id === chosenId ? 'chosen' : undefined })}
      />
    </>
  );
}
