import { EPOCH_MS } from '../../spec.js';
import { NAMED_SEPARATIONS, nearness, separationColour } from '../colours/separation.js';
import type { ThemeName } from '../colours/theme.js';
import { Time } from '../components/time.js';
import type { FrequencyMatch } from '../data/question.js';
import type { Pass } from '../place/week.js';
import { zoneName } from '../time.js';
import type { Sky } from './interferer.js';

interface SkyToldProps {
  sky: Sky;
  /** Name of the tracked satellite. */
  name: string;
  timeMs: number;
  match: FrequencyMatch;
  /** Undefined while the beam is not known. */
  beamDeg: number | undefined;
  /** Next pass, if the satellite is not in view. */
  next: Pass | undefined;
  onTime: (ms: number) => void;
}

/** Sentence that sums up the sky. */
export function SkyTold({ sky, name, timeMs, match, beamDeg, next, onTime }: SkyToldProps) {
  const { tracked, isInView, isDownlinkKnown, count, interferers } = sky;
  const at = (
    <>
      <Time ms={timeMs} precision={timeMs % EPOCH_MS === 0 ? 'minute' : 'second'} /> {zoneName()}:
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

/** CSS offset of a separation on the legend, the smallest at its left. */
function leftOf(deg: number): string {
  return `${(100 * (1 - nearness(deg))).toFixed(1)}%`;
}

const STEPS = 24;

/** Legend of the plot: the meaning of its colours and dots. */
export function SkyLegend({ theme, band, kind }: { theme: ThemeName; band: boolean; kind: 'sky' | 'beam' }) {
  // Separations at even steps of the colour scale; between them the browser mixes the colours.
  const colours = Array.from({ length: STEPS + 1 }, (_none, step) => 181 ** (step / STEPS) - 1).map((deg) =>
    separationColour(deg, theme),
  );
  return (
    <div class="sky-legend" aria-label="Legend: separation from the tracked satellite, seen from here" role="group">
      <div class="sky-scale" style={{ backgroundImage: `linear-gradient(to right, ${colours.join(', ')})` }} />
      <div class="sky-ticks" aria-hidden="true">
        {NAMED_SEPARATIONS.map((deg) => (
          <span style={{ left: leftOf(deg) }}>{deg}°</span>
        ))}
      </div>
      <p class="hint small">
        Separation{band && '; filled: shares frequencies, open: the band only'}.{' '}
        {kind === 'sky' ? 'North is up, east right.' : 'The zenith is up, azimuth grows to the right.'}
      </p>
    </div>
  );
}
