import { useEffect, useRef, useState } from 'preact/hooks';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { BandSelect, MatchChoice } from '../satellites/selects.js';
import { ChoiceButtons } from '../components/buttons.js';
import { later, Pending, Waiting } from '../components/problem.js';
import { useEvent } from '../loading/useEvent.js';
import type { Loaded } from '../loading/useLoaded.js';
import { PassesPanel } from '../passes/passesPanel.js';
import { navigate } from '../route.js';
import { SatelliteChooser } from '../satellites/satelliteChooser.js';
import { readView, writeView } from '../viewState.js';
import { BeamField } from './beamField.js';
import { SatellitePicker } from './satellitePicker.js';
import { StateLine } from './stateLine.js';
import { StationPicker } from './stationPicker.js';
import { TopBar } from './topBar.js';
import { useWorkspace, type Workspace } from './useWorkspace.js';

const Stage = later('the map', async () => (await import('../rest.js')).Stage);
const PassPanel = later('the pass', async () => (await import('../rest.js')).PassPanel);
const TimeBar = later('the time bar', async () => (await import('../rest.js')).TimeBar);

const TABS = [
  ['passes', 'Passes'],
  ['pass', 'Pass'],
  ['stage', 'Map and sky'],
] as const;

/** Content without a satellite: the tracked ones still load, there are none, or the address names an untracked one. */
function ChooseFirst({ list, named }: { list: Loaded<TrackedSatelliteJson[]>; named: string | null }) {
  const open = (satelliteId: number) => {
    const view = readView(new URLSearchParams(location.search));
    navigate(`/${writeView({ ...view, satelliteId, satelliteIds: [satelliteId] })}`);
  };
  const tracked = list.value;
  return (
    <main id="content" class="page narrow">
      <Pending loaded={list} what="the satellites" />
      {tracked && (tracked.length === 0 || named !== null) && (
        <>
          <h1>Choose a satellite</h1>
          {tracked.length === 0 ? (
            <>
              <p>Sidelobe lists its passes, when each is clear, and who interferes with it when it is not.</p>
              <p class="hint">
                Search the catalogue for the satellite that you receive. Then add your station, or type a place: that is
                all it needs.
              </p>
            </>
          ) : (
            <p class="note">
              This account does not track a satellite “{named}”, which the address names. Choose another one.
            </p>
          )}
          <SatelliteChooser
            tracked={tracked}
            chosen={undefined}
            onChoose={open}
            onTracked={({ id }) => {
              list.reload();
              open(id);
            }}
          />
        </>
      )}
    </main>
  );
}

/** Elements that react to Space on their own: while one of them has the focus, Space does not play or pause. */
const OWN_KEYS = 'input:not([type=range]), select, textarea, button, a, summary, dialog';

/** Keys of the whole workspace: Space plays and pauses, Escape leaves sky and spectrum for the globe. */
function useWorkspaceKeys({ view, change, play }: Workspace): void {
  useEvent(window, 'keydown', (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return;
    const isOwn = target instanceof Element && target.closest(OWN_KEYS) !== null;
    const isSky = view.stage === 'sky' || view.stage === 'spectrum';
    if (key === ' ' && !isOwn) {
      event.preventDefault();
      play.toggle();
    } else if (key === 'Escape' && isSky && !(target instanceof HTMLInputElement)) {
      change({ stage: 'globe' }, { replace: true });
    }
  });
}

/** Query whether the screen is wide enough for all parts at once; the style sheet has the same bound. */
const wide = matchMedia('(min-width: 64rem)');

/** Passes at the left, the stage in the middle, the pass at the right, time below; narrow screens show one part. */
function Desk({ workspace }: { workspace: Workspace }) {
  const [shown, setShown] = useState<'passes' | 'stage' | 'pass'>('passes');
  const [, setWide] = useState(wide.matches);
  useEvent(wide, 'change', () => setWide(wide.matches));
  // On a narrow screen the other parts are loaded after the list, and drawn once they have been chosen.
  const seen = useRef(new Set<typeof shown>()).current;
  for (const [part] of TABS) if (wide.matches || part === shown) seen.add(part);
  const { done } = workspace.listing;
  useEffect(() => {
    if (done) import('../rest.js').catch(() => undefined);
  }, [done]);
  useWorkspaceKeys(workspace);
  return (
    <main id="content" class="desk" data-shown={shown}>
      <h1 class="hidden">{workspace.satellite.satellite.name}: passes, map and sky</h1>
      <div class="desk-tabs">
        <ChoiceButtons label="Part of the page" options={TABS} value={shown} onChoose={setShown} />
      </div>
      <PassesPanel
        workspace={workspace}
        onShow={(pass) => {
          workspace.show(pass);
          setShown('pass');
        }}
      />
      {seen.has('stage') && (
        <div class="desk-stage">
          <Stage workspace={workspace} />
          <TimeBar workspace={workspace} />
        </div>
      )}
      {seen.has('pass') && <PassPanel workspace={workspace} onSky={() => setShown('stage')} />}
    </main>
  );
}

/** Start page: one selection of satellites and stations, and everything about their passes. */
export function WorkspaceView({ query }: { query: URLSearchParams }) {
  const { workspace, list, error, reload, hasStations, reloadStations } = useWorkspace(query);
  const room = <span class="room" />;
  if (!workspace) {
    return (
      <>
        <TopBar path="/">{list.isLoading && room}</TopBar>
        <ChooseFirst list={list} named={query.get('satellite')} />
      </>
    );
  }
  const { view, change, flown, span } = workspace;
  // A link may name an instant or a station that is not there. The line that says so stands above all else, which waits
  // until that is known, so as not to move.
  const isKnown = (view.timeMs === undefined || span) && (view.stationId === undefined || hasStations);
  return (
    <>
      <TopBar path="/" shown={workspace.link()}>
        {hasStations ? (
          <>
            <SatellitePicker workspace={workspace} onTracked={list.reload} />
            <StationPicker workspace={workspace} />
            <BandSelect bands={flown?.bands.frequency_bands} value={view.band} onChoose={(band) => change({ band })} />
            <MatchChoice value={view.match} onChoose={(match) => change({ match }, { replace: true })} />
            <BeamField workspace={workspace} onStation={reloadStations} />
          </>
        ) : (
          room
        )}
      </TopBar>
      <StateLine workspace={workspace} error={error} retry={reload} />
      {isKnown || error ? <Desk workspace={workspace} /> : <Waiting for="the passes" />}
    </>
  );
}
