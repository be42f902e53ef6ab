import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { useState } from 'preact/hooks';
import { Confirm } from '../components/confirm.js';
import { Field } from '../components/field.js';
import { useFirst } from '../components/useFirst.js';
import { deleteStation, pinOf } from '../data/stations.js';
import { followInPage, lastSearch } from '../route.js';
import { placeLabel, readView, writeView } from '../viewState.js';

interface StationTableProps {
  stations: readonly GroundStationJson[];
  busyId: number | undefined;
  onEdit: (station: GroundStationJson) => void;
  onActive: (station: GroundStationJson, active: boolean) => void;
  onDeleted: () => void;
}

/** Number of stations from which the table has a search. */
const MANY = 12;

function isMatch(text: string, { name, description }: GroundStationJson): boolean {
  return `${name} ${description ?? ''}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Link to the map of a station, of what was looked at last. */
function hrefOf({ id }: GroundStationJson): string {
  const view = readView(new URLSearchParams(lastSearch()));
  return `/map${writeView({ ...view, stationId: id, place: undefined, centre: undefined })}`;
}

export function StationTable({ stations, busyId, onEdit, onActive, onDeleted }: StationTableProps) {
  const [asked, setAsked] = useState<GroundStationJson>();
  const [text, setText] = useState('');
  const found = stations.filter((station) => isMatch(text, station));
  const { first, more } = useFirst(found);
  return (
    <div class="scroll">
      {(stations.length >= MANY || text !== '') && (
        <div class="row">
          <Field label="Find a station" type="search" autocomplete="off" value={text} onValue={setText} />
        </div>
      )}
      {found.length === 0 && <p class="empty">No station matches.</p>}
      <table class="stacks">
        <caption class="hidden">Ground stations</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Where</th>
            <th scope="col" class="number">
              Height
            </th>
            <th scope="col">Active</th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {first.map((station) => (
            <tr key={station.id}>
              <th scope="row">
                <a href={hrefOf(station)} onClick={followInPage}>
                  {station.name}
                </a>
                {station.description !== null && <div class="hint">{station.description}</div>}
              </th>
              <td data-label="Where">
                <span title={`${station.latitude}, ${station.longitude}`}>{placeLabel(pinOf(station))}</span>
              </td>
              <td class="number" data-label="Height">
                {station.elevation_meters.toLocaleString('en')} m
              </td>
              <td data-label="Active">
                <input
                  type="checkbox"
                  role="switch"
                  aria-label={`${station.name} is active`}
                  checked={station.active}
                  aria-disabled={busyId === station.id}
                  onChange={({ currentTarget }) => onActive(station, currentTarget.checked)}
                />
              </td>
              <td class="end">
                <button type="button" aria-label={`Edit ${station.name}`} onClick={() => onEdit(station)}>
                  Edit
                </button>{' '}
                <button type="button" aria-label={`Delete ${station.name}`} onClick={() => setAsked(station)}>
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
      {asked && (
        <Confirm
          title={`Delete ${asked.name}?`}
          action="Delete station"
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await deleteStation(asked.id);
            onDeleted();
          }}
        >
          <p>To only leave it out of the week overview, deactivate it instead.</p>
        </Confirm>
      )}
    </div>
  );
}
