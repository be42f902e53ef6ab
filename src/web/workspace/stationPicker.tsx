import { useState } from 'preact/hooks';
import { Field } from '../components/form.js';
import { Link } from '../components/link.js';
import { Popover } from '../components/popover.js';
import { placeLabel } from '../data/geodetic.js';
import { COORDINATES_HINT, readCoordinates } from '../data/readCoordinates.js';
import { hasText, pinOf } from '../data/stations.js';
import { Chip, chipsOf } from './chips.js';
import type { Workspace } from './useWorkspace.js';

/** Number of stations from which the panel has a search. */
const MANY = 8;

/** Field for a place in lieu of stations. */
function PlaceForm({ workspace: { view, change } }: { workspace: Workspace }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    const place = readCoordinates(typed);
    if (!place) return setWrong(COORDINATES_HINT);
    setWrong(undefined);
    const centre = { latDeg: place.latDeg, lonDeg: place.lonDeg, zoom: view.centre?.zoom ?? 1 };
    return change({ place, stationId: undefined, centre });
  };
  return (
    <form class="row tight" onSubmit={submit}>
      <Field
        label="A place in lieu of stations"
        placeholder="52.52, 13.405"
        autocomplete="off"
        value={typed}
        onValue={setTyped}
        error={wrong}
      />
      <button type="submit">Show</button>
    </form>
  );
}

/** Chosen stations, or the place, as chips, and a panel to choose others. */
export function StationPicker({ workspace }: { workspace: Workspace }) {
  const { view, change, stations, receivers, receiver } = workspace;
  const [text, setText] = useState('');
  const { place, stationIds } = view;
  const active = stations.filter((station) => station.active).length;
  const choose = (ids: readonly number[], stationId = view.stationId) =>
    change({
      stationIds: ids,
      place: undefined,
      stationId: ids.length === 0 || (stationId !== undefined && ids.includes(stationId)) ? stationId : ids[0],
    });
  const toggle = (id: number) =>
    stationIds.includes(id) ? choose(stationIds.filter((one) => one !== id)) : choose([...stationIds, id], id);
  const isAll = !place && stationIds.length === 0;
  const shown = stations.filter((station) => hasText(station, text));
  const chips = chipsOf(receivers, receiver);
  const left = receivers.length - chips.length;
  const all = ['No active station', '1 active station'][active] ?? `All ${active} active stations`;
  const first = place ? placeLabel(place) : (receiver?.name ?? 'No station');
  const summary = (
    <>
      <span class="slim">{isAll ? `${active} ${active === 1 ? 'station' : 'stations'}` : first}</span>
      <span class="wide">{isAll ? all : left > 0 ? `${left} more` : '+ Station'}</span>
    </>
  );
  return (
    <div class="picker" role="group" aria-label="Stations">
      {place && (
        <Chip name={placeLabel(place)} isShown onShow={() => undefined} onRemove={() => change({ place: undefined })} />
      )}
      {!place &&
        !isAll &&
        chips.map(({ key, name, station }) => (
          <Chip
            key={key}
            name={name}
            isShown={key === receiver?.key}
            onShow={() => change({ stationId: station?.id, centre: undefined })}
            onRemove={() => station && toggle(station.id)}
          />
        ))}
      <Popover label="Choose stations or a place" summary={summary}>
        <PlaceForm workspace={workspace} />
        {stations.length >= MANY && (
          <Field label="Find a station" type="search" autocomplete="off" value={text} onValue={setText} />
        )}
        <ul class="checks">
          <li>
            <label class="check">
              <input type="checkbox" checked={isAll} onChange={() => choose([])} />
              All active stations
            </label>
          </li>
          {shown.map((station) => {
            const { id, name, active: isActive } = station;
            return (
              <li key={id}>
                <label class="check">
                  <input type="checkbox" checked={!place && stationIds.includes(id)} onChange={() => toggle(id)} />
                  {name} <span class="hint">{isActive ? placeLabel(pinOf(station), 1) : 'not active'}</span>
                </label>
              </li>
            );
          })}
        </ul>
        <Link href="/stations">Add and change stations</Link>
      </Popover>
    </div>
  );
}
