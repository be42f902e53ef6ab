import { EPOCH_MS } from '../../spec.js';
import { dayText, midnights } from '../time.js';
import type { HeatWindow } from './useHeat.js';

/** Days of the heat map, above their hours. */
export function HourAxis({ startMs, epochCount }: HeatWindow) {
  const lengthMs = epochCount * EPOCH_MS;
  return (
    <span class="hour-axis" aria-hidden="true">
      {midnights(startMs, startMs + lengthMs - 1).map((day) => (
        <span key={day} style={{ left: `${(100 * (day - startMs)) / lengthMs}%` }}>
          {dayText(day).slice(0, 3)}
          <span class="spare">{dayText(day).slice(3, 6)}</span>
        </span>
      ))}
    </span>
  );
}
