import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { Field, useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import type { Place } from '../data/geodetic.js';
import { addStation, changeStation, type StationFields } from '../data/stations.js';
import { readPlace } from '../viewState.js';

const FIELDS = [
  ['name', 'Name', {}],
  ['latitude', 'Latitude, degrees north', { inputMode: 'decimal', placeholder: '52.52' }],
  ['longitude', 'Longitude, degrees east', { inputMode: 'decimal', placeholder: '13.405' }],
  ['elevation_meters', 'Height above sea, metres', { inputMode: 'decimal', placeholder: '0' }],
  ['min_elevation_deg', 'Lowest elevation, degrees', { inputMode: 'decimal', placeholder: 'as usual' }],
  ['dish_diameter_m', 'Dish, metres across', { inputMode: 'decimal', placeholder: 'unknown' }],
  [
    'horizon_mask',
    'Horizon mask',
    { rows: 3, hint: 'Hills and houses all round, as azimuth:elevation in degrees, 12 to 72 of them: 0:5; 30:12.5; …' },
  ],
  ['description', 'Description', { rows: 3 }],
] as const;

/** Fields of a station as typed. */
export type Draft = Record<(typeof FIELDS)[number][0], string>;

export function draftOf(station?: GroundStationJson): Draft {
  return {
    name: station?.name ?? '',
    latitude: station?.latitude ?? '',
    longitude: station?.longitude ?? '',
    elevation_meters: String(station?.elevation_meters ?? 0),
    min_elevation_deg: String(station?.min_elevation_deg ?? ''),
    dish_diameter_m: String(station?.dish_diameter_m ?? ''),
    horizon_mask: (station?.horizon_mask ?? []).map((point) => point.join(':')).join('; '),
    description: station?.description ?? '',
  };
}

/** Draft moved to a place that was clicked, rounded to some ten metres, because a click is no more precise. */
export function movedTo(draft: Draft, { latDeg, lonDeg }: Place): Draft {
  return { ...draft, latitude: latDeg.toFixed(4), longitude: lonDeg.toFixed(4) };
}

/** Place of a draft; undefined unless its fields hold coordinates. */
export function placeOfDraft({ latitude, longitude }: Draft): Place | undefined {
  return readPlace(`${decimal(latitude)},${decimal(longitude)}`);
}

/** Typed number with a decimal point for a comma; a comma before exactly three digits stays: it may mean thousands. */
function decimal(text: string): string {
  return text.trim().replace(/^([-+]?\d+),(?!\d{3}$)(\d+)$/, '$1.$2');
}

/** Typed number; null for an empty field. Other text is sent as it is, for the server to refuse. */
function numberOrNull(text: string): number | string | null {
  if (text.trim() === '') return null;
  const value = Number(decimal(text));
  return Number.isFinite(value) ? value : text;
}

/** Points of a typed mask as numbers; null for an empty field. Other points stay text, for the server to refuse. */
function maskOrNull(text: string): (number[] | string)[] | null {
  const points = text.split(/[;\n]/).map((point) => point.trim());
  const given = points.filter((point) => point !== '');
  if (given.length === 0) return null;
  return given.map((point) => {
    const numbers = point.split(/\s*[:,\s]\s*/).map((part) => (part === '' ? NaN : Number(part)));
    return numbers.every((value) => Number.isFinite(value)) ? numbers : point;
  });
}

/** Fields as the API takes them. */
function fieldsOf(draft: Draft): StationFields {
  const description = draft.description.trim();
  return {
    name: draft.name.trim(),
    latitude: decimal(draft.latitude),
    longitude: decimal(draft.longitude),
    elevation_meters: numberOrNull(draft.elevation_meters) ?? 0,
    min_elevation_deg: numberOrNull(draft.min_elevation_deg),
    dish_diameter_m: numberOrNull(draft.dish_diameter_m),
    horizon_mask: maskOrNull(draft.horizon_mask),
    description: description === '' ? null : description,
  };
}

/** Words of the API's rules that mean nothing to a person at a form. */
const OF_PROGRAMS = /, which may be written as text|, without NUL and unpaired surrogates/;

/** Rule that a field breaks, from an error's details; names a point of the mask by its number. Undefined if none. */
function ruleOf(details: Record<string, unknown>, field: string): string | undefined {
  const key = Object.keys(details).find((name) => name === field || name.startsWith(`${field}[`));
  if (key === undefined) return undefined;
  const [, index] = /\[(\d+)\]/.exec(key) ?? [];
  const rule = String(details[key]).replace(OF_PROGRAMS, '');
  return index === undefined ? rule : `point ${Number(index) + 1} ${rule}`;
}

interface StationFormProps {
  /** Station to change; undefined for a new one. */
  station: GroundStationJson | undefined;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onSaved: (station: GroundStationJson) => void;
  onCancel: () => void;
}

/** Form that creates or changes a station. The browser asks for missing fields; the server judges all values. */
export function StationForm({ station, draft, onDraft, onSaved, onCancel }: StationFormProps) {
  const { submit, busy, error } = useSubmit(async () => {
    const fields = fieldsOf(draft);
    onSaved(await (station ? changeStation(station.id, fields) : addStation(fields)));
  });
  const told = error?.details ?? {};
  const named = FIELDS.some(([field]) => ruleOf(told, field) !== undefined);
  return (
    <form class="station-form" onSubmit={submit}>
      <p class="hint">Click the map, or enter the coordinates.</p>
      {FIELDS.map(([field, label, input]) => (
        <Field
          key={field}
          label={label}
          required={field === 'name' || field === 'latitude' || field === 'longitude'}
          autocomplete="off"
          {...input}
          value={draft[field]}
          onValue={(value) => onDraft({ ...draft, [field]: value })}
          error={ruleOf(told, field)}
        />
      ))}
      {error && !named && <Problem error={error} />}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={busy}>
          {station ? 'Save' : 'Add station'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
