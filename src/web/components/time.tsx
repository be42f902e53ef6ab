import { otherZoneText, type Precision, timeText } from '../time.js';

/** Instant in the chosen zone; the other one on hover. */
export function Time({ ms, precision = 'minute' }: { ms: number; precision?: Precision }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={otherZoneText(ms)}>
      {timeText(ms, precision)}
    </time>
  );
}
