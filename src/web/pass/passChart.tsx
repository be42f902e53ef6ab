import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { EPOCH_MS } from '../../spec.js';
import { roundedUp, type Scale } from '../colours/scale.js';
import { Facts } from '../components/facts.js';
import { Time } from '../components/time.js';
import { useCanvas } from '../components/useCanvas.js';
import { lookFrom, pathThrough, positionBetween, type Site } from '../data/look.js';
import type { Track } from '../data/track.js';
import { cellColours } from '../paint/paintRow.js';
import { type Encounters, nearestIn } from '../sky/encounters.js';
import { LARGE_MS, MARGIN, paintPass, type PassScene } from './paintPass.js';
import { zoneName } from '../time.js';
import type { Stretch } from './stretch.js';
import { minuteText, type PlaceWeek, UNKNOWN } from './week.js';

interface ReadoutProps {
  found: PlaceWeek;
  track: Track;
  site: Site;
  encounters: Encounters | undefined;
  timeMs: number;
}

/** Text that names the satellite in the beam at an instant, the nearest of several. */
function metText(encounters: Encounters, ms: number): string {
  const { nearest, count } = nearestIn(encounters, ms);
  if (!nearest) return 'nobody';
  const others = count > 1 ? ` and ${count - 1} more` : '';
  return `${nearest.name}, ${nearest.closestDeg.toFixed(2)}° at the closest${others}`;
}

/** Values at the crosshair of the chart. */
function Readout({ found: { startMs, counts }, track, site, encounters, timeMs }: ReadoutProps) {
  const lookAt = useMemo(() => lookFrom(site), [site]);
  const { azimuthDeg, elevationDeg, rangeKm } = lookAt(positionBetween(track, timeMs));
  const isUp = elevationDeg > 0;
  const values: [name: string, value: ComponentChildren][] = [
    [zoneName(), <Time ms={timeMs} precision="second" />],
    ['Others in view', minuteText(counts[Math.floor((timeMs - startMs) / EPOCH_MS)] ?? UNKNOWN)],
    ['Elevation', Number.isNaN(elevationDeg) ? 'no data' : `${elevationDeg.toFixed(1)}°`],
    ['Azimuth', isUp ? `${azimuthDeg.toFixed(1)}°` : '–'],
    ['Distance', isUp ? `${Math.round(rangeKm).toLocaleString('en')} km` : '–'],
  ];
  if (encounters) values.push(['In the beam', isUp ? metText(encounters, timeMs) : '–']);
  return <Facts class="readout" of={values} />;
}

export interface PassChartProps {
  label: string;
  stretch: Stretch;
  found: PlaceWeek;
  scale: Scale;
  track: Track;
  site: Site;
  encounters: Encounters | undefined;
  /** Shown instant. */
  timeMs: number;
  /** Instant that is pointed at in another part of the page. */
  pointedMs: number | undefined;
  onPoint: (ms: number | undefined) => void;
  onTime: (ms: number) => void;
}

/** Picture of a stretch of time at a place. */
function usePassScene(asked: Omit<PassChartProps, 'label' | 'timeMs' | 'pointedMs' | 'onPoint' | 'onTime'>) {
  const { stretch, found, scale, track, site, encounters } = asked;
  const { fromMs, toMs } = stretch;
  return useMemo((): PassScene => {
    const { startMs, counts, elevationsDeg, minElevationDeg } = found;
    const peak = counts.reduce((highest, count) => Math.max(highest, count), 0);
    const epochs = [...elevationsDeg.entries()].map(([epoch, elevationDeg]) => ({
      ms: startMs + epoch * EPOCH_MS,
      elevationDeg,
    }));
    return {
      stretch: { fromMs, toMs },
      startMs,
      counts,
      colours: cellColours(scale),
      top: Math.max(roundedUp(peak), 10),
      path:
        toMs - fromMs <= LARGE_MS
          ? pathThrough(track, site, fromMs, toMs)
          : epochs.filter(({ ms }) => ms >= fromMs - EPOCH_MS && ms <= toMs + EPOCH_MS),
      minElevationDeg,
      encounters,
    };
  }, [fromMs, toMs, found, scale, track, site, encounters]);
}

/** Chart of a stretch of time at a place: counts, elevation and encounters, with the values at the crosshair. */
export function PassChart(props: PassChartProps) {
  const { label, stretch, found, track, site, encounters, timeMs, pointedMs, onPoint, onTime } = props;
  const scene = usePassScene(props);
  const { canvas } = useCanvas((sheet) => paintPass(sheet, scene), [scene]);
  const [own, setOwn] = useState<number>();
  const length = stretch.toMs - stretch.fromMs;
  const msAt = ({ clientX, currentTarget }: MouseEvent): number => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    const part = (clientX - left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
    const ms = stretch.fromMs + Math.min(1, Math.max(0, part)) * length;
    return Math.round(ms / 1000) * 1000;
  };
  const crossMs = own ?? pointedMs;
  const lines = [
    ['shown', timeMs],
    ['pointed', crossMs],
  ] as const;
  return (
    <div class="pass-chart">
      <div
        class="chart-body"
        onPointerMove={(event) => {
          const ms = msAt(event);
          setOwn(ms);
          onPoint(Math.floor(ms / EPOCH_MS) * EPOCH_MS);
        }}
        onPointerLeave={() => {
          setOwn(undefined);
          onPoint(undefined);
        }}
        onClick={(event) => onTime(msAt(event))}
      >
        <canvas ref={canvas} role="img" aria-label={label} />
        {lines.map(([name, ms]) => {
          if (ms === undefined || ms < stretch.fromMs || ms > stretch.toMs) return null;
          const part = (ms - stretch.fromMs) / length;
          const left = `calc(${MARGIN.left}px + ${part} * (100% - ${MARGIN.left + MARGIN.right}px))`;
          return <span key={name} class={`chart-line ${name}`} style={{ left }} aria-hidden="true" />;
        })}
      </div>
      <Readout found={found} track={track} site={site} encounters={encounters} timeMs={crossMs ?? timeMs} />
    </div>
  );
}
