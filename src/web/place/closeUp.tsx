import { ChoiceButtons } from '../components/buttons.js';
import { CountTag } from '../components/countTag.js';
import { Time } from '../components/time.js';
import { clockText, dayText, durationText, zoneName } from '../time.js';
import type { Zoom } from '../viewState.js';
import { PassChart, type PassChartProps } from './passChart.js';
import type { Stretch } from './stretch.js';
import type { Pass } from './week.js';

interface CloseUpProps extends Omit<PassChartProps, 'label'> {
  /** Name of the place. */
  name: string;
  zoom: Zoom;
  pass: Pass | undefined;
  onZoom: (zoom: Zoom) => void;
  /** Goes to the next pass or day (1), or to the previous one (-1). */
  onStep: (direction: 1 | -1) => void;
}

const ZOOM_NAMES = [
  ['pass', 'Pass'],
  ['day', 'Day'],
  ['week', 'Week'],
] as const;

/**
 * Title of a day of the window: its date. Days of a window begin at midnight UTC, so in another time zone the title
 * gives both ends.
 */
function dayTitle({ fromMs, toMs }: Stretch): string {
  return zoneName() === 'UTC' ? dayText(fromMs) : `${clockText(fromMs)} to ${clockText(toMs)}`;
}

/** Title of the close-up: its pass, its day or the week. */
function Title({ zoom, stretch, pass, found, scale }: CloseUpProps) {
  if (zoom === 'week') return <h3>The week</h3>;
  if (zoom === 'day' || !pass) return <h3>{dayTitle(stretch)}</h3>;
  const { aosMs, losMs, maxElevationDeg, intensity } = pass;
  return (
    <h3>
      {dayText(aosMs)}, <Time ms={aosMs} precision="clock" /> to <Time ms={losMs} precision="clock" /> {zoneName()}{' '}
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

/** Close-up of a pass, a day or the week, with buttons to the next and the previous one. */
export function CloseUp(props: CloseUpProps) {
  const { name, zoom, onZoom, onStep } = props;
  const step = zoom === 'day' ? 'day' : 'pass';
  const label =
    zoom === 'pass' ? `Pass over ${name}: others in view and elevation` : `Others in view and elevation at ${name}`;
  return (
    <section class="close-up" aria-label="Close-up">
      <div class="split">
        <Title {...props} />
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
      <PassChart label={label} {...props} />
    </section>
  );
}
