import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import type { ComponentChildren } from 'preact';
import { Problem, Waiting } from '../components/problem.js';
import { errorOf, valueOf, type Loaded } from '../data/useLoaded.js';

interface ChooseFirstProps {
  list: { loaded: Loaded<TrackedSatelliteJson[]>; reload: () => void };
  /** Satellite in the address; null without one. */
  named: string | null;
  chooser: ComponentChildren;
}

/** Content of a view about a satellite while there is none to show. */
export function ChooseFirst({ list: { loaded, reload }, named, chooser }: ChooseFirstProps) {
  const tracked = valueOf(loaded);
  const error = errorOf(loaded);
  return (
    <main id="content" class="page narrow">
      {error && <Problem error={error} retry={reload} />}
      {!tracked && !error && <Waiting for="the satellites" />}
      {tracked && (tracked.length === 0 || named !== null) && (
        <>
          <h1>Choose a satellite</h1>
          {tracked.length === 0 ? (
            <p class="hint">You are not tracking any satellite yet. Search the catalogue to track one.</p>
          ) : (
            <p class="note">
              This account does not track a satellite “{named}”, which the address names. Choose another one.
            </p>
          )}
          {chooser}
        </>
      )}
    </main>
  );
}
