import { useEffect, useId, useState } from 'preact/hooks';
import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { Field } from '../components/form.js';
import { type Place, placeText } from '../data/geodetic.js';
import { readCoordinates } from '../data/readCoordinates.js';

interface PlaceFieldProps {
  label?: string;
  place: Place | undefined;
  stationId: number | undefined;
  stations: readonly GroundStationJson[];
  onPlace: (place: Place) => void;
  onStation: (id: number | undefined) => void;
}

/** Station with this name, else the only one whose name begins with the text, else the only one that contains it. */
function stationOf(typed: string, stations: readonly GroundStationJson[]): GroundStationJson | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return undefined;
  for (const isMatch of [
    (name: string) => name === text,
    (name: string) => name.startsWith(text),
    (name: string) => name.includes(text),
  ]) {
    const found = stations.filter(({ name }) => isMatch(name.toLowerCase()));
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** Field for a place, by coordinates or by station. */
export function PlaceField(props: PlaceFieldProps) {
  const { label = "Place: coordinates or a station's name", place, stationId, stations, onPlace, onStation } = props;
  const selectId = useId();
  const text = place ? placeText(place).replace(',', ', ') : '';
  const [typed, setTyped] = useState(text);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    setTyped(text);
    setWrong(undefined);
  }, [text]);
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readCoordinates(typed);
    if (read) return onPlace(read);
    const station = stationOf(typed, stations);
    if (station) return onStation(station.id);
    return setWrong(
      "No station has this name. Coordinates are degrees north, then east: 52.52, 13.405 or 52°31.2'N 13°24.3'E",
    );
  };
  return (
    <div class="place-fields">
      <form class="row tight" onSubmit={submit}>
        <Field
          label={label}
          placeholder="52.52, 13.405"
          inputMode="text"
          autocomplete="off"
          value={typed}
          onValue={setTyped}
          error={wrong}
        />
        <button type="submit">Show</button>
      </form>
      {stations.length > 0 && (
        <div class="field">
          <label for={selectId}>or a station</label>
          <select
            id={selectId}
            value={stationId ?? ''}
            onChange={({ currentTarget: { value } }) => onStation(value === '' ? undefined : Number(value))}
          >
            <option value="">none</option>
            {stations.map(({ id, name, active }) => (
              <option key={id} value={id}>
                {name}
                {active ? '' : ' (inactive)'}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}
