import { useState } from 'preact/hooks';
import { Field } from '../components/form.js';
import { Link } from '../components/link.js';
import { placeLabel } from '../data/geodetic.js';
import { readCoordinates } from '../data/readCoordinates.js';
import { hasText } from '../data/stations.js';
import { Chip, Popover } from './chips.js';
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
    if (!place) {
      return setWrong("Degrees north, then east: 52.52, 13.405 or 52°31.2'N 13°24.3'E");
    }
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
  return (
    <div class="picker" role="group" aria-label="Stations">
      {place && (
        <Chip name={placeLabel(place)} isShown onShow={() => undefined} onRemove={() => change({ place: undefined })} />
      )}
      {!place &&
        !isAll &&
        receivers.map(({ key, name, station }) => (
          <Chip
            key={key}
            name={name}
            isShown={key === receiver?.key}
            onShow={() => change({ stationId: station?.id, centre: undefined })}
            onRemove={() => station && toggle(station.id)}
          />
        ))}
      <Popover
        label="Choose stations or a place"
        summary={isAll ? `All ${active > 0 ? active : ''} active stations` : '+ Station'}
      >
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
          {shown.map(({ id, name, active: isActive }) => (
            <li key={id}>
              <label class="check">
                <input type="checkbox" checked={!place && stationIds.includes(id)} onChange={() => toggle(id)} />
                {name} {!isActive && <span class="hint">not active</span>}
              </label>
            </li>
          ))}
        </ul>
        <Link href="/stations">Add and change stations</Link>
      </Popover>
    </div>
  );
}
