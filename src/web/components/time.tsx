import { localText, type Precision, utcText } from '../time.js';

/** Instant in UTC; local time on hover. */
export function Time({ ms, precision = 'minute' }: { ms: number; precision?: Precision }) {
  return (
    <time dateTime={new Date(ms).toISOString()} title={localText(ms)}>
      {utcText(ms, precision)}
    </time>
  );
}

/** Message that the window is over, as no newer one could be opened, and what to do. */
export function WindowOver({ endMs }: { endMs: number }) {
  if (endMs > Date.now()) return null;
  return (
    <p class="problem" role="alert">
      The analysis window ended on <Time ms={endMs} precision="day" />: the catalogue is too old for a newer one. The
      operator of this server imports another: <code>sidelobe catalogue import FILE|URL</code>.
    </p>
  );
}
