import { otherZoneText, type Precision, timeText } from '../time.js';

/** Instant in the chosen time zone; hovering shows it in the other one. */
export function Time({ ms, precision = 'minute' }: { ms: number; precision?: Precision }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={otherZoneText(ms)}>
      {timeText(ms, precision)}
    </time>
  );
}
