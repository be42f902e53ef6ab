import type { Scale } from '../colours/scale.js';
import { ChoiceButtons } from '../components/buttons.js';
import { CountTag } from '../components/countTag.js';
import { Time } from '../components/time.js';
import type { Site } from '../data/look.js';
import type { Track } from '../data/track.js';
import type { Encounters } from '../sky/encounters.js';
import { dayText, durationText } from '../time.js';
import type { Zoom } from '../viewState.js';
import { PassChart } from './passChart.js';
import type { Stretch } from './stretch.js';
import type { Pass, PlaceWeek } from './week.js';

interface CloseUpProps {
  /** Name of the place. */
  name: string;
  zoom: Zoom;
  stretch: Stretch;
  pass: Pass | undefined;
  found: PlaceWeek;
  scale: Scale;
  track: Track;
  site: Site;
  encounters: Encounters | undefined;
  timeMs: number;
  pointedMs: number | undefined;
  onPoint: (ms: number | undefined) => void;
  onTime: (ms: number) => void;
  onZoom: (zoom: Zoom) => void;
  /** Goes to the next of what is shown large, or the one before. */
  onStep: (direction: 1 | -1) => void;
}

const ZOOM_NAMES = [
  ['pass', 'Pass'],
  ['day', 'Day'],
  ['week', 'Week'],
] as const;

/** Title of the close-up: its pass, its day or the week. */
function Title({
  zoom,
  stretch,
  pass,
  found,
  scale,
}: Pick<CloseUpProps, 'zoom' | 'stretch' | 'pass' | 'found' | 'scale'>) {
  if (zoom === 'week') return <h3>The week</h3>;
  if (zoom === 'day' || !pass) return <h3>{dayText(stretch.fromMs)}</h3>;
  const { aosMs, losMs, maxElevationDeg, intensity } = pass;
  return (
    <h3>
      {dayText(aosMs)}, <Time ms={aosMs} precision="clock" /> to <Time ms={losMs} precision="clock" /> UTC{' '}
      <span class="hint">
        pass {1 + found.passes.indexOf(pass)} of {found.passes.length} · {durationText((losMs - aosMs) / 1000)} · up to{' '}
        {maxElevationDeg.toFixed(0)}°
        {intensity && (
          <>
            {' '}
            · peak <CountTag intensity={intensity.peak} scale={scale} />
          </>
        )}
      </span>
    </h3>
  );
}

/** Pass, day or week, large, and how to go to the next. */
export function CloseUp(props: CloseUpProps) {
  const { name, zoom, stretch, pass, found, scale, onZoom, onStep, ...chart } = props;
  const step = zoom === 'day' ? 'day' : 'pass';
  const label =
    zoom === 'pass' ? `Pass over ${name}: others in view and elevation` : `Others in view and elevation at ${name}`;
  return (
    <section class="close-up" aria-label="Close-up">
      <div class="split">
        <Title zoom={zoom} stretch={stretch} pass={pass} found={found} scale={scale} />
        <span class="steps">
          <button type="button" aria-label={`Previous ${step}`} onClick={() => onStep(-1)}>
            ‹
          </button>
          <button type="button" aria-label={`Next ${step}`} onClick={() => onStep(1)}>
            ›
          </button>
        </span>
        <ChoiceButtons label="What is shown large" options={ZOOM_NAMES} value={zoom} onChoose={onZoom} />
      </div>
      <PassChart label={label} stretch={stretch} found={found} scale={scale} {...chart} />
    </section>
  );
}
