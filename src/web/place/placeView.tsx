import { useFrame } from '../explorer/useFrame.js';
import { type Subject, useSubject } from '../satellites/useSubject.js';
import { PlaceWeekView } from './placeWeekView.js';

/** Week at a place, across the whole page. */
export function PlaceView({ query }: { query: URLSearchParams }) {
  const subject = useSubject('/place', query);
  return 'instead' in subject ? subject.instead : <PlacePage {...subject} />;
}

function PlacePage(subject: Subject) {
  const { place, name, moment, key, counts, field, buttons, messages } = useFrame(subject);
  return (
    <main id="content" class={`place-view ${subject.problem ? 'stale' : ''}`}>
      <section class="across" aria-label="What is shown">
        {subject.chooser}
        {counts}
        {field}
        {buttons}
      </section>
      <h1 class={name === undefined ? '' : 'hidden'}>
        {name === undefined ? 'Choose a place' : `Week of ${subject.chosen.satellite.name} at ${name}`}
      </h1>
      {messages}
      {name === undefined && (
        <p class="hint">Type coordinates or choose a station, or click on the map: its week is shown here.</p>
      )}
      {moment && place && name !== undefined && <PlaceWeekView key={key} {...moment} place={place} name={name} />}
    </main>
  );
}
