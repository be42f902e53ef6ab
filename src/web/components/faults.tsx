import { Time } from './time.js';

/** Message about a station in the address that the account does not have. */
export function UnknownStation({ id }: { id: number }) {
  return (
    <p class="problem" role="alert">
      This account has no station {id}: it may have been deleted. Choose another one, or a place.
    </p>
  );
}

/** Message that the window has ended because no newer one could be opened, and what to do; nothing before its end. */
export function WindowOver({ endMs }: { endMs: number }) {
  if (endMs > Date.now()) return null;
  return (
    <p class="problem" role="alert">
      The analysis window ended on <Time ms={endMs} precision="day" />: the catalogue is too old for a newer one. The
      operator of this server imports another: <code>sidelobe catalogue import FILE|URL</code>.
    </p>
  );
}

/** Message that the minute in the address lies outside the window. */
export function OutsideWindow() {
  return (
    <p class="problem" role="alert">
      The minute in this address is outside the analysis window; the nearest one is shown.
    </p>
  );
}
