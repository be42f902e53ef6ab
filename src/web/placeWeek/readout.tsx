import { EPOCH_MS } from '../../spec.js';
import { useMemo } from 'preact/hooks';
import { Time } from '../components/time.js';
import type { Track } from '../data/track.js';
import { type Encounters, nearestIn } from '../sky/encounters.js';
import { lookFrom, positionBetween, type Site } from '../geo/look.js';
import { minuteText, UNKNOWN } from '../place/week.js';
import type { PlaceWeek } from '../place/week.js';

interface ReadoutProps {
  found: PlaceWeek;
  track: Track;
  site: Site;
  encounters: Encounters | undefined;
  timeMs: number;
}

/** Who is in the beam at an instant, in words. */
function metText(encounters: Encounters, ms: number): string {
  const { nearest, count } = nearestIn(encounters, ms);
  if (!nearest) return 'nobody';
  const others = count > 1 ? ` and ${count - 1} more` : '';
  return `${nearest.name}, ${nearest.closestDeg.toFixed(2)}° at the closest${others}`;
}

/** Values at the crosshair of the chart. */
export function Readout({ found: { startMs, counts }, track, site, encounters, timeMs }: ReadoutProps) {
  const lookAt = useMemo(() => lookFrom(site), [site]);
  const { azimuthDeg, elevationDeg, rangeKm } = lookAt(positionBetween(track, timeMs));
  const isUp = elevationDeg > 0;
  const values: [name: string, value: string][] = [
    ['Others in view', minuteText(counts[Math.floor((timeMs - startMs) / EPOCH_MS)] ?? UNKNOWN)],
    ['Elevation', Number.isNaN(elevationDeg) ? 'no data' : `${elevationDeg.toFixed(1)}°`],
    ['Azimuth', isUp ? `${azimuthDeg.toFixed(1)}°` : '–'],
    ['Distance', isUp ? `${Math.round(rangeKm).toLocaleString('en')} km` : '–'],
  ];
  if (encounters) values.push(['In the beam', isUp ? metText(encounters, timeMs) : '–']);
  return (
    <dl class="readout">
      <div>
        <dt>UTC</dt>
        <dd>
          <Time ms={timeMs} precision="second" />
        </dd>
      </div>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
