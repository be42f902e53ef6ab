import { useState } from 'preact/hooks';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { Confirm } from '../components/dialog.js';
import { untrack } from '../data/satellites.js';

export function UntrackButton({ chosen, onUntracked }: { chosen: TrackedSatelliteJson; onUntracked: () => void }) {
  const [asked, setAsked] = useState(false);
  const { name } = chosen.satellite;
  return (
    <>
      <button type="button" class="link" onClick={() => setAsked(true)}>
        Untrack
      </button>
      {asked && (
        <Confirm
          title={`Untrack ${name}?`}
          action="Untrack"
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            await untrack(chosen.id);
            onUntracked();
          }}
        >
          <p>
            Scripts that ask about it by its id {chosen.id} are refused from then on. It can be tracked again, under
            another id.
          </p>
        </Confirm>
      )}
    </>
  );
}
