import { EPOCH_MS } from '../../spec.js';
import { Time } from '../components/time.js';
import type { Pass } from '../place/week.js';
import type { Sky } from './interferer.js';
import type { FrequencyMatch } from './question.js';

interface SkyToldProps {
  sky: Sky;
  /** Name of the tracked satellite. */
  name: string;
  timeMs: number;
  match: FrequencyMatch;
  /** Undefined while it is not known. */
  beamDeg: number | undefined;
  /** Pass that is to come, where the satellite is not in view. */
  next: Pass | undefined;
  onTime: (ms: number) => void;
}

/** The sky in a sentence. */
export function SkyTold({ sky, name, timeMs, match, beamDeg, next, onTime }: SkyToldProps) {
  const { tracked, isInView, isDownlinkKnown, count, interferers } = sky;
  const at = (
    <>
      <Time ms={timeMs} precision={timeMs % EPOCH_MS === 0 ? 'minute' : 'second'} /> UTC:
    </>
  );
  if (!tracked)
    return (
      <p class="sky-told">
        {at} no data, {name} cannot be propagated to this minute.
      </p>
    );
  const elevation = `${tracked.elevationDeg.toFixed(1)}°`;
  if (!isInView) {
    return (
      <p class="sky-told">
        {at} {name} is out of view, at {elevation}.{' '}
        {next && (
          <button type="button" class="link" onClick={() => onTime(next.maxElevationMs)}>
            Go to its next pass, <Time ms={next.aosMs} />
          </button>
        )}
      </p>
    );
  }
  if (!isDownlinkKnown) {
    return (
      <p class="sky-told">
        {at} {name} at {elevation}. No downlink of it is known here, so nothing can be said of interference.
      </p>
    );
  }
  const [nearest] = interferers;
  const inBeam = interferers.filter(({ separationDeg }) => separationDeg < (beamDeg ?? 0)).length;
  const what = match === 'overlap' ? 'its frequency' : 'its band';
  return (
    <p class="sky-told">
      {at} {name} stands at azimuth {tracked.azimuthDeg.toFixed(1)}°, elevation {elevation},{' '}
      {Math.round(tracked.rangeKm).toLocaleString('en')} km away. <strong>{count.toLocaleString('en')}</strong>{' '}
      {count === 1 ? 'other shares' : 'others share'} {what}
      {beamDeg !== undefined && (
        <>
          , <strong>{inBeam}</strong> in the beam of {Number(beamDeg.toFixed(2))}°
        </>
      )}
      {nearest && (
        <>
          ; nearest {nearest.name} at {nearest.separationDeg.toFixed(2)}°
        </>
      )}
      .{count > interferers.length && <span class="hint"> The nearest {interferers.length} are shown.</span>}
    </p>
  );
}
