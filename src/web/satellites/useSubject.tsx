import type { ComponentChildren, VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { Pending, Problem } from '../components/problem.js';
import type { Loaded } from '../loading/useLoaded.js';
import { navigate } from '../route.js';
import { type ChangeView, readView, type ViewState, writeView } from '../viewState.js';
import { SatelliteChooser } from './satelliteChooser.js';
import { type Flown, useChosen } from './useChosen.js';

interface ChooseFirstProps {
  list: Loaded<TrackedSatelliteJson[]>;
  /** Satellite id in the address, as text; null without one. */
  named: string | null;
  chooser: ComponentChildren;
}

/** Content of a view while it has no satellite to show. */
function ChooseFirst({ list, named, chooser }: ChooseFirstProps) {
  const { value: tracked } = list;
  return (
    <main id="content" class="page narrow">
      <Pending loaded={list} what="the satellites" />
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

/** Data and actions of a view about a satellite. */
export interface Subject {
  view: ViewState;
  change: ChangeView;
  chooser: VNode;
  chosen: TrackedSatelliteJson;
  onUntracked: () => void;
  /** Undefined until it is loaded. */
  flown: Flown | undefined;
  problem: ComponentChildren;
}

/**
 * Loads the tracked satellites, and the bands and track of the chosen one. Without a chosen satellite, returns a view
 * to show instead.
 */
export function useSubject(path: string, query: URLSearchParams): Subject | { instead: VNode } {
  const view = readView(query);
  const change: ChangeView = useCallback(
    (changes, how) => {
      const current = readView(new URLSearchParams(location.search));
      navigate(`${path}${writeView({ ...current, ...changes })}`, how);
    },
    [path],
  );
  const replace = { replace: true };
  const { list, chosen, flown, error, reload } = useChosen(view.satelliteId, (id) => {
    if (!query.has('satellite')) change({ satelliteId: id }, replace);
  });
  const choose = (satelliteId: number) => change({ satelliteId, centre: undefined });
  const onTracked = (satellite: TrackedSatelliteJson) => {
    list.reload();
    choose(satellite.id);
  };
  const onUntracked = () => {
    change({ satelliteId: undefined }, replace);
    list.reload();
  };
  const chooser = (
    <SatelliteChooser tracked={list.value ?? []} chosen={chosen} onChoose={choose} onTracked={onTracked} />
  );
  if (!chosen) return { instead: <ChooseFirst list={list} named={query.get('satellite')} chooser={chooser} /> };
  const problem = error && <Problem error={error} retry={reload} />;
  return { view, change, chooser, chosen, flown, onUntracked, problem };
}
