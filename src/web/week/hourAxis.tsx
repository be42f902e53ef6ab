import { EPOCH_MS } from '../../spec.js';
import { dayText, midnights, UTC } from '../timeBar/zone.js';
import type { HeatWindow } from './useHeat.js';

/** Days of the heat map, above their hours. */
export function HourAxis({ startMs, epochCount }: HeatWindow) {
  const lengthMs = epochCount * EPOCH_MS;
  return (
    <span class="hour-axis" aria-hidden="true">
      {midnights(UTC, startMs, startMs + lengthMs - 1).map((day) => (
        <span key={day} style={{ left: `${(100 * (day - startMs)) / lengthMs}%` }}>
          {dayText(UTC, day).slice(0, 3)}
          <span class="spare">{dayText(UTC, day).slice(3, 6)}</span>
        </span>
      ))}
    </span>
  );
}
