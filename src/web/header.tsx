import { followInPage, lastSearch } from './route.js';
import { useSession } from './session.js';
import { chooseTheme, type ThemeChoice, useTheme } from './theme.js';

const VIEWS = [
  ['/map', 'Map'],
  ['/place', 'Place'],
  ['/week', 'Week'],
  ['/stations', 'Stations'],
  ['/account', 'Account'],
] as const;

const THEMES: readonly [ThemeChoice, string][] = [
  ['system', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Views that keep what was last looked at. */
const KEEPING: ReadonlySet<string> = new Set(['/map', '/place', '/week']);

function hrefOf(view: string): string {
  return KEEPING.has(view) ? view + lastSearch() : view;
}

export function Header({ path }: { path: string }) {
  const { session, signOut } = useSession();
  const { choice } = useTheme();
  return (
    <header class="top">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <a class="brand" href={hrefOf('/map')} onClick={followInPage}>
        Sidelobe
      </a>
      <nav aria-label="Views">
        {VIEWS.map(([view, title]) => (
          <a href={hrefOf(view)} aria-current={view === path ? 'page' : undefined} onClick={followInPage}>
            {title}
          </a>
        ))}
      </nav>
      <div class="end">
        <label class="theme">
          <span class="hidden">Colours</span>
          <select value={choice} onChange={(event) => chooseTheme(event.currentTarget.value as ThemeChoice)}>
            {THEMES.map(([theme, title]) => (
              <option value={theme}>{title}</option>
            ))}
          </select>
        </label>
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
