import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../components/field.js';
import { useSubmit } from '../components/useSubmit.js';
import { addStation, changeStation } from '../data/stations.js';
import { explain } from '../explain.js';
import type { Place } from '../map/healpix.js';

interface StationFormProps {
  /** Station to change; undefined for a new one. */
  station: GroundStationJson | undefined;
  /** Place clicked last on the map. */
  picked: Place | undefined;
  onSaved: (station: GroundStationJson) => void;
  onCancel: () => void;
}

const FIELDS = [
  ['name', 'Name', {}],
  ['latitude', 'Latitude, degrees north', { inputMode: 'decimal', placeholder: '52.52' }],
  ['longitude', 'Longitude, degrees east', { inputMode: 'decimal', placeholder: '13.405' }],
  ['elevation_meters', 'Height above sea level, m', { inputMode: 'decimal', placeholder: '0' }],
  ['min_elevation_deg', 'Lowest elevation, degrees', { inputMode: 'decimal', placeholder: 'as in the window' }],
  ['dish_diameter_m', 'Dish diameter, m', { inputMode: 'decimal' }],
  ['description', 'Description', {}],
] as const;

type Draft = Record<(typeof FIELDS)[number][0], string>;

function draftOf(station: GroundStationJson | undefined): Draft {
  return {
    name: station?.name ?? '',
    latitude: station?.latitude ?? '',
    longitude: station?.longitude ?? '',
    elevation_meters: String(station?.elevation_meters ?? 0),
    min_elevation_deg: String(station?.min_elevation_deg ?? ''),
    dish_diameter_m: String(station?.dish_diameter_m ?? ''),
    description: station?.description ?? '',
  };
}

/** Number that was typed; null where nothing was. What is no number is sent as it is, for the server to refuse. */
function numberOrNull(text: string): number | string | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** Form that creates or changes a station. The server alone judges the fields, so that there is one rule. */
export function StationForm({ station, picked, onSaved, onCancel }: StationFormProps) {
  const [draft, setDraft] = useState(() => draftOf(station));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!station) return;
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!picked) return;
    setDraft((before) => ({ ...before, latitude: picked.latDeg.toFixed(4), longitude: picked.lonDeg.toFixed(4) }));
  }, [picked]);
  const { submit, busy, error } = useSubmit(async () => {
    const { name, latitude, longitude, description } = draft;
    const elevation = draft.elevation_meters.trim();
    const fields = {
      name: name.trim(),
      latitude: latitude.trim(),
      longitude: longitude.trim(),
      elevation_meters: elevation === '' ? 0 : Number(elevation),
      min_elevation_deg: numberOrNull(draft.min_elevation_deg),
      dish_diameter_m: numberOrNull(draft.dish_diameter_m),
      description: description.trim() === '' ? null : description.trim(),
    };
    onSaved(await (station ? changeStation(station.id, fields) : addStation(fields)));
    setDraft(draftOf(undefined));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && station) onCancel();
  };
  const named = FIELDS.some(([field]) => error?.details[field] !== undefined);
  return (
    <form ref={form} class="card station-form" onSubmit={submit} onKeyDown={onKeyDown} aria-labelledby="station-form">
      <h2 id="station-form">{station ? `Change ${station.name}` : 'New station'}</h2>
      <p class="hint">Click the map or enter the coordinates.</p>
      {FIELDS.map(([field, label, input]) => {
        const wrong = error?.details[field];
        return (
          <Field
            key={field}
            label={label}
            required={field === 'name' || field === 'latitude' || field === 'longitude'}
            autocomplete="off"
            {...input}
            value={draft[field]}
            onValue={(value) => setDraft({ ...draft, [field]: value })}
            error={typeof wrong === 'string' ? wrong : undefined}
          />
        );
      })}
      {error && !named && (
        <p class="problem" role="alert">
          {explain(error).happened} {explain(error).toDo}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={busy}>
          {station ? 'Save' : 'Add station'}
        </button>
        {station && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
