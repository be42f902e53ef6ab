import { followInPage } from './route.js';

/** View of a path that leads nowhere. */
export function NotFoundView({ path }: { path: string }) {
  return (
    <main id="content" class="page narrow">
      <h1>There is nothing here</h1>
      <p>
        No page has the address <code>{path}</code>. Perhaps it was cut off, or mistyped.
      </p>
      <ul>
        <li>
          <a href="/map" onClick={followInPage}>
            The map
          </a>
        </li>
        <li>
          <a href="/week" onClick={followInPage}>
            The week over all stations
          </a>
        </li>
        <li>
          <a href="/docs">The reference of the API</a>
        </li>
      </ul>
    </main>
  );
}
