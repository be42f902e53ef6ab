import { useEffect, useState } from 'preact/hooks';
import { SEPARATION_DEG } from '../../spec.js';
import { Field, useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { closePopover, Popover } from '../components/popover.js';
import { degText } from '../data/interferer.js';
import { changeStation } from '../data/stations.js';
import type { Workspace } from './useWorkspace.js';

/**
 * Field of the beam, within which others count as encounters. The bar shows its width, in amber while it is assumed.
 * Its panel takes a width, or the dish diameter of the shown station.
 */
export function BeamField({ workspace, onStation }: { workspace: Workspace; onStation: () => void }) {
  const { view, change, pass, receiver } = workspace;
  const station = receiver?.station;
  const [width, setWidth] = useState('');
  const [dish, setDish] = useState('');
  const known = station?.dish_diameter_m;
  useEffect(() => setDish(known === undefined ? '' : String(known)), [station?.id, known]);
  useEffect(() => setWidth(view.beamDeg === undefined ? '' : String(view.beamDeg)), [view.beamDeg]);
  const beam = pass?.beam ?? { deg: view.beamDeg ?? SEPARATION_DEG.default, source: 'default' as const };
  const isAssumed = view.beamDeg === undefined && beam.source === 'default';
  const { submit, busy, error } = useSubmit(async () => {
    if (!station) return;
    await changeStation(station.id, { dish_diameter_m: dish === '' ? null : Number(dish) });
    change({ beamDeg: undefined }, { replace: true });
    onStation();
    closePopover();
  });
  const setBeam = (event: Event) => {
    event.preventDefault();
    closePopover();
    change({ beamDeg: width === '' ? undefined : Number(width) }, { replace: true });
  };
  const source = isAssumed ? ' assumed' : view.beamDeg === undefined ? ' by the dish' : '';
  return (
    <Popover
      label={`Beam: ${degText(beam.deg)}${source}`}
      class={isAssumed ? 'assumed' : ''}
      summary={
        <span>
          Beam {degText(beam.deg)}
          <span class="wide">{source}</span>
        </span>
      }
    >
      <p class="hint">
        Whoever stands nearer to your satellite than this, seen from the station, is in your beam. A dish tells it at
        the lowest frequency of the band.
      </p>
      <form class="row tight" onSubmit={setBeam}>
        <Field
          label="Degrees from its middle; empty: by the dish"
          type="number"
          step="any"
          min={SEPARATION_DEG.low}
          max={SEPARATION_DEG.high}
          value={width}
          onValue={setWidth}
        />
        <button type="submit">Set</button>
      </form>
      {station && (
        <form class="row tight" onSubmit={submit}>
          <Field
            label={`Dish of ${station.name}, metres across`}
            type="number"
            step="any"
            value={dish}
            onValue={setDish}
            error={error?.details['dish_diameter_m']}
          />
          <button type="submit" aria-disabled={busy}>
            Save
          </button>
        </form>
      )}
      {error && error.details['dish_diameter_m'] === undefined && <Problem error={error} />}
    </Popover>
  );
}
