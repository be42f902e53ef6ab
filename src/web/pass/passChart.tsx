import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Facts } from '../components/facts.js';
import { Time } from '../components/time.js';
import { useCanvas } from '../components/useCanvas.js';
import { type Encounter, metAt } from '../data/encounters.js';
import { lookFrom, pathThrough, positionBetween } from '../data/look.js';
import type { Track } from '../data/track.js';
import type { ListedPass } from '../passes/listing.js';
import { separationText } from '../data/interferer.js';
import { timeText, zoneName } from '../time.js';
import type { Line } from './lines.js';
import { MARGIN, paintPass } from './paintPass.js';
import type { Stretch } from './stretch.js';

interface PassChartProps {
  label: string;
  pass: ListedPass;
  stretch: Stretch;
  track: Track;
  /** Encounters in the beam; undefined while they are not known. */
  met: readonly Encounter[] | undefined;
  /** Separations of all that come within `topDeg`. */
  around: readonly Line[];
  topDeg: number;
  /** Shown instant. */
  timeMs: number;
  onTime: (ms: number) => void;
}

/** Text that names, of the satellites in the beam at an instant, the one with the closest encounter. */
function metText(met: PassChartProps['met'], ms: number): string {
  if (!met) return '–';
  const [nearest, ...others] = metAt(met, ms);
  if (!nearest) return 'nobody';
  const closest = `${separationText(nearest.closestDeg)} at ${timeText(nearest.closestMs, 'clock')}`;
  return `${nearest.name}, closest ${closest}${others.length > 0 ? `, and ${others.length} more` : ''}`;
}

/** Values at an instant of the pass. */
function Readout({ pass, track, met, ms }: Pick<PassChartProps, 'pass' | 'track' | 'met'> & { ms: number }) {
  const look = useMemo(() => lookFrom(pass.receiver.site), [pass.receiver]);
  const { azimuthDeg, elevationDeg, rangeKm } = look(positionBetween(track, ms));
  const known = (text: string): string => (Number.isNaN(elevationDeg) ? 'no data' : text);
  const values: [name: string, value: ComponentChildren][] = [
    [zoneName(ms), <Time ms={ms} precision="clock" />],
    ['Elevation', known(`${elevationDeg.toFixed(1)}°`)],
    ['Azimuth', known(`${azimuthDeg.toFixed(1)}°`)],
    ['Distance', known(`${Math.round(rangeKm).toLocaleString('en')} km`)],
    ['In your beam', metText(met, ms)],
  ];
  return <Facts class="pass-readout" of={values} />;
}

const KEYS = [
  ['elevation', 'elevation, left', undefined],
  ['others', 'others’ separation, right', 'Drawn as if both passed each other straight; the list below is exact'],
  ['met', 'in your beam', undefined],
  ['clear', 'clear', 'Nobody in your beam'],
] as const;

/** Chart of a pass: elevation, separations of others that come near, and the values at the crosshair. */
export function PassChart(props: PassChartProps) {
  const { label, pass, stretch, track, met, around, topDeg, timeMs, onTime } = props;
  const { fromMs, toMs } = stretch;
  const path = useMemo(() => pathThrough(track, pass.receiver.site, fromMs, toMs), [track, pass, stretch]);
  const inputs = [pass, stretch, path, around, topDeg];
  const { canvas } = useCanvas(
    (sheet) => paintPass(sheet, { stretch, pass, beamDeg: pass.beam.deg, topDeg, path, lines: around }),
    inputs,
  );
  const [pointedMs, setPointed] = useState<number>();
  const msAt = ({ clientX, currentTarget }: MouseEvent): number => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    const part = (clientX - left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
    const ms = Math.round((fromMs + part * (toMs - fromMs)) / 1000) * 1000;
    return Math.min(toMs, Math.max(fromMs, ms));
  };
  const isIn = (ms: number | undefined): ms is number => ms !== undefined && ms >= fromMs && ms <= toMs;
  const lines = [
    ['shown', timeMs],
    ['pointed', pointedMs],
  ] as const;
  const toldMs = [pointedMs, timeMs, pass.maxElevationMs].find(isIn) ?? fromMs;
  return (
    <div class="pass-chart">
      <p class="pass-legend hint">
        {KEYS.map(([key, text, help]) => (
          <span key={key} title={help}>
            <i class={`key ${key}`} /> {text}
          </span>
        ))}
      </p>
      <div
        class="pass-plot"
        onPointerMove={(event) => setPointed(msAt(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => onTime(msAt(event))}
      >
        <canvas ref={canvas} role="img" aria-label={label} />
        {lines.map(([name, ms]) => {
          if (!isIn(ms)) return null;
          const part = (ms - fromMs) / (toMs - fromMs);
          const left = `calc(${MARGIN.left}px + ${part} * (100% - ${MARGIN.left + MARGIN.right}px))`;
          return <span key={name} class={`cross ${name}`} style={{ left }} aria-hidden="true" />;
        })}
      </div>
      <Readout pass={pass} track={track} met={met} ms={toldMs} />
    </div>
  );
}
