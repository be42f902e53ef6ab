import { useEffect, useMemo } from 'preact/hooks';
import { ChoiceButtons } from '../components/buttons.js';
import { ConfirmButton } from '../components/confirmButton.js';
import { untrack } from '../data/satellites.js';
import { pinOf } from '../data/stations.js';
import { type Subject, useSubject } from '../satellites/useSubject.js';
import { wantWorld } from '../world/worldSource.js';
import { SatelliteFacts } from './satelliteFacts.js';
import { Stage } from './stage.js';
import { useFrame } from './useFrame.js';

const PROJECTIONS = [
  ['globe', 'Globe'],
  ['flat', 'Flat'],
] as const;

/** Map page of a satellite: choices at the side, beside them the map, the time bar and the place. */
function Explorer(subject: Subject) {
  const { view, change, chooser, chosen, onUntracked, flown, problem } = subject;
  const { stations, place, name, moment, key, ...parts } = useFrame(subject);
  // Requested before the map is there, so that on a slow line the outlines come together with the track.
  useEffect(() => void wantWorld('coarse'), []);
  const pins = useMemo(() => stations.map(pinOf), [stations]);
  return (
    <main id="content" class={`explorer ${problem ? 'stale' : ''}`}>
      <h1 class="hidden">Map of {chosen.satellite.name}</h1>
      <section class="controls first" aria-label="What is shown">
        <div>
          {chooser}
          <div class="split under">
            <span class="hint">{chosen.satellite.norad_number}</span>
            <ConfirmButton
              text="Untrack"
              class="link"
              title={`Untrack ${chosen.satellite.name}?`}
              action="Untrack"
              onConfirm={() => untrack(chosen.id).then(onUntracked)}
            >
              <p>
                Scripts that ask about it by its id {chosen.id} are refused from then on. It can be tracked again, under
                another id.
              </p>
            </ConfirmButton>
          </div>
        </div>
        <div class="counts">{parts.counts}</div>
        {parts.field}
      </section>
      <section class="controls rest" aria-label="Display and data">
        <div class="choices">
          <ChoiceButtons
            label="Projection"
            options={PROJECTIONS}
            value={view.projection}
            onChoose={(projection) => change({ projection }, { replace: true })}
          />
        </div>
        {parts.buttons}
        {flown && <SatelliteFacts tracked={chosen} bands={flown.bands} />}
        <p class="hint small">Counts of satellites in view together: a proxy, not a carrier-to-interference ratio.</p>
      </section>
      {parts.messages}
      {moment && <Stage key={key} {...moment} pins={pins} place={place} name={name} />}
    </main>
  );
}

/** Map of a satellite, and the week at a place. */
export function ExplorerView({ query }: { query: URLSearchParams }) {
  const subject = useSubject('/map', query);
  return 'instead' in subject ? subject.instead : <Explorer {...subject} />;
}
