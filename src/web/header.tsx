import { Link } from './components/link.js';
import { Select } from './components/select.js';
import { lastSearch, SATELLITE_VIEWS } from './route.js';
import { useSession } from './session.js';
import { useChoice, zoneChoice } from './choice.js';
import { themeChoice } from './theme.js';

const VIEWS = [
  ['/map', 'Map'],
  ['/place', 'Place'],
  ['/week', 'Week'],
  ['/stations', 'Stations'],
  ['/account', 'Account'],
] as const;

const THEMES = [
  ['system', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const ZONES = [
  ['utc', 'UTC'],
  ['local', 'Local'],
] as const;

function hrefOf(view: string): string {
  return SATELLITE_VIEWS.has(view) ? view + lastSearch() : view;
}

export function Header({ path }: { path: string }) {
  const { session, signOut } = useSession();
  return (
    <header class="top">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Link class="brand" href={hrefOf('/map')}>
        Sidelobe
      </Link>
      <nav aria-label="Views">
        {VIEWS.map(([view, title]) => (
          <Link href={hrefOf(view)} aria-current={view === path ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <div class="end">
        <Select label="Time zone" isBare options={ZONES} value={useChoice(zoneChoice)} onChoose={zoneChoice.choose} />
        <Select label="Colours" isBare options={THEMES} value={useChoice(themeChoice)} onChoose={themeChoice.choose} />
        <span class="who" title={session.user.email}>
          {session.user.first_name} {session.user.last_name}
        </span>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </header>
  );
}
