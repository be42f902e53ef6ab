import type { ComponentChildren } from 'preact';
import { useChoice, zoneChoice } from '../choice.js';
import { Link } from '../components/link.js';
import { useSubmit } from '../components/form.js';
import { closePopover, Popover } from '../components/popover.js';
import { Problem } from '../components/problem.js';
import { Select } from '../components/select.js';
import { focusContent } from '../keepFocus.js';
import { lastSearch } from '../route.js';
import { useSession } from '../session.js';
import { themeChoice } from '../theme.js';

const THEMES = [
  ['system', 'of the system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;
const ZONES = [
  ['utc', 'UTC'],
  ['local', 'local'],
] as const;
const VIEWS = [
  ['/ticket', 'Who disturbed me?'],
  ['/stations', 'Stations'],
  ['/account', 'Account'],
] as const;

function skip(event: Event): void {
  event.preventDefault();
  focusContent();
}

interface TopBarProps {
  path: string;
  /** Query with the shown satellite, receiver and instant, for the link to a new ticket. */
  shown?: string;
  children?: ComponentChildren;
}

/** Bar at the top of all views: the name of the product, the choices of the view, and a menu. */
export function TopBar({ path, shown = '', children }: TopBarProps) {
  const { session, signOut } = useSession();
  const { submit, busy, error } = useSubmit(signOut);
  return (
    <header class="top">
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <Link
        class="brand"
        aria-label="Sidelobe"
        href={`/${lastSearch()}`}
        aria-current={path === '/' ? 'page' : undefined}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 14C2 9 5 2 8 2s6 7 0 12zM8 14C4 13 1 11 2 8M8 14c4-1 7-3 6-6" />
        </svg>
        <span>Sidelobe</span>
      </Link>
      {children && <div class="selection">{children}</div>}
      <div class="end">
        <nav aria-label="Views">
          {VIEWS.map(([view, title]) => (
            <Link
              key={view}
              href={view === '/ticket' ? view + shown : view}
              aria-current={view === path ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <Popover label="You and the page" class="menu" summary={<span class="cut">{session.user.first_name}</span>}>
          <p class="hint">{session.user.email}</p>
          <Select
            label="Times"
            options={ZONES}
            value={useChoice(zoneChoice)}
            onChoose={(zone) => {
              // The choice draws the view anew. Closing the menu first puts the focus on its button, where it stays.
              closePopover();
              zoneChoice.choose(zone);
            }}
          />
          <Select label="Colours" options={THEMES} value={useChoice(themeChoice)} onChoose={themeChoice.choose} />
          <a href="/docs">API reference</a>
          <button type="button" class="link" aria-disabled={busy} onClick={submit}>
            Sign out
          </button>
          {error && <Problem error={error} />}
        </Popover>
      </div>
    </header>
  );
}
