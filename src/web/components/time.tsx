import { localText, utcText, type Precision } from '../time.js';

/** An instant in UTC, with the local time where the pointer rests. */
export function Time({ ms, precision = 'minute' }: { ms: number; precision?: Precision }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={localText(ms)}>
      {utcText(ms, precision)}
    </time>
  );
}
