import { otherZoneText, type Precision, timeText, zoneName } from '../time.js';
import type { Column } from './dataTable.js';

/** Instant in the chosen time zone; hovering shows it in the other one. */
export function Time({ ms, precision = 'minute' }: { ms: number; precision?: Precision }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={otherZoneText(ms)}>
      {timeText(ms, precision)}
    </time>
  );
}

/**
 * Column of times, with the zone in its head.
 *
 * @param timeOf returns the time of a row, as the API writes it; null for never
 */
export function timeColumn<R>(key: string, label: string, timeOf: (row: R) => string | null): Column<R> {
  const cell = (row: R) => {
    const time = timeOf(row);
    return time === null ? <span class="hint">never</span> : <Time ms={Date.parse(time)} />;
  };
  return { key, head: `${label} (${zoneName()})`, label, cell };
}
