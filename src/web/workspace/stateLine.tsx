import { useEffect, useState } from 'preact/hooks';
import { Link } from '../components/link.js';
import { Problem } from '../components/problem.js';
import { Time } from '../components/time.js';
import type { PageError } from '../data/client.js';
import { useEvent } from '../loading/useEvent.js';
import { zoneName } from '../time.js';
import { writeView } from '../viewState.js';
import type { Workspace } from './useWorkspace.js';

interface StateLineProps {
  workspace: Workspace;
  error: PageError | undefined;
  retry: () => void;
}

/** Notes above the workspace: offline, old or new window, time outside the window, unknown station, or an error. */
export function StateLine({ workspace, error, retry }: StateLineProps) {
  const { view, flown, isOutside, stations, satellite } = workspace;
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEvent(window, 'online', () => setOffline(false));
  useEvent(window, 'offline', () => setOffline(true));
  const span = flown?.bands.provenance.analysis_window;
  const endMs = span ? Date.parse(span.end_time) : Number.POSITIVE_INFINITY;
  const [seen, setSeen] = useState<string>();
  const loaded = flown?.track.window;
  useEffect(() => setSeen((before) => before ?? loaded), [loaded]);
  const isNew = span !== undefined && seen !== undefined && seen !== loaded;
  const isUnknown =
    view.stationId !== undefined && stations.length > 0 && !stations.some(({ id }) => id === view.stationId);
  const line = (() => {
    if (isOffline) return 'You are offline. What is shown stays; the page goes on by itself.';
    if (endMs <= Date.now()) {
      return (
        <>
          The analysis window ended on <Time ms={endMs} precision="day" />: the catalogue is too old for a newer one.
          The operator of this server imports another: <code>sidelobe catalogue import FILE|URL</code>.
        </>
      );
    }
    if (isOutside && view.timeMs !== undefined && span) {
      return (
        <>
          <Time ms={view.timeMs} precision="second" /> {zoneName(view.timeMs)} is outside the analysis window of{' '}
          <Time ms={Date.parse(span.start_time)} /> to <Time ms={endMs} /> {zoneName(endMs)}; the nearest minute is
          shown.{' '}
          {view.timeMs < Date.now() && (
            <Link href={`/ticket${writeView({ ...view, satelliteId: satellite.id })}`}>Who was in the beam then?</Link>
          )}
        </>
      );
    }
    return isUnknown
      ? `This account has no station ${view.stationId}: it may have been deleted. Choose another one.`
      : undefined;
  })();
  if (line === undefined && !error && !isNew) return null;
  return (
    <div class="state-line">
      {line !== undefined && (
        <p class="problem" role="alert">
          {line}
        </p>
      )}
      {isNew && (
        <p class="note" role="status">
          A new analysis window is loaded, with newer orbits: <Time ms={Date.parse(span.start_time)} precision="day" />{' '}
          to <Time ms={endMs} precision="day" />.{' '}
          <button type="button" class="link" onClick={() => setSeen(loaded)}>
            Hide
          </button>
        </p>
      )}
      {error && <Problem error={error} retry={retry} />}
    </div>
  );
}
