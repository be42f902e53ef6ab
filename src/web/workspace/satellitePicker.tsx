import { ConfirmButton } from '../components/confirmButton.js';
import { Popover } from '../components/popover.js';
import { untrack } from '../data/satellites.js';
import { SatelliteChooser } from '../satellites/satelliteChooser.js';
import { Chip, chipsOf } from './chips.js';
import type { Workspace } from './useWorkspace.js';

/** Most satellites whose passes are listed at a time. */
const MOST = 20;

interface PickerProps {
  workspace: Workspace;
  /** Loads the tracked satellites again. */
  onTracked: () => void;
}

/** Chosen satellites as chips, and a panel to choose others, track them and untrack them. */
export function SatellitePicker({ workspace, onTracked }: PickerProps) {
  const { view, change, tracked, satellites, satellite } = workspace;
  const ids = satellites.map(({ id }) => id);
  const chips = chipsOf(satellites, satellite);
  const left = ids.length - chips.length;
  const set = (satelliteIds: readonly number[], satelliteId = view.satelliteId) =>
    change({
      satelliteIds,
      satelliteId: satelliteId !== undefined && satelliteIds.includes(satelliteId) ? satelliteId : satelliteIds[0],
      centre: undefined,
    });
  const toggle = (id: number) => {
    if (!ids.includes(id)) set([...ids, id].slice(-MOST), id);
    else if (ids.length > 1) set(ids.filter((one) => one !== id));
  };
  return (
    <div class="picker" role="group" aria-label="Satellites">
      {chips.map(({ id, satellite: { name } }) => (
        <Chip
          key={id}
          name={name}
          isShown={id === satellite.id}
          onShow={() => set(ids, id)}
          onRemove={ids.length > 1 ? () => toggle(id) : undefined}
        />
      ))}
      <Popover
        label="Choose satellites"
        summary={
          <>
            <span class="slim">
              {satellite.satellite.name}
              {ids.length > 1 && ` +${ids.length - 1}`}
            </span>
            <span class="wide">{left > 0 ? `${left} more` : '+ Satellite'}</span>
          </>
        }
      >
        <SatelliteChooser
          tracked={tracked}
          chosen={undefined}
          onChoose={(id) => (ids.includes(id) ? set(ids, id) : toggle(id))}
          onTracked={({ id }) => {
            onTracked();
            toggle(id);
          }}
        />
        <ul class="checks">
          {tracked.map(({ id, satellite: { name, norad_number: norad } }) => (
            <li key={id}>
              <label class="check">
                <input type="checkbox" checked={ids.includes(id)} onChange={() => toggle(id)} />
                {name} <span class="hint">{norad}</span>
              </label>
              <ConfirmButton
                text="Untrack"
                label={`Untrack ${name}`}
                class="link"
                title={`Untrack ${name}?`}
                action="Untrack"
                onConfirm={async () => {
                  await untrack(id);
                  set(ids.filter((one) => one !== id));
                  onTracked();
                }}
              >
                <p>Scripts that ask about it by its id {id} are refused from then on.</p>
              </ConfirmButton>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  );
}
