import { followInPage } from '../route.js';

/** Message that there is nothing to list, and where that can be changed. */
export function NoStations({ what }: { what: string }) {
  return (
    <p class="empty">
      {what}{' '}
      <a href="/stations" onClick={followInPage}>
        Add or activate a station
      </a>
      .
    </p>
  );
}
