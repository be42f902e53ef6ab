import { Link } from './components/link.js';
import { lastSearch, SATELLITE_VIEWS } from './route.js';
import { useSession } from './session.js';
import { type Choice, useChoice, zoneChoice } from './choice.js';
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

interface ChoiceSelectProps<T extends string> {
  label: string;
  options: readonly (readonly [T, string])[];
  of: Choice<T>;
}

function ChoiceSelect<T extends string>({ label, options, of }: ChoiceSelectProps<T>) {
  return (
    <label>
      <span class="hidden">{label}</span>
      <select value={useChoice(of)} onChange={(event) => of.choose(event.currentTarget.value as T)}>
        {options.map(([value, title]) => (
          <option value={value}>{title}</option>
        ))}
      </select>
    </label>
  );
}

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
        <ChoiceSelect label="Time zone" options={ZONES} of={zoneChoice} />
        <ChoiceSelect label="Colours" options={THEMES} of={themeChoice} />
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
