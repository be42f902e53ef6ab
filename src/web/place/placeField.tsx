import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../components/field.js';
import { placeText, readPlace } from '../viewState.js';
import type { Place } from '../map/healpix.js';

interface PlaceFieldProps {
  place: Place | undefined;
  stationId: number | undefined;
  stations: readonly GroundStationJson[];
  onPlace: (place: Place) => void;
  onStation: (id: number | undefined) => void;
}

/** Field for a place, by coordinates or by station. */
export function PlaceField({ place, stationId, stations, onPlace, onStation }: PlaceFieldProps) {
  const text = place ? placeText(place).replace(',', ', ') : '';
  const [typed, setTyped] = useState(text);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    setTyped(text);
    setWrong(undefined);
  }, [text]);
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readPlace(
      typed.replace(/^\s*(\S+)\s+(\S+)\s*$/, (_all, lat: string, lon: string) => `${lat.replace(/,$/, '')},${lon}`),
    );
    if (read) onPlace(read);
    else setWrong('Degrees north from -90 to 90, then east from -180 to 180: 52.52, 13.405');
  };
  return (
    <div class="place-fields">
      <form class="row tight" onSubmit={submit}>
        <Field
          label="Place: latitude, longitude"
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
          <label for="station">or a station</label>
          <select
            id="station"
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
