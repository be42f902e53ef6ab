import { EPOCH_MS } from '../../spec.js';
import { useMemo, useState } from 'preact/hooks';
import { useCanvas } from '../components/useCanvas.js';
import type { Track } from '../data/track.js';
import { cellColours } from '../heat/paintRow.js';
import { roundedUp, type Scale } from '../map/scale.js';
import type { Encounters } from '../sky/encounters.js';
import { type Site, pathThrough } from '../geo/look.js';
import { MARGIN, paintPass, type PassScene } from './paintPass.js';
import { Readout } from './readout.js';
import type { Stretch } from '../place/stretch.js';
import type { PlaceWeek } from '../place/week.js';

interface PassChartProps {
  label: string;
  stretch: Stretch;
  found: PlaceWeek;
  scale: Scale;
  track: Track;
  site: Site;
  encounters: Encounters | undefined;
  /** Shown instant. */
  timeMs: number;
  /** Instant that is pointed at elsewhere. */
  pointedMs: number | undefined;
  onPoint: (ms: number | undefined) => void;
  onTime: (ms: number) => void;
}

/** Longest stretch whose elevations are drawn between the minutes. */
const FINE_MS = 6 * 3_600_000;

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
    const isFine = toMs - fromMs <= FINE_MS;
    return {
      stretch: { fromMs, toMs },
      startMs,
      counts,
      colours: cellColours(scale),
      top: Math.max(roundedUp(peak), 10),
      path: isFine
        ? pathThrough(track, site, fromMs, toMs)
        : epochs.filter(({ ms }) => ms >= fromMs - EPOCH_MS && ms <= toMs + EPOCH_MS),
      minElevationDeg,
      encounters,
    };
  }, [fromMs, toMs, found, scale, track, site, encounters]);
}

/** Stretch of time at a place, large: counts, elevation and encounters, with the values at the crosshair. */
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
