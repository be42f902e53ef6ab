import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { Field } from '../components/field.js';
import { useSubmit } from '../components/useSubmit.js';
import { addStation, changeStation } from '../data/stations.js';
import { explain } from '../explain.js';
import { type Draft, FIELDS, fieldsOf } from './draft.js';

interface StationFormProps {
  /** Station to change; undefined for a new one. */
  station: GroundStationJson | undefined;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onSaved: (station: GroundStationJson) => void;
  onCancel: () => void;
}

/** Form that creates or changes a station. The server alone judges the fields, so that there is one rule. */
export function StationForm({ station, draft, onDraft, onSaved, onCancel }: StationFormProps) {
  const { submit, busy, error } = useSubmit(async () => {
    const fields = fieldsOf(draft);
    onSaved(await (station ? changeStation(station.id, fields) : addStation(fields)));
  });
  const named = FIELDS.some(([field]) => error?.details[field] !== undefined);
  return (
    <form class="station-form" onSubmit={submit}>
      <p class="hint">Click the map, drag the pin, or enter the coordinates.</p>
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
            onValue={(value) => onDraft({ ...draft, [field]: value })}
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
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
