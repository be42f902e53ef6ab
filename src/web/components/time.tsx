import { localText, utcText, type Precision } from '../time.js';

/** Instant in UTC; local time on hover. */
export function Time({ ms, precision = 'minute' }: { ms: number; precision?: Precision }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={localText(ms)}>
      {utcText(ms, precision)}
    </time>
  );
}
