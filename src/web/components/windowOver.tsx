import { Time } from './time.js';

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
