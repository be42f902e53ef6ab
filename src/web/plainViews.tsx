import { Link } from './components/link.js';
import { useSession } from './session.js';

/** View for accounts without Enterprise, in place of views that need it; it lists what they can use. */
export function FreeView() {
  const { session } = useSession();
  return (
    <main id="content" class="page narrow">
      <h1>What this account may do</h1>
      <p class="note" role="alert">
        Interference needs the Enterprise plan; {session.user.email} has the Free plan. The operator of this server can
        change it: <code>sidelobe account set-plan</code>.
      </p>
      <p>Without it you can:</p>
      <ul>
        <li>
          keep your ground stations, and see them on a map: <Link href="/stations">open them</Link>
        </li>
        <li>
          make tokens, with which scripts read and change satellites and stations: <Link href="/account">make one</Link>
        </li>
        <li>
          read what the API offers: <a href="/docs">its reference</a>
        </li>
      </ul>
      <p class="hint">
        With Enterprise: every pass of your satellites over your stations, when nobody else is in your beam and who is
        when, and the map of interference minute by minute.
      </p>
    </main>
  );
}

/** View for an address that leads nowhere. */
export function NotFoundView({ path }: { path: string }) {
  return (
    <main id="content" class="page narrow">
      <h1>There is nothing here</h1>
      <p>
        No page has the address <code>{path}</code>. Perhaps it was cut off, or mistyped.
      </p>
      <p>
        <Link href="/">Go to the passes</Link>
      </p>
    </main>
  );
}
